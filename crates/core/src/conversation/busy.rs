//! A backend that is already running something for the thread. Most often this is a run whose
//! stream the client closed (by a cancel, an interjection or a reload) and which the backend has
//! not stopped. The request waits and is sent again under the same run id.
//!
//! Unreachable backends are in `run`; cancels that the backend answers are in `stop`.

use super::retries::is_soon;
use super::{Conversation, Phase, Voice};
use crate::change::Change;
use crate::effect::Retry;
use crate::run_event::{LostReason, RunEvent};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Outcome, Stop};

/// How many times a busy backend is asked again before the run counts as failed: a little more than
/// a minute in all.
const MAX_BUSY: u32 = 12;

impl Conversation {
    /// Whether the backend is busy: its first event is a busy error, or its stream is empty and an
    /// earlier run may still be active.
    pub(super) fn is_busy(&self, event: &RunEvent) -> bool {
        let Some(active) = self.active.as_ref().filter(|active| active.voice.is_mute()) else {
            return false;
        };
        match event {
            RunEvent::Failed(error) => error.is_busy(),
            RunEvent::Lost(LostReason::Truncated) => {
                matches!(active.phase, Phase::Opening { .. } | Phase::Streaming)
                    && active.voice == Voice::Silent
                    && self.leaves_a_run_behind()
            }
            _ => false,
        }
    }

    /// Whether the backend may still be working on an earlier run: its stream was closed or lost,
    /// and nothing has confirmed that the run stopped. Skips stopped or failed turns that show
    /// nothing: they may have met the same busy run.
    fn leaves_a_run_behind(&self) -> bool {
        if self.active.as_ref().is_some_and(|active| active.overtakes) {
            return true;
        }
        for turn in self.turns.iter().rev().skip(1) {
            match &turn.outcome {
                Some(
                    Outcome::Interrupted(_) | Outcome::Cancelled(Stop::Unknown | Stop::Requested),
                ) => {
                    return true;
                }
                // The answer of a stop URL confirms only that the request arrived.
                Some(Outcome::Cancelled(Stop::Confirmed)) if self.stops_plainly() => return true,
                Some(Outcome::Cancelled(Stop::Unsent)) => {}
                Some(Outcome::Cancelled(Stop::Confirmed) | Outcome::Failed(_))
                    if turn.is_blank() => {}
                Some(
                    Outcome::Cancelled(Stop::Confirmed)
                    | Outcome::Failed(_)
                    | Outcome::Completed
                    | Outcome::Waiting(_),
                )
                | None => return false,
            }
        }
        false
    }

    /// Notes that the backend has completed a run that it had refused as busy: what it was still
    /// working on is over.
    pub(super) fn was_free(&mut self, step: &mut Step) {
        for turn in &mut self.turns {
            if turn.outcome == Some(Outcome::Cancelled(Stop::Unknown)) {
                turn.outcome = Some(Outcome::Cancelled(Stop::Confirmed));
                step.change(Change::TurnChanged(turn.id.clone()));
            }
        }
    }

    /// Sends the request again later, after the delay that the backend `asked` for, else after a
    /// backoff. Returns false if there is no active run or the retries are used up.
    pub(super) fn wait_while_busy(
        &mut self,
        asked: Option<Millis>,
        at: Millis,
        step: &mut Step,
    ) -> bool {
        let Some(active) = &mut self.active else {
            return false;
        };
        if active.busy >= MAX_BUSY || !is_soon(asked) {
            return false;
        }
        active.busy += 1;
        active.voice = Voice::Silent;
        // The next request has a silence of its own.
        active.quiet = false;
        let attempt = active.busy;
        active.wait(Phase::Busy, Retry::Open, attempt, asked, at, step);
        true
    }

    /// Sends the waiting request now.
    pub(super) fn open_again(&mut self, step: &mut Step) {
        let Some(active) = &mut self.active else {
            return;
        };
        active.open(step);
    }
}
