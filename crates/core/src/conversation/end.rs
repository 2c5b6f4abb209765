//! The end of a run, and the restore after a reload.
//!
//! Cancels by the person are in `stop`.

use super::{Conversation, Phase};
use crate::card::{Card, PauseReason};
use crate::change::Change;
use crate::effect::{Announcement, Effect, Retry};
use crate::id::{MessageId, RunId};
use crate::run_event::{FinishOutcome, Interrupt, LostReason, RunEvent};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Interjection, LedgerEvent, Outcome, Stop};

impl Conversation {
    /// Handles the end of the active run as the backend reports it. The turn goes on if the run
    /// left calls to client tools or the backend dropped a message.
    pub(super) fn finished(&mut self, outcome: FinishOutcome, at: Millis, step: &mut Step) {
        let outcome = match outcome {
            FinishOutcome::Success | FinishOutcome::Pending(_) | FinishOutcome::Cancelled
                if self.closes_questions() =>
            {
                self.questions_closed(at, step);
                return;
            }
            // The backend may call the end of a run without an answer a cancel.
            FinishOutcome::Cancelled
                if self.abandons_questions() && self.sends_unheard_again(at, step) =>
            {
                return;
            }
            FinishOutcome::Success if self.goes_on_with_tools(&[], at, step) => return,
            FinishOutcome::Pending(calls) if self.goes_on_with_tools(&calls, at, step) => return,
            FinishOutcome::Success | FinishOutcome::Pending(_)
                if self.sends_unheard_again(at, step) =>
            {
                return;
            }
            FinishOutcome::Success | FinishOutcome::Pending(_) => {
                self.note_silence();
                Outcome::Completed
            }
            FinishOutcome::Interrupt(mut questions) => {
                for asked in &mut questions {
                    let call = asked.call.as_ref().zip(self.turns.last());
                    asked.call = call.map(|(call, turn)| turn.own_activity(call));
                }
                self.tie_question(&mut questions);
                let questions = self.asked_with_tools(questions, step);
                self.asks(questions, at, step);
                return;
            }
            FinishOutcome::Cancelled => {
                if let Some(turn) = self.turns.last_mut() {
                    turn.text_broke_off();
                }
                Outcome::Cancelled(Stop::Confirmed)
            }
        };
        self.run_ended(outcome, at, step);
    }

    /// A question with nothing but a reason and metadata is about the one call of the turn that has
    /// no result, unless a tool of the page answers that call.
    fn tie_question(&self, questions: &mut [Interrupt]) {
        let [asked] = questions else { return };
        let bare = asked.message.is_none() && asked.call.is_none() && asked.schema.is_none();
        let Some(turn) = self.turns.last().filter(|_| bare) else {
            return;
        };
        let open = turn
            .activities
            .iter()
            .filter(|held| held.ended_at.is_none() && turn.is_unanswered(&held.id));
        let open: Vec<_> = open.map(|held| &held.id).collect();
        if let [call] = open.as_slice()
            && self.calls_to_answer(&[]).is_empty()
        {
            asked.call = Some((*call).clone());
        }
    }

    /// Notes at the successful end of the active run whether it has shown anything but reasoning.
    fn note_silence(&mut self) {
        if let (Some(active), Some(turn)) = (&self.active, self.turns.last_mut()) {
            turn.unanswered = !active.shown || turn.only_thought();
        }
    }

    /// Handles an error that comes after the end of its run: the run has failed after all. Returns
    /// whether it is one.
    pub(super) fn failed_late(
        &mut self,
        run: &RunId,
        event: &RunEvent,
        at: Millis,
        step: &mut Step,
    ) -> bool {
        let RunEvent::Failed(error) = event else {
            return false;
        };
        let ended = self.turns.iter().rev().find(|turn| turn.last_run() == *run);
        let Some(turn) = ended.filter(|turn| turn.outcome == Some(Outcome::Completed)) else {
            return false;
        };
        let turn = turn.id.clone();
        let failed = Outcome::from(error.clone());
        self.end_turn(&turn, failed, at, step);
        self.announce_end(&turn, step);
        true
    }

    /// Ends the active run, which the person did not cancel.
    pub(super) fn run_ended(&mut self, outcome: Outcome, at: Millis, step: &mut Step) {
        let Some(run) = self.active.take() else {
            return;
        };
        let reason = match &outcome {
            Outcome::Completed => None,
            Outcome::Cancelled(_) => Some(PauseReason::Cancelled),
            Outcome::Failed(_) => Some(PauseReason::Failed),
            Outcome::Interrupted(_) => Some(PauseReason::Interrupted),
            Outcome::Waiting(_) => Some(PauseReason::Waiting),
        };
        let stopped = matches!(outcome, Outcome::Cancelled(_));
        if run.busy > 0 && reason.is_none() {
            self.was_free(step);
        }
        self.end_turn(&run.turn, outcome, at, step);
        if stopped && let Some(turn) = self.turns.last_mut() {
            turn.log(LedgerEvent::StoppedByBackend, at, step);
        }
        self.requeue_pending(&run.turn, at, step);
        step.change(Change::Run);
        let draft = self.card_after_run(step);
        if draft.is_none() && reason.is_none() {
            step.announce(Announcement::FinishedWhileEditing);
        } else {
            self.announce_end(&run.turn, step);
        }
        match (draft, reason) {
            (None, _) => {}
            (Some(draft), None) => self.start_next(draft, at, step),
            (Some(draft), Some(reason)) => self.rest(draft, reason, step),
        }
    }

    /// Returns the draft of the card of a run that has ended, for the card that takes its place.
    /// While the card's editor is open, the card stays, and nothing takes its place.
    pub(super) fn card_after_run(&mut self, step: &mut Step) -> Option<String> {
        match std::mem::take(&mut self.card) {
            Card::Running { draft, .. } => return Some(draft),
            Card::Cancelling { run, draft, .. } => {
                self.card = Card::Cancelling {
                    run,
                    draft,
                    over: true,
                };
                step.change(Change::Card);
            }
            // The card is never in these states while a run is active. Keeps the card.
            card @ (Card::Hidden | Card::Paused { .. } | Card::Resuming { .. }) => self.card = card,
        }
        None
    }

    pub(super) fn end_turn(
        &mut self,
        turn: &MessageId,
        outcome: Outcome,
        at: Millis,
        step: &mut Step,
    ) {
        let Some(place) = self.turns.iter().rposition(|held| held.id == *turn) else {
            return;
        };
        let (earlier, rest) = self.turns.split_at_mut(place);
        let Some(turn) = rest.first_mut() else {
            return;
        };
        turn.note_reused(earlier, step);
        let before = turn.activities.len();
        turn.end(outcome, at);
        for (place, activity) in turn.activities.iter().enumerate() {
            let (turn, activity) = (turn.id.clone(), activity.id.clone());
            step.change(if place < before {
                Change::ActivityChanged { turn, activity }
            } else {
                Change::ActivityAdded { turn, activity }
            });
        }
        step.change(Change::TurnChanged(turn.id.clone()));
    }

    pub(super) fn announce_end(&self, turn: &MessageId, step: &mut Step) {
        let Some(turn) = self.turn(turn) else { return };
        let announcement = match &turn.outcome {
            Some(Outcome::Completed) => match turn.limit {
                Some(limit) => Announcement::Limited(limit),
                None if turn.has_no_answer() => Announcement::Unanswered,
                None => Announcement::Finished,
            },
            Some(Outcome::Cancelled(_)) => Announcement::Cancelled {
                steps: turn.finished_steps(),
            },
            Some(Outcome::Failed(_)) => Announcement::Failed,
            Some(Outcome::Interrupted(_)) => Announcement::Interrupted,
            Some(Outcome::Waiting(_)) => Announcement::Waiting {
                questions: turn.questions(),
            },
            None => return,
        };
        step.announce(announcement);
    }

    /// Continues a conversation that this page has loaded or taken over. If the backend can rejoin,
    /// the active run is joined again; else the end of the run is unknown and the queue waits. In
    /// that case the text of an open cancel editor goes to the composer, as there is nothing left
    /// to cancel.
    pub(super) fn restored(&mut self, at: Millis, step: &mut Step) {
        self.stopping_restored(at, step);
        let Some(active) = &mut self.active else {
            return;
        };
        if active.phase == Phase::Reading {
            self.ask_for_files(step);
            return;
        }
        // In these phases no request is under way, so the run can be sent.
        if active.phase == Phase::Blocked {
            self.release(step);
            return;
        }
        if matches!(active.phase, Phase::Offline { .. }) {
            self.open_again(step);
            return;
        }
        step.change(Change::Run);
        // Client tools ran in the old page, so their results are unknown.
        if self.abilities.rejoin && active.phase != Phase::Tools {
            let run = active.id.clone();
            // Sending an interjection or a stop twice is harmless.
            if let Some(turn) = self.turns.iter().rev().find(|held| held.id == active.turn) {
                for id in turn.pending(Interjection::is_under_way) {
                    let run = run.clone();
                    step.effect(Effect::SendInterjection { run, id });
                }
                for task in turn
                    .activities
                    .iter()
                    .filter(|held| held.task.is_stopping())
                {
                    step.effect(Effect::StopTask {
                        run: run.clone(),
                        task: Some(task.id.clone()),
                        force: false,
                    });
                }
            }
            active.due = None;
            match active.phase {
                Phase::Reading | Phase::Blocked | Phase::Tools | Phase::Offline { .. } => {}
                // Sending the request again is safe: either the last one began no run, or the backend
                // recognises the message by its id.
                Phase::Retrying { .. } | Phase::Busy => {
                    active.phase = Phase::Retrying { attempt: 1 };
                    step.retry_later(&run, Retry::Open, 0);
                }
                Phase::Opening { .. } if self.abilities.resend => {
                    active.phase = Phase::Retrying { attempt: 1 };
                    step.retry_later(&run, Retry::Open, 0);
                }
                Phase::Opening { .. }
                | Phase::Streaming
                | Phase::Rejoining { .. }
                | Phase::Rejoined { .. } => {
                    active.phase = Phase::Rejoining { attempt: 1 };
                    step.retry_later(&run, Retry::Rejoin, 0);
                }
            }
            return;
        }
        let turn = active.turn.clone();
        let outcome = self.not_taken(Outcome::Interrupted(LostReason::Reload), step);
        self.active = None;
        self.end_turn(&turn, outcome, at, step);
        self.requeue_pending(&turn, at, step);
        self.check_target(step);
        match std::mem::take(&mut self.card) {
            Card::Running { draft, .. } => self.rest(draft, self.reason_of_last(), step),
            Card::Cancelling { draft, .. } => {
                self.composer.keep_text(&draft, step);
                self.rest(String::new(), self.reason_of_last(), step);
            }
            card @ (Card::Hidden | Card::Paused { .. } | Card::Resuming { .. }) => self.card = card,
        }
    }
}
