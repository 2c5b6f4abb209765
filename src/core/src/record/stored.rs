//! How values are among the bytes of a record. Serde and Postcard make the same bytes of twice
//! the code: 6 KB (gzip) more of what a page loads.
//!
//! | type | bytes |
//! |---|---|
//! | `u8`, `bool` | one |
//! | other numbers, lengths | a varint: seven bits a byte, the low ones first |
//! | text | its length, then UTF-8 |
//! | `Option` | 0, or 1 and the value |
//! | `Vec`, `BTreeSet` | its length, then the elements |
//! | struct, tuple | the fields, in the order of [`stored!`](crate::stored) |
//! | enum | the variant's number, then its fields |
//!
//! Not responsible for what a record is, nor for its version.

use std::collections::BTreeSet;
use std::sync::Arc;

/// A type that can be in a record. Implemented with [`stored!`](crate::stored).
pub trait Stored: Sized {
    /// Appends the value.
    fn put(&self, out: &mut Vec<u8>);

    /// Takes the value off the front. Where the bytes are no such value, some value is given
    /// back, and the reader is broken: one look at the end is enough, and costs less code than
    /// one a field.
    fn take(from: &mut Reader<'_>) -> Self;
}

/// The bytes of a record that are not read yet.
pub struct Reader<'a> {
    /// Nothing any more once something was wrong with them.
    rest: &'a [u8],
    broken: bool,
    version: u8,
}

impl<'a> Reader<'a> {
    /// The bytes of a record that was written by this version.
    pub(crate) fn new(rest: &'a [u8], version: u8) -> Self {
        Self {
            rest,
            broken: false,
            version,
        }
    }

    /// Bytes of this version that are no record.
    pub fn of(rest: &'a [u8]) -> Self {
        Self::new(rest, super::VERSION)
    }

    /// Whether all that was taken was there, and nothing else is.
    pub(crate) fn is_done(&self) -> bool {
        !self.broken && self.rest.is_empty()
    }

    /// What is not read yet; none if something was wrong before.
    pub(super) fn rest(&self) -> Option<&'a [u8]> {
        (!self.broken).then_some(self.rest)
    }

    /// Says that the bytes are not what they should be.
    pub fn fail(&mut self) {
        self.rest = &[];
        self.broken = true;
    }

    /// Takes a number.
    pub fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = u8::take(self);
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return number;
            }
        }
        self.fail();
        0
    }

    /// Takes a text.
    pub fn text(&mut self) -> &'a str {
        let len = usize::take(self);
        if let Some((text, rest)) = self.rest.split_at_checked(len)
            && let Ok(text) = std::str::from_utf8(text)
        {
            self.rest = rest;
            return text;
        }
        self.fail();
        ""
    }

    /// Takes a field that records have since a version; gives the default in one that is older.
    pub fn since<T: Stored + Default>(&mut self, version: u8) -> T {
        if self.version < version {
            return T::default();
        }
        T::take(self)
    }
}

/// Appends a number.
pub fn put_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

/// Appends a text.
pub fn put_text(text: &str, out: &mut Vec<u8>) {
    text.len().put(out);
    out.extend_from_slice(text.as_bytes());
}

impl Stored for u8 {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(*self);
    }

    fn take(from: &mut Reader<'_>) -> Self {
        if let Some((first, rest)) = from.rest.split_first() {
            from.rest = rest;
            return *first;
        }
        from.fail();
        0
    }
}

impl Stored for bool {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn take(from: &mut Reader<'_>) -> Self {
        let byte = u8::take(from);
        if byte > 1 {
            from.fail();
        }
        byte == 1
    }
}

macro_rules! number {
    ($($number:ty),*) => {$(
        impl Stored for $number {
            #[allow(clippy::cast_lossless, reason = "a `usize` has no other way")]
            fn put(&self, out: &mut Vec<u8>) {
                put_number(*self as u64, out);
            }

            fn take(from: &mut Reader<'_>) -> Self {
                let number = from.number();
                Self::try_from(number).unwrap_or_else(|_| {
                    from.fail();
                    0
                })
            }
        }
    )*};
}

number!(u16, u32, u64, usize);

impl Stored for String {
    fn put(&self, out: &mut Vec<u8>) {
        put_text(self, out);
    }

    fn take(from: &mut Reader<'_>) -> Self {
        from.text().to_owned()
    }
}

impl<T: Stored> Stored for Arc<T> {
    fn put(&self, out: &mut Vec<u8>) {
        T::put(self, out);
    }

    fn take(from: &mut Reader<'_>) -> Self {
        Self::new(T::take(from))
    }
}

impl<T: Stored> Stored for Box<T> {
    fn put(&self, out: &mut Vec<u8>) {
        T::put(self, out);
    }

    fn take(from: &mut Reader<'_>) -> Self {
        Self::new(T::take(from))
    }
}

impl<T: Stored> Stored for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }

    fn take(from: &mut Reader<'_>) -> Self {
        bool::take(from).then(|| T::take(from))
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.len().put(out);
        for value in self {
            value.put(out);
        }
    }

    fn take(from: &mut Reader<'_>) -> Self {
        let len = usize::take(from);
        let mut values = Vec::new();
        // A length may be anything, but every value takes a byte at least.
        while values.len() < len && !from.broken {
            values.push(T::take(from));
        }
        values
    }
}

impl<T: Stored + Ord> Stored for BTreeSet<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.len().put(out);
        for value in self {
            value.put(out);
        }
    }

    fn take(from: &mut Reader<'_>) -> Self {
        Vec::take(from).into_iter().collect()
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Self {
        (A::take(from), B::take(from))
    }
}

/// Implements [`Stored`](crate::record::Stored): for a struct by its fields, for an enum by the
/// numbers of its variants, of which there must be a 0, with their fields. A field that is there
/// since a version says so.
///
/// ```
/// struct Point { x: u32, y: u32, name: String }
/// midturn_core::stored!(struct Point { x, y, name since 2 });
///
/// enum Shape { Dot(Point), Line { from: Point, to: Point } }
/// midturn_core::stored!(enum Shape { 0: Dot(point), 1: Line { from, to } });
/// ```
#[macro_export]
macro_rules! stored {
    (struct $name:ident { $($field:ident $(since $version:literal)?),* $(,)? }) => {
        impl $crate::record::Stored for $name {
            fn put(&self, out: &mut Vec<u8>) {
                let Self { $($field),* } = self;
                $($crate::record::Stored::put($field, out);)*
            }

            fn take(from: &mut $crate::record::Reader<'_>) -> Self {
                Self { $($field: $crate::stored!(@take from $($version)?)),* }
            }
        }
    };
    (enum $name:ident { $(
        $number:literal: $variant:ident
        $(($one:ident))?
        $({ $($field:ident $(since $version:literal)?),* $(,)? })?
    ),* $(,)? }) => {
        impl $crate::record::Stored for $name {
            fn put(&self, out: &mut Vec<u8>) {
                match self {$(
                    Self::$variant $(($one))? $({ $($field),* })? => {
                        $crate::record::put_number($number, out);
                        $($crate::record::Stored::put($one, out);)?
                        $($($crate::record::Stored::put($field, out);)*)?
                    }
                )*}
            }

            fn take(from: &mut $crate::record::Reader<'_>) -> Self {
                match from.number() {
                    $($number => Self::$variant
                        $(({
                            let $one = $crate::record::Stored::take(from);
                            $one
                        }))?
                        $({ $($field: $crate::stored!(@take from $($version)?)),* })?,)*
                    _ => {
                        // What is read of a broken record is 0 from here on.
                        from.fail();
                        Self::take(from)
                    }
                }
            }
        }
    };
    (@take $from:ident) => {
        $crate::record::Stored::take($from)
    };
    (@take $from:ident $version:literal) => {
        $from.since($version)
    };
}
