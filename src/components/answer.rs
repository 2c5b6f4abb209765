//! The agent's words: markdown, drawn while it is written.
//!
//! Not responsible for the syntax (see `midturn-markdown`) nor for where in a turn they stand. No
//! markup is made from text anywhere: every node by its own call.

mod code;
mod consent;
mod elements;
mod extras;
mod highlight;
mod image;
mod lines;
mod page;
mod press;
mod setting;
mod written;

pub(super) use elements::link;
pub(super) use image::remote_image;
pub use midturn_markdown::Rules;
pub(super) use press::press;
pub use setting::{Answers, Images};
pub use written::answer_text;
