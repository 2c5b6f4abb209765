//! The agent's words: markdown, drawn while it is written.
//!
//! Not responsible for the syntax (see `midturn-markdown`) nor for where in a turn they stand. No
//! markup is made from text anywhere: every node by its own call.

mod code;
mod consent;
mod elements;
mod extras;
mod formula;
mod highlight;
mod image;
mod lines;
mod looks;
mod nodes;
mod note;
mod page;
mod setting;
mod task;
mod view;
mod written;

pub(super) use image::RemoteImage;
pub use midturn_markdown::Rules;
pub use setting::{Answers, Images};
pub use written::AnswerText;
