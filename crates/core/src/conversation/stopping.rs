//! Cancelled runs that have not ended yet. Tracks each cancel, and handles its answer, the last
//! events of the run's stream, losses and retries.
//!
//! While the backend cannot be reached, a cancel is sent at most [`MAX_ATTEMPTS`] times; a reload
//! sends it once more. The effects on the turns are in [`super::stop`].

mod held;

use serde::{Deserialize, Serialize};

use super::active::{Run, Voice, advance};
use super::quiet::{QUIET, join_anew};
use super::retries::{MAX_ATTEMPTS, backoff};
use crate::control::CancelAnswer;
use crate::effect::{Diagnostic, Effect, Retry};
use crate::id::{MessageId, RunId};
use crate::run_event::RunEvent;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::Stop;

pub(super) use held::AfterAnswer;
pub use held::{StopState, Stopping};

/// Milliseconds that a run may take to end after a cancel was answered. Then its stream is closed if
/// the embedder's stop URL has answered, which confirms only that the request arrived. A backend
/// that keeps runs is asked for the last events if its stream says nothing.
const HANG_UP_AFTER: Millis = 3_000;

/// Milliseconds that a backend may take to say what it can do, when a run is stopped before that.
/// Then its stream is closed.
const LISTEN_FOR: Millis = 2_000;

/// All runs whose cancel is not over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Stops(Vec<Stopping>);

impl Stops {
    /// The runs, in the order they were cancelled.
    pub(super) fn all(&self) -> &[Stopping] {
        &self.0
    }

    fn get(&self, run: &RunId) -> Option<&Stopping> {
        self.0.iter().find(|held| held.run == *run)
    }

    fn get_mut(&mut self, run: &RunId) -> Option<&mut Stopping> {
        self.0.iter_mut().find(|held| held.run == *run)
    }

    /// Whether this run is stopping.
    pub(super) fn has(&self, run: &RunId) -> bool {
        self.get(run).is_some()
    }

    /// The turn of a stopping run.
    pub(super) fn turn_of(&self, run: &RunId) -> Option<&MessageId> {
        self.get(run).map(|held| &held.turn)
    }

    /// Whether a run of this turn is stopping.
    pub(super) fn is_of(&self, turn: &MessageId) -> bool {
        self.0.iter().any(|held| held.turn == *turn)
    }

    /// Whether a backend has not answered a cancel yet; a new run waits for that.
    pub(super) fn is_unanswered(&self) -> bool {
        !self.0.iter().all(|held| held.state.is_answered())
    }

    /// Whether the backend of this run has not said yet whether it takes a cancel.
    pub(super) fn is_listening(&self, run: &RunId) -> bool {
        let held = self.get(run);
        held.is_some_and(|held| held.state == StopState::Listening)
    }

    /// Sends the cancel of a run.
    pub(super) fn begin(&mut self, run: &Run, at: Millis, step: &mut Step) {
        self.listed(run, StopState::Asking { attempt: 1 }, at);
        step.effect(Effect::SendCancel {
            run: run.id.clone(),
        });
    }

    /// Waits until the backend of a run says whether it takes a cancel.
    pub(super) fn listen(&mut self, run: &Run, at: Millis, step: &mut Step) {
        self.listed(run, StopState::Listening, at);
        step.effect(Effect::DropUnsent {
            run: run.id.clone(),
        });
        step.retry_later(&run.id, Retry::HangUp, LISTEN_FOR);
    }

    /// Sends the cancel of a run whose backend takes it.
    pub(super) fn ask(&mut self, run: &RunId, step: &mut Step) {
        let Some(held) = self.get_mut(run) else {
            return;
        };
        held.state = StopState::Asking { attempt: 1 };
        step.effect(Effect::SendCancel { run: run.clone() });
    }

    fn listed(&mut self, run: &Run, state: StopState, at: Millis) {
        self.0.push(Stopping {
            run: run.id.clone(),
            turn: run.turn.clone(),
            state,
            since: at,
            cursor: run.cursor,
            lost: run.phase.times_lost(),
            forced: false,
            heard: run.voice != Voice::Silent,
        });
    }

    /// Handles the answer to a cancel, or its absence. `then`: what to do if the run does not end.
    pub(super) fn answered(
        &mut self,
        run: &RunId,
        answer: &CancelAnswer,
        then: Option<Retry>,
        step: &mut Step,
    ) -> AfterAnswer {
        let Some(held) = self.get_mut(run) else {
            step.diagnose(Diagnostic::OtherRun(run.clone()));
            return AfterAnswer::Waits;
        };
        let attempt = match (held.state, answer) {
            (StopState::Asking { attempt }, _) => attempt,
            // The request was not sent.
            (StopState::Listening, CancelAnswer::Unknown) => 1,
            (StopState::Answered | StopState::Finished, _) if held.forced => {
                return held.force_answered(answer, step);
            }
            (StopState::Listening | StopState::Answered | StopState::Finished, _) => {
                step.diagnose(Diagnostic::NotNow("cancel answered"));
                return AfterAnswer::Waits;
            }
        };
        let heard = std::mem::take(&mut held.heard);
        match answer {
            CancelAnswer::AlreadyFinished if then != Some(Retry::HangUp) => {
                if let Some(what) = then {
                    step.retry_later(run, what, HANG_UP_AFTER);
                }
                held.finished(step)
            }
            CancelAnswer::Accepted | CancelAnswer::AlreadyFinished => {
                held.state = StopState::Answered;
                if held.has_no_stream() {
                    return AfterAnswer::Over(Stop::Confirmed);
                }
                if let Some(what) = then {
                    step.retry_later(run, what, HANG_UP_AFTER);
                }
                AfterAnswer::LastEvents
            }
            // The backend has answered in this run, so it is the URL that does not know it.
            CancelAnswer::Unknown if heard => AfterAnswer::Over(Stop::Unknown),
            // The backend does not know the run, so it is not running it.
            CancelAnswer::Unknown => AfterAnswer::Over(Stop::Confirmed),
            CancelAnswer::Unreachable if attempt < MAX_ATTEMPTS => {
                held.heard = heard;
                step.retry_later(run, Retry::Cancel, backoff(attempt));
                AfterAnswer::Waits
            }
            CancelAnswer::Unreachable | CancelAnswer::Refused => AfterAnswer::Over(Stop::Unknown),
        }
    }

    /// Sends a cancel again after a backoff.
    pub(super) fn retry(&mut self, run: &RunId, step: &mut Step) {
        match self.get_mut(run).map(|held| &mut held.state) {
            Some(StopState::Asking { attempt }) => {
                *attempt += 1;
                step.effect(Effect::SendCancel { run: run.clone() });
            }
            Some(StopState::Listening | StopState::Answered | StopState::Finished) | None => {
                step.diagnose(Diagnostic::NotNow("retry cancel"));
            }
        }
    }

    /// Notes an event from the stream of a stopping run. Returns the run's turn if the event is
    /// new.
    pub(super) fn heard(
        &mut self,
        run: &RunId,
        cursor: Option<u64>,
        event: &RunEvent,
        rejoins: bool,
        step: &mut Step,
    ) -> Option<MessageId> {
        let held = self.get_mut(run)?;
        if !advance(&mut held.cursor, cursor, event, rejoins) {
            step.diagnose(Diagnostic::Repeated(cursor.unwrap_or_default()));
            return None;
        }
        let about_connection = matches!(
            event,
            RunEvent::Opened | RunEvent::Lost(_) | RunEvent::OpenFailed(_)
        );
        if !about_connection {
            held.lost = 0;
            held.heard = true;
        }
        Some(held.turn.clone())
    }

    /// Handles the lost stream of a stopping run. If the backend keeps runs (`rejoin`), the stream
    /// is joined again to learn how the run ended. Returns whether to stop waiting for the run: the
    /// cancel is answered, and the stream will not be joined again.
    pub(super) fn lost(&mut self, run: &RunId, rejoin: bool, step: &mut Step) -> bool {
        let Some(held) = self.get_mut(run) else {
            return false;
        };
        held.lost = if rejoin {
            held.lost + 1
        } else {
            MAX_ATTEMPTS + 1
        };
        if held.has_no_stream() {
            return held.state.is_answered();
        }
        step.retry_later(run, Retry::Rejoin, backoff(held.lost));
        false
    }

    /// Joins the stream of a stopping run again if it says nothing: its backend knows how the run
    /// ended.
    pub(super) fn listened(&mut self, run: &RunId, step: &mut Step) {
        let Some(held) = self.get_mut(run) else {
            return;
        };
        if !std::mem::take(&mut held.heard) {
            join_anew(run, step);
        }
        step.retry_later(run, Retry::Listen, QUIET);
    }

    /// Joins the stream of a stopping run again. Returns whether there is such a run.
    pub(super) fn rejoin(&self, run: &RunId, step: &mut Step) -> bool {
        let Some(held) = self.get(run) else {
            return false;
        };
        step.effect(Effect::Rejoin {
            run: run.clone(),
            cursor: held.cursor,
        });
        true
    }

    /// After a reload, sends unanswered cancels again; sending one twice is harmless. Returns all
    /// stopping runs.
    pub(super) fn ask_again(&mut self, step: &mut Step) -> Vec<RunId> {
        for held in self.0.iter().filter(|held| held.is_asking()) {
            let run = held.run.clone();
            step.effect(Effect::SendCancel { run });
        }
        for held in &mut self.0 {
            if held.state == StopState::Finished {
                held.finished(step);
            }
        }
        self.0.iter().map(|held| held.run.clone()).collect()
    }

    /// Sends unanswered cancels at once, because the connection is back.
    pub(super) fn online(&self, step: &mut Step) {
        for held in self.0.iter().filter(|held| held.is_asking()) {
            step.retry_later(&held.run, Retry::Cancel, 0);
        }
    }

    /// Whether the run had finished before its cancel, and has said nothing since the last look. If it
    /// has said something, it is looked at again later.
    pub(super) fn is_silent_at_end(&mut self, run: &RunId, step: &mut Step) -> bool {
        let Some(held) = self.get_mut(run) else {
            return false;
        };
        if held.state != StopState::Finished {
            return false;
        }
        let heard = std::mem::take(&mut held.heard);
        if heard {
            held.finished(step);
        }
        !heard
    }

    /// Whether the cancel of this run is answered and its end is still to come.
    pub(super) fn is_answered(&self, run: &RunId) -> bool {
        let held = self.get(run);
        held.is_some_and(|held| held.state.is_answered())
    }

    /// Notes that the person asked to stop at once, without waiting for what is still running.
    /// Returns whether the run is stopping.
    pub(super) fn force(&mut self, run: &RunId) -> bool {
        let held = self.get_mut(run);
        held.map(|held| held.forced = true).is_some()
    }

    /// Forgets a run whose cancel is over. Returns the run's turn.
    pub(super) fn end(&mut self, run: &RunId) -> Option<MessageId> {
        let place = self.0.iter().position(|held| held.run == *run)?;
        Some(self.0.remove(place).turn)
    }
}
