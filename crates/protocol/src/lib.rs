//! Bytes to core inputs and back: the SSE parser, the AG-UI 1.0 adapter, the request body, and
//! Midturn's control extension. Reads leniently, writes strictly.
//!
//! Does no IO, has no clock and no retries, and keeps only the state for reading one stream.

pub mod agui;
pub mod control;
pub mod diagnostic;
pub mod json;
pub mod request;
pub mod sse;
