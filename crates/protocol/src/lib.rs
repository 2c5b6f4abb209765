//! Bytes to core inputs and back: the SSE parser, the adapters of the protocols, the requests, and
//! Midturn's control extension. Reads leniently, writes strictly.
//!
//! Does no IO, has no clock and no retries, and keeps only the state for reading one stream.

pub mod a2a;
pub mod agui;
pub mod agui_backend;
pub mod ai_sdk;
pub mod call;
pub mod control;
pub mod detect;
pub mod diagnostic;
mod fields;
mod form;
pub mod item;
pub mod json;
pub mod langgraph;
pub mod name;
pub mod openai;
mod out;
pub mod plan;
mod progress;
pub mod protocol;
pub mod reader;
pub mod request;
pub mod sse;
mod value;
