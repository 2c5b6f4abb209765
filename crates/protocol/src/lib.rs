//! Bytes to core inputs and back: the SSE parser, the AG-UI 1.0 adapter, the request body, and
//! Midturn's control extension. Reads leniently, writes strictly.
//!
//! Not responsible for IO, time, retries, or what an event means to a conversation: no byte is
//! fetched here and no state of the conversation is kept beyond what reading one stream needs.

pub mod agui;
pub mod control;
pub mod diagnostic;
pub mod json;
pub mod request;
pub mod sse;
