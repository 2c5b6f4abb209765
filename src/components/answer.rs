//! The agent's texts: markdown, drawn while it streams.
//!
//! Not responsible for the syntax (see `midturn-markdown`). No text is ever parsed as HTML: every
//! node is created by its own DOM call.

mod code;
mod consent;
mod download;
mod elements;
mod extras;
mod formula;
mod frame;
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
pub(super) use setting::Given;
pub use setting::{Answers, Images};
pub use written::AnswerText;
