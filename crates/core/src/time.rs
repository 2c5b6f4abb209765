//! Points and spans in time, as numbers. The core reads no clock: each input carries its time.

/// Milliseconds: since the Unix epoch for a point in time, plain for a span.
pub type Millis = u64;
