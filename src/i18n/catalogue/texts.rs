//! The macro that declares the texts of a catalogue, and the types of those that are not fixed.
//!
//! A declaration is one line for each text. The macro derives three things from it, so that they
//! cannot differ: the field, which every language must set; the method that writes the text; and
//! [`Texts::each`], which visits all texts by name, so that an embedder can replace any of them.

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
pub(in crate::i18n) type Own = &'static (dyn Fn(&[Value<'_>]) -> String + Send + Sync);

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
pub(in crate::i18n) enum Kind {
    Count,
    Code,
    Name,
}

/// A type that can be inside a text.
pub(in crate::i18n) trait Inside<'a>: Into<Value<'a>> {
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
pub(in crate::i18n) struct Placeholder {
    pub(in crate::i18n) name: &'static str,
    pub(in crate::i18n) kind: Kind,
}

/// A text that can be replaced by a function of the values.
pub(in crate::i18n) trait Replaceable {
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

/// A field of a catalogue, to be replaced.
pub(in crate::i18n) enum Slot<'a> {
    /// A fixed text.
    Text(&'a mut &'static str),
    /// A tag for the browser, which is not shown.
    Tag,
    /// The texts around another text, whose placeholder has this name.
    Around(&'a mut super::Around, &'static str),
    /// A text with values inside.
    Said(&'a mut dyn Replaceable, &'static [Placeholder]),
}

/// The place of a field: its group, which is empty for the catalogue itself, its name, and what it
/// is for.
#[derive(Clone, Copy)]
pub(in crate::i18n) struct Place {
    pub(in crate::i18n) group: &'static str,
    pub(in crate::i18n) name: &'static str,
    #[cfg(test)]
    pub(in crate::i18n) about: &'static str,
}

/// All fields of a catalogue or a group.
pub(in crate::i18n) trait Texts {
    /// Visits every field in the order of the declaration.
    fn each(&mut self, group: &'static str, visit: &mut dyn FnMut(Place, Slot<'_>));
}

/// Declares a struct of texts. Each field is one of:
///
/// - `Text`: a fixed text;
/// - `Said(name: type, …)`: a text with these values inside, `usize` or `u64` for a number of
///   things, `u16` for a number that counts nothing, `&str` for a name. It is a method;
/// - `Around(name)`: the texts before and after another text;
/// - `Tag`: a tag for the browser, which is not shown;
/// - `Group(Type)`: texts that are declared elsewhere.
macro_rules! texts {
    (
        $(#[$on:meta])*
        pub struct $struct:ident { $(
            $(#[doc = $doc:literal])*
            pub $field:ident: $kind:ident $(($($given:tt)*))?,
        )* }
    ) => {
        $(#[$on])*
        #[derive(Clone, Copy)]
        pub struct $struct { $(
            $(#[doc = $doc])*
            pub $field: texts!(@type $kind $(($($given)*))?),
        )* }

        impl $struct {
            $( texts!(@method [$($doc)*] $field $kind $(($($given)*))?); )*
        }

        impl $crate::i18n::catalogue::texts::Texts for $struct {
            fn each(
                &mut self,
                group: &'static str,
                visit: &mut dyn FnMut(
                    $crate::i18n::catalogue::texts::Place,
                    $crate::i18n::catalogue::texts::Slot<'_>,
                ),
            ) {
                $( texts!(@visit self group visit [$($doc)*] $field $kind $(($($given)*))?); )*
            }
        }
    };

    (@type Text) => { &'static str };
    (@type Tag) => { &'static str };
    (@type Around($name:ident)) => { $crate::i18n::catalogue::Around };
    (@type Group($type:ident)) => { $type };
    (@type Said($($name:ident: $type:ty),*)) => {
        $crate::i18n::catalogue::Said<fn($($type),*) -> String>
    };

    (@method [$($doc:literal)*] $field:ident Said($($name:ident: $type:ty),*)) => {
        $(#[doc = $doc])*
        pub fn $field(&self, $($name: $type),*) -> String {
            self.$field.say($($name),*)
        }
    };
    (@method $doc:tt $field:ident $($kind:tt)*) => {};

    (@visit $self:ident $group:ident $visit:ident $doc:tt $field:ident Group($type:ident)) => {
        $crate::i18n::catalogue::texts::Texts::each(&mut $self.$field, stringify!($field), $visit);
    };
    (@visit $self:ident $group:ident $visit:ident [$($doc:literal)*] $field:ident $($kind:tt)*) => {
        $visit(
            $crate::i18n::catalogue::texts::Place {
                group: $group,
                name: stringify!($field),
                #[cfg(test)]
                about: concat!($($doc),*),
            },
            texts!(@slot $self $field $($kind)*),
        );
    };

    (@slot $self:ident $field:ident Text) => {
        $crate::i18n::catalogue::texts::Slot::Text(&mut $self.$field)
    };
    (@slot $self:ident $field:ident Tag) => {
        $crate::i18n::catalogue::texts::Slot::Tag
    };
    (@slot $self:ident $field:ident Around($name:ident)) => {
        $crate::i18n::catalogue::texts::Slot::Around(&mut $self.$field, stringify!($name))
    };
    (@slot $self:ident $field:ident Said($($name:ident: $type:ty),*)) => {
        $crate::i18n::catalogue::texts::Slot::Said(&mut $self.$field, &[$(
            $crate::i18n::catalogue::texts::Placeholder {
                name: stringify!($name),
                kind: <$type as $crate::i18n::catalogue::texts::Inside>::KIND,
            }
        ),*])
    };
}
