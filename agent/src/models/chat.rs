//! `OpenAI`'s Chat Completions.

mod read;
mod request;

pub(super) use read::Reader;
pub(super) use request::body;
