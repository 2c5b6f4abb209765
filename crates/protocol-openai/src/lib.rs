//! OpenAI-compatible backends: Chat Completions ([`Chat`]) and Responses ([`Responses`]).
//!
//! Both are interfaces to a model. Unless the server runs the tools itself, this client answers
//! the tool calls, and the next request brings the results.

mod body;
pub mod chat;
mod error;
mod files;
mod given;
pub mod responses;
#[cfg(test)]
mod testing;

pub use chat::Chat;
pub use chat::details::Details;
pub use responses::Responses;
