//! The value of an attribute or a text.
//!
//! Not responsible for which attributes there are.

use std::borrow::Cow;

/// The value of an attribute or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The attribute is not there; the text is empty.
    Absent,
    /// This text.
    Text(Cow<'static, str>),
}

impl Value {
    /// The text; empty where there is none.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Absent => "",
            Self::Text(text) => text,
        }
    }
}

/// `true` or `false`, for attributes that say which.
pub fn flag(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

impl From<&'static str> for Value {
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

/// An attribute that is there or not, such as `disabled`.
impl From<bool> for Value {
    fn from(present: bool) -> Self {
        if present {
            Self::from("")
        } else {
            Self::Absent
        }
    }
}

impl<V: Into<Self>> From<Option<V>> for Value {
    fn from(value: Option<V>) -> Self {
        value.map_or(Self::Absent, Into::into)
    }
}
