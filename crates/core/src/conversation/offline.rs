//! While the browser is offline, requests and lost streams wait for the connection, without a time
//! limit.
//!
//! The shell reports whether there is a connection.

use super::{Conversation, Phase};
use crate::change::Change;
use crate::effect::Retry;
use crate::id::RunId;
use crate::step::Step;
use crate::time::Millis;

/// Milliseconds until a retry without an online event: some browsers never send one.
const ALL_THE_SAME: Millis = 30_000;

impl Conversation {
    /// Makes the active run wait for the connection, after a request failed because the browser is
    /// offline. Returns whether the run waits.
    pub(super) fn wait_for_connection(&mut self, step: &mut Step) -> bool {
        let Some(active) = &mut self.active else {
            return false;
        };
        let what = match active.phase {
            Phase::Opening { attempt } => {
                active.phase = Phase::Offline { attempt };
                Retry::Open
            }
            // The number of attempts stays: the backend has not refused anything.
            Phase::Rejoining { .. } => Retry::Rejoin,
            Phase::Reading
            | Phase::Blocked
            | Phase::Retrying { .. }
            | Phase::Streaming
            | Phase::Rejoined { .. }
            | Phase::Tools
            | Phase::Busy
            | Phase::Offline { .. } => return false,
        };
        step.change(Change::Run);
        step.retry_later(&active.id, what, ALL_THE_SAME);
        true
    }

    /// Sends at once what waits for the connection, because the connection is back. Joins lost
    /// streams again and repeats cancels. A request that waits for another reason keeps its delay.
    pub(super) fn online(&self, step: &mut Step) {
        let mut now = |run: &RunId, what| {
            step.retry_later(run, what, 0);
        };
        if let Some(active) = &self.active {
            match active.phase {
                Phase::Offline { .. } => now(&active.id, Retry::Open),
                Phase::Rejoining { .. } => now(&active.id, Retry::Rejoin),
                Phase::Reading
                | Phase::Blocked
                | Phase::Opening { .. }
                | Phase::Retrying { .. }
                | Phase::Streaming
                | Phase::Rejoined { .. }
                | Phase::Tools
                | Phase::Busy => {}
            }
        }
        // Sending a cancel twice is harmless. A stop URL is called only once.
        if !self.stops_plainly() {
            self.stopping.online(step);
        }
    }
}
