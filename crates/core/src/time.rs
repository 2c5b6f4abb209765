//! Points and spans in time as the core sees them: numbers that come in with inputs.
//!
//! Not responsible for reading a clock; the core never does.

/// Milliseconds: since the Unix epoch for a point in time, plain for a span.
pub type Millis = u64;
