//! A backend that is at work for the thread already: most often with a run that this side has
//! closed the stream of, and that the backend has not stopped: by a cancel, an interjection or a
//! reload. What was to be sent waits and is sent again, under the same id.
//!
//! Not responsible for backends that are down (see `run`), nor for those that can be asked to stop
//! (see `stop`).

use super::run::backoff;
use super::{Conversation, Phase, Voice};
use crate::change::Change;
use crate::effect::{Effect, Retry};
use crate::run_event::{LostReason, RunEvent};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Outcome, Stop};

/// How often a message is sent again before it counts as failed: for a little more than a minute.
const MAX_BUSY: u32 = 12;

impl Conversation {
    /// Whether the run at work is told that its backend is busy: in a word, before it has said
    /// anything else, or with an answer that is empty, where an earlier run may not be over.
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

    /// Whether a run before the one at work may still be at work at the backend: its stream was
    /// closed or lost, and nobody has said that it has stopped. Turns that the backend has shown
    /// nothing of are passed over: they may have met the same run.
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
                // A stop URL's yes says that the stop was heard, and no more.
                Some(Outcome::Cancelled(Stop::Confirmed)) if self.stops_plainly() => return true,
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

    /// Sends the request again later, after the time that the backend has `asked` for if it has.
    /// Says whether there is still a point in that.
    pub(super) fn wait_while_busy(&mut self, asked: Option<Millis>, step: &mut Step) -> bool {
        let Some(active) = &mut self.active else {
            return false;
        };
        if active.busy >= MAX_BUSY {
            return false;
        }
        active.busy += 1;
        active.phase = Phase::Busy;
        active.voice = Voice::Silent;
        step.change(Change::Run);
        step.effect(Effect::RetryLater {
            run: active.id.clone(),
            what: Retry::Open,
            after: asked.unwrap_or_else(|| backoff(active.busy)),
        });
        true
    }

    /// The time has come.
    pub(super) fn open_again(&mut self, step: &mut Step) {
        let Some(active) = &mut self.active else {
            return;
        };
        active.phase = Phase::Opening { attempt: 1 };
        step.change(Change::Run);
        step.effect(Effect::OpenStream {
            run: active.id.clone(),
        });
    }
}
