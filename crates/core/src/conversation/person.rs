//! The person's actions in the composer and the card.
//!
//! The controls of the queue are in `queueing`.

use super::Conversation;
use crate::attachment::MessageContent;
use crate::card::{Card, PauseReason};
use crate::change::Change;
use crate::composer::Recall;
use crate::delivery::{DeliveryContext, DeliveryMode, DeliveryOutcome, Situation};
use crate::effect::{Announcement, Diagnostic, FocusTarget};
use crate::id::{MessageId, RunId};
use crate::queue::Prompt;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Closed, LedgerEvent, Outcome, Turn};

impl Conversation {
    /// Sends the composer's content: as a turn when nothing runs or waits, else as the last prompt
    /// of the queue.
    pub(super) fn submit(&mut self, id: MessageId, at: Millis, step: &mut Step) {
        let Some(said) = self.composer.take(step) else {
            step.diagnose(Diagnostic::NotNow("submit without text"));
            return;
        };
        self.send_or_queue(id, said, at, step);
    }

    /// Queues a message while the card is visible or the agent waits for an answer; a queued
    /// message does not answer the question. Otherwise starts a turn with the message.
    pub(super) fn send_or_queue(
        &mut self,
        id: MessageId,
        said: MessageContent,
        at: Millis,
        step: &mut Step,
    ) {
        if self.delivery(false).outcome(DeliveryMode::Queue) == DeliveryOutcome::Turn {
            let kept = self.leave_card(step);
            self.start_turn(id, said, kept, at, step);
            return;
        }
        let ahead = self.queue.free();
        self.queue.push(Prompt {
            id,
            text: said.text,
            queued_at: at,
            attachments: said.attachments,
            held: false,
        });
        step.change(Change::Queue);
        step.announce(Announcement::Queued { ahead });
        if let (Card::Hidden, Some(reason)) = (&self.card, self.waiting_reason()) {
            self.rest(String::new(), reason, step);
        }
        // With the card's editor open over held prompts, there is now one that is not held.
        self.settle(at, step);
    }

    /// The current state that decides what happens to a message.
    pub fn delivery(&self, after_response: bool) -> DeliveryContext {
        let last = self.turns.last();
        // A run that only closes questions brings no message: what is said goes behind the prompt
        // that waits for its end.
        let closes = self.closes_questions();
        DeliveryContext {
            situation: Situation::of(
                &self.card,
                last.is_some_and(Turn::is_waiting),
                self.queue.free(),
            ),
            native: self.abilities.interject && !closes,
            work_under_way: !closes && last.is_some_and(Turn::has_work_under_way),
            after_response: after_response || closes,
        }
    }

    /// Sends a message that does not come from the composer.
    pub(super) fn say(&mut self, id: MessageId, said: MessageContent, at: Millis, step: &mut Step) {
        if said.is_blank() {
            step.diagnose(Diagnostic::NotNow("say without text"));
            return;
        }
        self.send_or_queue(id, said, at, step);
    }

    /// Puts a turn's message back into the composer.
    pub(super) fn edit_again(&mut self, turn: &MessageId, step: &mut Step) {
        let Some(said) = self.turn(turn).map(Turn::said) else {
            step.diagnose(Diagnostic::NotNow("edit again"));
            return;
        };
        self.composer.keep(said, step);
        step.focus(FocusTarget::Composer);
    }

    /// Brings back what was sent before, into a composer without a draft.
    pub(super) fn recall(&mut self, to: Recall, step: &mut Step) {
        let said = self.turns.iter().rev().map(|turn| turn.said().text);
        let mut said = said.filter(|text| !text.trim().is_empty());
        if !self.composer.recall(to, |place| said.nth(place), step) {
            step.diagnose(Diagnostic::NotNow("recall"));
        }
    }

    /// The pause reason "waiting", if the last turn waits for an answer.
    pub(super) fn waiting_reason(&self) -> Option<PauseReason> {
        let last = self.turns.last()?;
        matches!(last.outcome, Some(Outcome::Waiting(_))).then_some(PauseReason::Waiting)
    }

    /// Whether this run's turn waits for an answer.
    pub(super) fn is_waiting_run(&self, run: &RunId) -> bool {
        let last = self.turns.last();
        last.is_some_and(|last| last.is_waiting() && last.last_run() == *run)
    }

    /// Stops a turn that waits for an answer.
    fn stop_waiting(&mut self, at: Millis, step: &mut Step) {
        self.close_questions(Closed::Stopped, at, step);
        let Some(last) = self.turns.last_mut() else {
            return;
        };
        let steps = last.finished_steps();
        last.log(LedgerEvent::StopAsked { steps }, at, step);
        let draft = self.leave_card(step);
        step.announce(Announcement::Cancelled { steps });
        self.rest(draft, PauseReason::Cancelled, step);
        step.focus(FocusTarget::AfterSend);
    }

    pub(super) fn stop(&mut self, run: &RunId, at: Millis, step: &mut Step) {
        if self.is_waiting_run(run) {
            self.stop_waiting(at, step);
            return;
        }
        if self.card.run() != Some(run) {
            step.diagnose(Diagnostic::OtherRun(run.clone()));
            return;
        }
        let draft = match std::mem::take(&mut self.card) {
            Card::Running { draft, .. } | Card::Cancelling { draft, .. } => draft,
            Card::Hidden | Card::Paused { .. } | Card::Resuming { .. } => String::new(),
        };
        self.cancel_active(at, step);
        self.composer.keep_text(&draft, step);
        self.rest(String::new(), PauseReason::Cancelled, step);
        step.focus(FocusTarget::AfterSend);
    }

    /// Cancels the active run and starts a turn with the composer's content, in one step. The queue
    /// waits.
    pub(super) fn replace(&mut self, run: &RunId, id: MessageId, at: Millis, step: &mut Step) {
        if self.card.run() != Some(run) && !self.is_waiting_run(run) {
            step.diagnose(Diagnostic::OtherRun(run.clone()));
            return;
        }
        let Some(said) = self.composer.take(step) else {
            step.diagnose(Diagnostic::NotNow("replace without text"));
            return;
        };
        self.cancel_active(at, step);
        let kept = self.leave_card(step);
        self.start_turn(id, said, kept, at, step);
    }

    pub(super) fn cancel_clicked(&mut self, run: &RunId, step: &mut Step) {
        match &mut self.card {
            Card::Running { run: held, draft } if held == run => {
                let draft = std::mem::take(draft);
                self.card = Card::Cancelling {
                    run: run.clone(),
                    draft,
                    over: false,
                };
                step.change(Change::Card);
                step.focus(FocusTarget::Editor);
            }
            Card::Hidden
            | Card::Running { .. }
            | Card::Cancelling { .. }
            | Card::Paused { .. }
            | Card::Resuming { .. } => step.diagnose(Diagnostic::OtherRun(run.clone())),
        }
    }

    pub(super) fn resume_clicked(&mut self, step: &mut Step) {
        match &mut self.card {
            Card::Paused { draft, reason } => {
                let (draft, reason) = (std::mem::take(draft), *reason);
                self.card = Card::Resuming { draft, reason };
                step.change(Change::Card);
                step.focus(FocusTarget::Editor);
            }
            Card::Hidden
            | Card::Running { .. }
            | Card::Cancelling { .. }
            | Card::Resuming { .. } => {
                step.diagnose(Diagnostic::NotNow("resume"));
            }
        }
    }

    pub(super) fn editor_changed(&mut self, text: String, step: &mut Step) {
        match &mut self.card {
            Card::Cancelling { draft, .. } | Card::Resuming { draft, .. } => *draft = text,
            Card::Hidden | Card::Running { .. } | Card::Paused { .. } => {
                step.diagnose(Diagnostic::NotNow("editor changed"));
            }
        }
    }

    /// Sends the editor's message. If a run is active, cancels it in the same step. With a blank
    /// editor, a paused queue starts its next prompt.
    pub(super) fn editor_submit(&mut self, id: MessageId, at: Millis, step: &mut Step) {
        match &mut self.card {
            Card::Cancelling { draft, .. } if draft.trim().is_empty() => {
                step.diagnose(Diagnostic::NotNow("submit without text"));
            }
            Card::Cancelling { draft, .. } => {
                let text = std::mem::take(draft);
                self.cancel_active(at, step);
                self.start_turn(id, text.into(), String::new(), at, step);
                step.focus(FocusTarget::AfterSend);
            }
            Card::Resuming { draft, .. } if draft.trim().is_empty() => {
                let Some(prompt) = self.queue.next_free() else {
                    step.diagnose(Diagnostic::NotNow("every prompt is being edited"));
                    return;
                };
                self.start_prompt(prompt, String::new(), at, step);
                step.focus(FocusTarget::AfterSend);
            }
            Card::Resuming { draft, .. } => {
                let text = std::mem::take(draft);
                self.start_turn(id, text.into(), String::new(), at, step);
                step.focus(FocusTarget::AfterSend);
            }
            Card::Hidden | Card::Running { .. } | Card::Paused { .. } => {
                step.diagnose(Diagnostic::NotNow("editor submit"));
            }
        }
    }

    pub(super) fn editor_dismiss(&mut self, at: Millis, step: &mut Step) {
        match std::mem::take(&mut self.card) {
            Card::Cancelling { draft, over, .. } => {
                self.cancel_active(at, step);
                self.composer.keep_text(&draft, step);
                let reason = if over {
                    self.reason_of_last()
                } else {
                    PauseReason::Cancelled
                };
                self.rest(String::new(), reason, step);
                // Where the draft went, the person goes on writing.
                let resumes = self.card.is_visible() && draft.trim().is_empty();
                step.focus(if resumes {
                    FocusTarget::CardControl
                } else {
                    FocusTarget::Composer
                });
            }
            Card::Resuming { draft, reason } => {
                self.card = Card::Paused { draft, reason };
                step.change(Change::Card);
                step.focus(FocusTarget::CardControl);
            }
            card @ (Card::Hidden | Card::Running { .. } | Card::Paused { .. }) => {
                self.card = card;
                step.diagnose(Diagnostic::NotNow("dismiss"));
            }
        }
    }

    pub(super) fn reason_of_last(&self) -> PauseReason {
        match self.turns.last().and_then(|turn| turn.outcome.as_ref()) {
            Some(Outcome::Cancelled(_)) => PauseReason::Cancelled,
            Some(Outcome::Failed(_)) => PauseReason::Failed,
            Some(Outcome::Interrupted(_)) => PauseReason::Interrupted,
            Some(Outcome::Waiting(_)) => PauseReason::Waiting,
            Some(Outcome::Completed) | None => PauseReason::Finished,
        }
    }

    pub(super) fn keep_running(&mut self, step: &mut Step) {
        match &mut self.card {
            Card::Cancelling {
                run,
                draft,
                over: false,
            } => {
                self.card = Card::Running {
                    run: run.clone(),
                    draft: std::mem::take(draft),
                };
                step.change(Change::Card);
                step.focus(FocusTarget::CardControl);
            }
            Card::Hidden
            | Card::Running { .. }
            | Card::Cancelling { .. }
            | Card::Paused { .. }
            | Card::Resuming { .. } => step.diagnose(Diagnostic::NotNow("keep running")),
        }
    }

    /// Sends the last turn's message again as a new turn, so nothing on screen is lost.
    pub(super) fn try_again(
        &mut self,
        turn: &MessageId,
        id: MessageId,
        at: Millis,
        step: &mut Step,
    ) {
        let last = self.turns.last().filter(|last| last.id == *turn);
        let said = last.filter(|last| last.may_be_tried_again());
        let Some(said) = said.filter(|_| self.active.is_none()).map(Turn::said) else {
            step.diagnose(Diagnostic::NotNow("try again"));
            return;
        };
        let draft = self.leave_card(step);
        self.start_turn(id, said, draft, at, step);
    }
}
