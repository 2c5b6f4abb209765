//! A browser without a connection: what was to be sent waits until there is one, for as long as it
//! takes, and so does a stream that is to be joined again.
//!
//! Not responsible for knowing whether there is a connection: the shell says so.

use super::stop::StopState;
use super::{Conversation, Phase};
use crate::change::Change;
use crate::effect::{Effect, Retry};
use crate::id::RunId;
use crate::step::Step;
use crate::time::Millis;

/// When it is tried all the same: some browsers never say that the connection is back.
const ALL_THE_SAME: Millis = 30_000;

impl Conversation {
    /// The run at work could not be sent, or its stream not be joined, because there is no
    /// connection. Says whether it waits for one.
    pub(super) fn wait_for_connection(&mut self, step: &mut Step) -> bool {
        let Some(active) = &mut self.active else {
            return false;
        };
        let what = match active.phase {
            Phase::Opening { .. } => {
                active.phase = Phase::Offline;
                Retry::Open
            }
            // As often as it takes: nothing is said about the backend.
            Phase::Rejoining { .. } => Retry::Rejoin,
            Phase::Blocked
            | Phase::Retrying { .. }
            | Phase::Streaming
            | Phase::Rejoined { .. }
            | Phase::Tools
            | Phase::Busy
            | Phase::Offline => return false,
        };
        step.change(Change::Run);
        step.effect(Effect::RetryLater {
            run: active.id.clone(),
            what,
            after: ALL_THE_SAME,
        });
        true
    }

    /// There is a connection again. What waits for a time that a backend has asked for goes on
    /// waiting.
    pub(super) fn online(&self, step: &mut Step) {
        let mut now = |run: &RunId, what| {
            step.effect(Effect::RetryLater {
                run: run.clone(),
                what,
                after: 0,
            });
        };
        if let Some(active) = &self.active {
            match active.phase {
                Phase::Offline => now(&active.id, Retry::Open),
                Phase::Rejoining { .. } => now(&active.id, Retry::Rejoin),
                Phase::Blocked
                | Phase::Opening { .. }
                | Phase::Retrying { .. }
                | Phase::Streaming
                | Phase::Rejoined { .. }
                | Phase::Tools
                | Phase::Busy => {}
            }
        }
        // Asking twice is harmless. A stop URL is asked once.
        for held in self.stopping.iter().filter(|_| !self.stops_plainly()) {
            if matches!(held.state, StopState::Asking { .. }) {
                now(&held.run, Retry::Cancel);
            }
        }
    }
}
