//! The texts of a catalogue that are not fixed: those with values inside, and those around another
//! text.

/// The text before and the text after another text.
#[derive(Clone, Copy)]
pub struct Around(pub(super) &'static str, pub(super) &'static str);

impl Around {
    /// Puts both around `text`.
    pub fn of(&self, text: &str) -> String {
        format!("{}{text}{}", self.0, self.1)
    }
}

/// A text that is not fixed: the built-in function, or an embedder's text.
///
/// `F` is `fn` from the values to the text.
#[derive(Clone, Copy)]
pub enum Said<F> {
    /// A language of this program.
    BuiltIn(F),
    /// An embedder's text.
    Own(Own),
}

/// An embedder's text, as a function of the values.
pub(super) type Own = &'static (dyn Fn(&[Value<'_>]) -> String + Send + Sync);

/// A value inside a text.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// A number of things.
    Count(u64),
    /// A number that counts nothing, such as an HTTP status. Always written in plain digits.
    Code(u16),
    /// A name or a quoted text.
    Name(&'a str),
}

/// The kind of a [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Count,
    Code,
    Name,
}

/// A type that can be inside a text.
pub(super) trait Inside<'a>: Into<Value<'a>> {
    const KIND: Kind;
    /// The value itself.
    #[cfg(test)]
    fn of(value: Value<'a>) -> Self;
}

macro_rules! inside {
    ($($kind:ident($type:ty as $held:ty);)*) => { $(
        impl<'a> From<$type> for Value<'a> {
            fn from(value: $type) -> Self {
                Self::$kind(value as $held)
            }
        }
        impl<'a> Inside<'a> for $type {
            const KIND: Kind = Kind::$kind;
            #[cfg(test)]
            fn of(value: Value<'a>) -> Self {
                match value {
                    Value::$kind(value) => value.try_into().expect("it fits"),
                    other => panic!("{other:?} is of another kind"),
                }
            }
        }
    )* };
}

inside! {
    Count(usize as u64);
    Count(u64 as u64);
    Code(u16 as u16);
    Name(&'a str as &'a str);
}

/// A placeholder of a text: its name and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placeholder {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

/// A text that can be replaced by a function of the values.
pub(super) trait Replaceable {
    fn replace(&mut self, own: Own);
    /// The text with these values inside, which must be of its placeholders' kinds.
    #[cfg(test)]
    fn write(&self, values: &[Value<'_>]) -> String;
}

/// Writes texts of these signatures. One function for each signature, and not one for each text, so
/// that the program stays small.
macro_rules! signatures {
    ($(($($name:ident: $type:ty),*))*) => { $(
        impl Said<fn($($type),*) -> String> {
            /// The text with these values inside.
            #[inline(never)]
            pub fn say(&self, $($name: $type),*) -> String {
                match self {
                    Self::BuiltIn(write) => write($($name),*),
                    Self::Own(write) => write(&[$($name.into()),*]),
                }
            }
        }

        impl Replaceable for Said<fn($($type),*) -> String> {
            fn replace(&mut self, own: Own) {
                *self = Self::Own(own);
            }
            #[cfg(test)]
            fn write(&self, values: &[Value<'_>]) -> String {
                let mut values = values.iter();
                let mut next = || *values.next().expect("a value for each placeholder");
                self.say($(Inside::of({ let $name = next(); $name })),*)
            }
        }
    )* };
}

signatures! {
    (a: usize)
    (a: u64)
    (a: u16)
    (a: &str)
    (a: usize, b: usize)
    (a: &str, b: &str)
    (a: &str, b: usize)
    (a: &str, b: u64)
}
