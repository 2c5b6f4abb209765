//! Bytes to core inputs and back: the SSE parser, what all protocols share, AG-UI, the requests, and
//! Midturn's control extension. The other protocols are crates over this one. Reads leniently, writes
//! strictly.
//!
//! Does no IO, has no clock and no retries, and keeps only the state for reading one stream.

pub mod agui;
pub mod agui_backend;
pub mod call;
pub mod control;
pub mod detect;
pub mod diagnostic;
pub mod fields;
pub mod form;
pub mod growth;
pub mod item;
pub mod json;
pub mod made_file;
pub mod name;
pub mod out;
pub mod plan;
pub mod progress;
pub mod protocol;
pub mod reader;
pub mod request;
pub mod sse;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod value;
