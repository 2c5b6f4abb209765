//! The cancel of a whole run, the outcome of its turn, and the run that waits for the cancel.
//!
//! Every cancel names its run. If the backend accepts cancels or has a stop URL, the next run is
//! sent only after the answer to the cancel. Otherwise the client closes the stream at once.
//! A backend says at the beginning of a run what it can do. If a run is stopped before the backend
//! has said anything, the stream stays open a moment longer, because closing it does not stop every
//! backend.
//! [`super::stopping`] tracks each cancel.

use super::quiet::{QUIET, join_anew};
use super::stopping::AfterAnswer;
use super::{Conversation, Phase, Run, Voice};
use crate::change::Change;
use crate::control::CancelAnswer;
use crate::effect::{Announcement, Diagnostic, Effect, Retry};
use crate::id::{MessageId, RunId};
use crate::run_event::{Abilities, FinishOutcome, RunEvent};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{LedgerEvent, Outcome, Stop};

impl Conversation {
    /// Cancels the active run in any phase. Returns its turn.
    pub(super) fn cancel_active(&mut self, at: Millis, step: &mut Step) -> Option<MessageId> {
        let untaken = self.has_untaken_answers();
        let mut run = self.active.take()?;
        if untaken && let Some(turn) = self.turns.last_mut() {
            let texts = turn.withdraw(&run.resume, step);
            self.keep_answers(&texts, step);
        }
        // Without a stream, the backend is doing nothing for the run.
        let streams = run.phase.has_stream();
        // The run before, which this one replaced, may still be working.
        let overtakes = run.overtakes && !streams;
        if overtakes && let Some(turn) = self.turn(&run.turn) {
            run.id = turn.run_before_last();
            run.voice = Voice::Over;
        }
        let asks = (self.abilities.cancel || self.abilities.plain_stop) && (streams || overtakes);
        let listens = !asks
            && !self.introduced
            && run.voice == Voice::Silent
            && matches!(run.phase, Phase::Opening { .. } | Phase::Streaming);
        let unsent = run.phase == Phase::Reading;
        let known = if unsent {
            Stop::Unsent
        } else if asks || listens {
            Stop::Requested
        } else if !streams && !overtakes {
            Stop::Confirmed
        } else {
            Stop::Unknown
        };
        let steps = self
            .turn(&run.turn)
            .map_or(0, crate::transcript::Turn::finished_steps);
        self.end_turn(&run.turn, Outcome::Cancelled(known), at, step);
        if !unsent {
            self.log_in(&run.turn, LedgerEvent::StopAsked { steps }, at, step);
            self.log_stop(&run.turn, known, at, step);
        }
        self.strand_pending(&run.turn, at, step);
        step.change(Change::Run);
        if listens {
            self.stopping.listen(&run, at, step);
        } else if asks && overtakes {
            self.stop_overtaken(&run, at, step);
        } else if asks {
            self.stopping.begin(&run, at, step);
            // No request is under way, so no stream can report the run's end.
            if matches!(run.phase, Phase::Retrying { .. } | Phase::Offline { .. }) {
                self.stopping_lost(&run.id, true, at, step);
            }
        } else if streams {
            step.effect(Effect::AbortStream { run: run.id });
        } else {
            run.stop_tools(step);
        }
        step.announce(if unsent {
            Announcement::NotSent
        } else {
            Announcement::Cancelled { steps }
        });
        self.check_target(step);
        Some(run.turn)
    }

    /// Asks to stop a run whose stream was closed for another run, unless the backend has been asked
    /// and has not answered yet.
    pub(super) fn stop_overtaken(&mut self, run: &Run, at: Millis, step: &mut Step) {
        if !self.stopping.has(&run.id) {
            self.stopping.begin(run, at, step);
            self.stopping.lost(&run.id, false, step);
        }
    }

    fn log_in(&mut self, turn: &MessageId, event: LedgerEvent, at: Millis, step: &mut Step) {
        if let Some(turn) = self.turns.iter_mut().rev().find(|held| held.id == *turn) {
            turn.log(event, at, step);
        }
    }

    /// Whether the active run has replaced an earlier one of this turn.
    fn overtakes_in(&self, turn: &MessageId) -> bool {
        let active = self.active.as_ref();
        active.is_some_and(|active| active.overtakes && active.turn == *turn)
    }

    /// Logs a stop that is confirmed or unknown.
    fn log_stop(&mut self, turn: &MessageId, known: Stop, at: Millis, step: &mut Step) {
        let event = match known {
            Stop::Requested | Stop::Unsent => return,
            Stop::Confirmed => LedgerEvent::StopConfirmed,
            Stop::Unknown => LedgerEvent::StopUnknown,
        };
        self.log_in(turn, event, at, step);
    }

    pub(super) fn cancel_answered(
        &mut self,
        run: &RunId,
        answer: &CancelAnswer,
        at: Millis,
        step: &mut Step,
    ) {
        let then = if self.stops_plainly() {
            Some(Retry::HangUp)
        } else {
            self.abilities.rejoin.then_some(Retry::Listen)
        };
        match self.stopping.answered(run, answer, then, step) {
            AfterAnswer::Waits => return,
            AfterAnswer::LastEvents => {}
            AfterAnswer::Over(known) => self.give_up_stopping(run, known, at, step),
        }
        self.release(step);
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
        let rejoins = self.abilities.rejoin;
        let Some(turn) = self.stopping.heard(run, cursor, &event, rejoins, step) else {
            return;
        };
        if self.stopping.is_listening(run) && self.introduction(run, &event, at, step) {
            return;
        }
        let event = match event {
            RunEvent::Finished(FinishOutcome::Interrupt(questions)) => {
                self.asked_too_late(&turn, questions, at, step);
                RunEvent::Finished(FinishOutcome::Cancelled)
            }
            event => event,
        };
        // With a plain stop URL, no event reports a stop, so any end of the run counts as a stop.
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
            RunEvent::Failed(error) => error.into(),
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
        if let Some(event) = event.filter(|_| !self.overtakes_in(&turn)) {
            self.log_in(&turn, event, at, step);
        }
        self.stopping.end(run);
        step.change(Change::Run);
        self.release(step);
    }

    /// Handles an event of a run that was stopped before its backend said what it can do. Returns
    /// false if the event is the run's end.
    fn introduction(&mut self, run: &RunId, event: &RunEvent, at: Millis, step: &mut Step) -> bool {
        match event {
            RunEvent::Finished(_) | RunEvent::Failed(_) => return false,
            RunEvent::Opened | RunEvent::Started => {}
            RunEvent::Memory(memory) => self.remember(memory.clone(), step),
            RunEvent::Abilities(abilities @ Abilities { cancel: true, .. }) => {
                self.introduced(*abilities, step);
                self.stopping.ask(run, step);
            }
            // The backend takes no cancel: closing the stream is all that the client can do.
            _ => self.leave_stopping(run, at, step),
        }
        true
    }

    /// Handles the lost stream of a stopping run. `passing`: joining the stream again may succeed.
    fn stopping_lost(&mut self, run: &RunId, passing: bool, at: Millis, step: &mut Step) {
        let rejoin = self.abilities.rejoin && passing;
        if self.stopping.lost(run, rejoin, step) {
            self.give_up_stopping(run, Stop::Confirmed, at, step);
        }
    }

    /// Sends unanswered cancels again after a reload. If the backend keeps runs, joins the streams
    /// of the stopping runs again; else the answer to the cancel decides.
    pub(super) fn stopping_restored(&mut self, at: Millis, step: &mut Step) {
        for run in self.stopping.ask_again(step) {
            if self.stopping.is_listening(&run) {
                self.give_up_stopping(&run, Stop::Unknown, at, step);
            } else if self.abilities.rejoin {
                if self.stopping.is_answered(&run) {
                    step.retry_later(&run, Retry::Listen, QUIET);
                }
                join_anew(&run, step);
            } else {
                self.stopping_lost(&run, false, at, step);
            }
        }
    }

    /// Closes the stream of a stopped run that has not ended by itself in time, or whose backend
    /// has not said in time what it can do. In time: soon after a stop URL has answered, or while
    /// the last events of a run come that had finished before.
    pub(super) fn hang_up(&mut self, run: &RunId, at: Millis, step: &mut Step) {
        if self.stopping.is_listening(run) {
            self.leave_stopping(run, at, step);
        } else if self.stops_plainly() && self.stopping.is_answered(run)
            || self.stopping.is_silent_at_end(run, step)
        {
            self.give_up_stopping(run, Stop::Confirmed, at, step);
        } else if !self.stopping.is_answered(run) {
            step.diagnose(Diagnostic::NotNow("hang up"));
        }
    }

    /// Stops waiting for a stopping run: the person forced the stop, or nothing more will be known
    /// of it. Its later events are ignored.
    pub(super) fn leave_stopping(&mut self, run: &RunId, at: Millis, step: &mut Step) {
        self.give_up_stopping(run, Stop::Unknown, at, step);
        self.release(step);
    }

    /// Ends the wait for a cancelled run and records what is known of its stop.
    fn give_up_stopping(&mut self, run: &RunId, known: Stop, at: Millis, step: &mut Step) {
        let Some(turn) = self.stopping.end(run) else {
            return;
        };
        if !self.is_at_work_on(&turn) {
            self.end_turn(&turn, Outcome::Cancelled(known), at, step);
        }
        // Nobody stopped the turn if the run only made way for another.
        if !self.overtakes_in(&turn) {
            self.log_stop(&turn, known, at, step);
        }
        step.change(Change::Run);
        step.effect(Effect::AbortStream { run: run.clone() });
    }

    /// Sends the blocked run once every cancel is answered.
    pub(super) fn release(&mut self, step: &mut Step) {
        if self.stopping.is_unanswered() {
            return;
        }
        if let Some(active) = &mut self.active
            && active.phase == Phase::Blocked
        {
            active.open(step);
        }
    }
}
