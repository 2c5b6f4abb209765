//! Points and spans in time, as numbers that come in with inputs. The core reads no clock.

/// Milliseconds: since the Unix epoch for a point in time, plain for a span.
pub type Millis = u64;
