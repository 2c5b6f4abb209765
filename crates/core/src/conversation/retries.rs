//! How often, and after what time, a request that failed is sent again.

use crate::time::Millis;

/// How many times a refused or lost request is sent in all.
pub(super) const MAX_ATTEMPTS: u32 = 5;

/// How many times a lost run is asked for while its backend cannot be reached: for about five minutes. The
/// run goes on meanwhile, and to send the message again would do its work twice.
pub(super) const MAX_REJOINS: u32 = 40;

/// The longest time, in milliseconds, that a backend can ask for before the next attempt. If it asks for
/// more, the turn ends with what the backend answered: the person decides when to try again.
const LONGEST_WAIT: Millis = 60_000;

/// Whether a backend that asks for this delay is waited for.
pub(super) fn is_soon(asked: Option<Millis>) -> bool {
    asked.is_none_or(|asked| asked <= LONGEST_WAIT)
}

/// Milliseconds before the next attempt: 500, doubled each time, at most 8000.
pub(super) fn backoff(attempt: u32) -> Millis {
    500 << attempt.saturating_sub(1).min(4)
}
