//! `OpenAI`'s Responses. The endpoint stores nothing, so each request has the whole conversation.

mod read;
mod request;

pub(super) use read::Reader;
pub(super) use request::body;
