//! Cancels: which stop at once, which the backend must confirm, and its answers.
//!
//! Every cancel names its run. A backend that supports cancels is asked until it answers, and the
//! next run is not sent before that.

mod lost;

use serde::{Deserialize, Serialize};

use super::run::{MAX_ATTEMPTS, advance, backoff};
use super::{Conversation, Phase};
use crate::change::Change;
use crate::effect::{Announcement, Diagnostic, Effect, Retry};
use crate::id::{MessageId, RunId};
use crate::input::CancelAnswer;
use crate::run_event::{FinishOutcome, RunEvent};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Failure, LedgerEvent, Outcome, Stop};

/// Milliseconds that a run may take to end after its stop URL answered; then its stream is closed.
const HANG_UP_AFTER: Millis = 3_000;

/// A cancelled run that its backend has not ended yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stopping {
    /// The run.
    pub run: RunId,
    /// Its turn.
    pub turn: MessageId,
    /// How far the cancel is.
    pub state: StopState,
    /// When the person cancelled it.
    pub since: Millis,
    /// The backend's number of the last event that was applied.
    pub cursor: Option<u64>,
    /// How many times its stream was lost since it last delivered something.
    pub lost: u32,
    /// The person does not wait for what is still running.
    pub forced: bool,
}

impl Stopping {
    /// Whether no more events will come from the run, so that only the answer to the cancel is
    /// left.
    fn is_deaf(&self) -> bool {
        self.lost > MAX_ATTEMPTS
    }
}

/// How far a cancel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum StopState {
    /// The cancel was sent for the `attempt`-th time.
    Asking {
        /// Counted from 1.
        attempt: u32,
    },
    /// The backend has answered; the run's last events are still to come.
    Answered,
}

impl Conversation {
    /// Cancels the active run in any phase. Returns its turn.
    pub(super) fn cancel_active(&mut self, at: Millis, step: &mut Step) -> Option<MessageId> {
        let unheard = self.is_unheard();
        let run = self.active.take()?;
        if unheard && let Some(turn) = self.turns.last_mut() {
            turn.withdraw(&run.resume, step);
        }
        // The backend is doing nothing for the run in these phases.
        let no_stream = matches!(
            run.phase,
            Phase::Blocked | Phase::Tools | Phase::Busy | Phase::Offline
        );
        let asks = (self.abilities.cancel || self.abilities.plain_stop) && !no_stream;
        let known = match run.phase {
            Phase::Blocked | Phase::Tools | Phase::Busy | Phase::Offline => Stop::Confirmed,
            _ if asks => Stop::Requested,
            Phase::Opening { .. }
            | Phase::Retrying { .. }
            | Phase::Streaming
            | Phase::Rejoining { .. }
            | Phase::Rejoined { .. } => Stop::Unknown,
        };
        let steps = self
            .turn(&run.turn)
            .map_or(0, crate::transcript::Turn::finished_steps);
        self.end_turn(&run.turn, Outcome::Cancelled(known), at, step);
        self.log_in(&run.turn, LedgerEvent::StopAsked { steps }, at, step);
        self.log_stop(&run.turn, known, at, step);
        self.strand_pending(&run.turn, at, step);
        step.change(Change::Run);
        if asks {
            step.effect(Effect::SendCancel {
                run: run.id.clone(),
            });
            self.stopping.push(Stopping {
                run: run.id.clone(),
                turn: run.turn.clone(),
                state: StopState::Asking { attempt: 1 },
                since: at,
                cursor: run.cursor,
                lost: match run.phase {
                    Phase::Rejoining { attempt } | Phase::Rejoined { attempt } => attempt,
                    Phase::Blocked
                    | Phase::Opening { .. }
                    | Phase::Retrying { .. }
                    | Phase::Streaming
                    | Phase::Tools
                    | Phase::Busy
                    | Phase::Offline => 0,
                },
                forced: false,
            });
            // No request is under way, so no stream would report the run's end.
            if matches!(run.phase, Phase::Retrying { .. }) {
                self.stopping_lost(&run.id, true, at, step);
            }
        } else if !no_stream {
            step.effect(Effect::AbortStream { run: run.id });
        } else {
            run.stop_tools(step);
        }
        step.announce(Announcement::Cancelled { steps });
        self.check_target(step);
        Some(run.turn)
    }

    fn log_in(&mut self, turn: &MessageId, event: LedgerEvent, at: Millis, step: &mut Step) {
        if let Some(turn) = self.turns.iter_mut().rev().find(|held| held.id == *turn) {
            turn.log(event, at, step);
        }
    }

    /// Logs a stop that is confirmed or unknown.
    fn log_stop(&mut self, turn: &MessageId, known: Stop, at: Millis, step: &mut Step) {
        let event = match known {
            Stop::Requested => return,
            Stop::Confirmed => LedgerEvent::StopConfirmed,
            Stop::Unknown => LedgerEvent::StopUnknown,
        };
        self.log_in(turn, event, at, step);
    }

    pub(super) fn is_stopping(&self, run: &RunId) -> bool {
        self.stopping.iter().any(|held| held.run == *run)
    }

    /// Whether a new run must wait because the backend has not answered a cancel yet.
    pub(super) fn is_stop_unanswered(&self) -> bool {
        #[cfg(feature = "seeded-bugs")]
        if self.seeded(super::seeded::SeededBug::SendBeforeCancelAnswered) {
            return false;
        }
        self.stopping
            .iter()
            .any(|held| matches!(held.state, StopState::Asking { .. }))
    }

    pub(super) fn cancel_answered(
        &mut self,
        run: &RunId,
        answer: &CancelAnswer,
        at: Millis,
        step: &mut Step,
    ) {
        let Some(held) = self.stopping.iter_mut().find(|held| held.run == *run) else {
            step.diagnose(Diagnostic::OtherRun(run.clone()));
            return;
        };
        let StopState::Asking { attempt } = held.state else {
            step.diagnose(Diagnostic::NotNow("cancel answered"));
            return;
        };
        match answer {
            CancelAnswer::Accepted | CancelAnswer::AlreadyFinished => {
                held.state = StopState::Answered;
                if held.is_deaf() {
                    self.give_up_stopping(run, Stop::Confirmed, at, step);
                } else if self.stops_plainly() {
                    step.effect(Effect::RetryLater {
                        run: run.clone(),
                        what: Retry::HangUp,
                        after: HANG_UP_AFTER,
                    });
                }
            }
            CancelAnswer::Refused => self.give_up_stopping(run, Stop::Unknown, at, step),
            CancelAnswer::Unknown => self.give_up_stopping(run, Stop::Confirmed, at, step),
            CancelAnswer::Unreachable => {
                #[cfg(feature = "seeded-bugs")]
                if self.seeded(super::seeded::SeededBug::CancelNotRetried) {
                    self.give_up_stopping(run, Stop::Confirmed, at, step);
                    self.release(step);
                    return;
                }
                if attempt < MAX_ATTEMPTS {
                    let run = run.clone();
                    step.effect(Effect::RetryLater {
                        run,
                        what: Retry::Cancel,
                        after: backoff(attempt),
                    });
                    return;
                }
                self.give_up_stopping(run, Stop::Unknown, at, step);
            }
        }
        self.release(step);
    }

    pub(super) fn retry_cancel(&mut self, run: &RunId, step: &mut Step) {
        let held = self.stopping.iter_mut().find(|held| held.run == *run);
        match held.map(|held| &mut held.state) {
            Some(StopState::Asking { attempt }) => {
                *attempt += 1;
                step.effect(Effect::SendCancel { run: run.clone() });
            }
            Some(StopState::Answered) | None => step.diagnose(Diagnostic::NotNow("retry cancel")),
        }
    }

    /// Applies an event of a cancelled run to its own turn: steps that finished before the stop are
    /// kept, and the run's real end replaces the assumed outcome.
    pub(super) fn stopping_event(
        &mut self,
        run: &RunId,
        cursor: Option<u64>,
        event: RunEvent,
        at: Millis,
        step: &mut Step,
    ) {
        let Some(held) = self.stopping.iter_mut().find(|held| held.run == *run) else {
            return;
        };
        if !advance(&mut held.cursor, cursor) {
            step.diagnose(Diagnostic::Repeated(cursor.unwrap_or_default()));
            return;
        }
        if !matches!(
            event,
            RunEvent::Opened | RunEvent::Lost(_) | RunEvent::OpenFailed(_)
        ) {
            held.lost = 0;
        }
        let turn = held.turn.clone();
        // A plain stop URL has no event for a stop: a run that ends after the call was stopped.
        let plainly = self.stops_plainly();
        let outcome = match event {
            RunEvent::Finished(_) | RunEvent::Failed(_) if plainly => {
                Outcome::Cancelled(Stop::Confirmed)
            }
            RunEvent::Finished(FinishOutcome::Success | FinishOutcome::Pending(_)) => {
                Outcome::Completed
            }
            RunEvent::Finished(FinishOutcome::Cancelled | FinishOutcome::Interrupt(_)) => {
                Outcome::Cancelled(Stop::Confirmed)
            }
            RunEvent::Failed(error) => Outcome::Failed(Failure::Agent(error)),
            RunEvent::Lost(_) => {
                self.stopping_lost(run, true, at, step);
                return;
            }
            RunEvent::OpenFailed(error) => {
                self.stopping_lost(run, error.is_passing(), at, step);
                return;
            }
            RunEvent::Opened | RunEvent::Started | RunEvent::Abilities(_) => return,
            content => {
                self.content(run, Some(&turn), content, at, step);
                return;
            }
        };
        let event = match outcome {
            Outcome::Completed => Some(LedgerEvent::StopTooLate),
            Outcome::Cancelled(_) => Some(LedgerEvent::StopConfirmed),
            Outcome::Failed(_) | Outcome::Interrupted(_) | Outcome::Waiting(_) => None,
        };
        if !self.is_at_work_on(&turn) {
            self.end_turn(&turn, outcome, at, step);
        }
        if let Some(event) = event {
            self.log_in(&turn, event, at, step);
        }
        self.stopping.retain(|held| held.run != *run);
        step.change(Change::Run);
        self.release(step);
        #[cfg(feature = "seeded-bugs")]
        self.seeded_late_finish(at, step);
    }

    /// The time for a stopped run to end by itself is over.
    pub(super) fn hang_up(&mut self, run: &RunId, at: Millis, step: &mut Step) {
        let heard = |held: &Stopping| held.run == *run && held.state == StopState::Answered;
        if self.stopping.iter().any(heard) {
            self.give_up_stopping(run, Stop::Confirmed, at, step);
        } else {
            step.diagnose(Diagnostic::NotNow("hang up"));
        }
    }

    /// The person does not wait for a stopping run: its later events are ignored.
    pub(super) fn leave_stopping(&mut self, run: &RunId, at: Millis, step: &mut Step) {
        self.give_up_stopping(run, Stop::Unknown, at, step);
        self.release(step);
    }

    /// Ends the wait for a cancelled run and records what is known of its stop.
    fn give_up_stopping(&mut self, run: &RunId, known: Stop, at: Millis, step: &mut Step) {
        let Some(place) = self.stopping.iter().position(|held| held.run == *run) else {
            return;
        };
        let held = self.stopping.remove(place);
        if !self.is_at_work_on(&held.turn) {
            self.end_turn(&held.turn, Outcome::Cancelled(known), at, step);
        }
        self.log_stop(&held.turn, known, at, step);
        step.change(Change::Run);
        step.effect(Effect::AbortStream { run: held.run });
    }

    /// Sends the blocked run once every cancel is answered.
    pub(super) fn release(&mut self, step: &mut Step) {
        if self.is_stop_unanswered() {
            return;
        }
        if let Some(active) = self
            .active
            .as_mut()
            .filter(|active| active.phase == Phase::Blocked)
        {
            active.phase = Phase::Opening { attempt: 1 };
            let run = active.id.clone();
            step.change(Change::Run);
            step.effect(Effect::OpenStream { run });
        }
    }
}
