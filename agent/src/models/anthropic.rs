//! Anthropic's Messages.

mod read;
mod request;

pub(super) use read::Reader;
pub(super) use request::body;
