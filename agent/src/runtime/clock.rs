//! The time of day for the engine. `pace.rs` has the durations of scripted steps.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::engine::Millis;

/// Milliseconds since the Unix epoch; 0 when the system clock is before it.
pub(crate) fn now() -> Millis {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}
