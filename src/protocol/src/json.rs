//! JSON as text: read one level at a time, written field by field.
//!
//! Values stay the text they came as, so that one of the wrong type can be shown as it was
//! written, and no number is ever read or written as a float. Not responsible for what fields
//! mean.

mod brief;
mod read;
mod write;

pub use brief::{argument_fields, argument_values, brief_arguments, text_of};
pub use read::is_json;
pub(crate) use read::{list, object, string};
pub use write::{Writer, inside_string, object_of, string_of};

#[cfg(test)]
mod tests;
