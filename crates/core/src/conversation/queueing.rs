//! The person's actions on the queue, and their effect on the card.
//!
//! The order and the edits themselves are in [`crate::queue`].

use super::{Conversation, Discarded};
use crate::card::{Card, PauseReason};
use crate::change::Change;
use crate::effect::{Announcement, ClosedEditor, Diagnostic, FocusTarget};
use crate::id::MessageId;
use crate::input::QueueInput;
use crate::queue::Edit;
use crate::step::Step;
use crate::time::Millis;

impl Conversation {
    pub(super) fn queue_input(&mut self, input: QueueInput, at: Millis, step: &mut Step) {
        let done = match input {
            QueueInput::Edit(id) => {
                let found = self.queue.begin_edit(&id);
                edit_began(found, step)
            }
            QueueInput::EditLast => {
                let found = self.queue.begin_edit_of_last();
                edit_began(found, step)
            }
            QueueInput::EditChanged(text) => self.queue.change_edit(text),
            QueueInput::EditDone => {
                let edit = self.queue.edit().cloned();
                self.queue.finish_edit();
                if let Some(edit) = &edit {
                    self.supersede(&edit.id, step);
                }
                self.edit_ended(edit, at, step);
                return;
            }
            QueueInput::EditAbandoned => {
                let edit = self.queue.abandon_edit();
                if let Some(Edit { id, draft, .. }) = edit.clone() {
                    let held = self.queue.prompts().iter().find(|held| held.id == id);
                    let original = held.map(|held| held.text.clone());
                    let text = Discarded { id, text: draft };
                    self.discard(text, original.as_deref(), step);
                }
                self.edit_ended(edit, at, step);
                return;
            }
            QueueInput::Rewrite { id, text } => self.queue.rewrite(&id, text),
            QueueInput::Move { id, to } => self.move_prompt(&id, to, step),
            QueueInput::Hold { id, held } => self.hold_prompt(&id, held, step),
            QueueInput::Remove(id) => self.remove_prompt(&id, step),
            QueueInput::Restore => self.restore_prompt(step),
            QueueInput::RunNow(id) => {
                self.run_now(&id, at, step);
                return;
            }
            QueueInput::PauseAfterTurn(pauses) => self.pause_after_turn(pauses),
            QueueInput::RunNext => {
                self.run_next(at, step);
                return;
            }
        };
        if done {
            step.change(Change::Queue);
            let was_visible = self.card.is_visible();
            self.settle(at, step);
            if was_visible && !self.card.is_visible() {
                step.focus(FocusTarget::Composer);
            }
        } else {
            step.diagnose(Diagnostic::NotNow("queue"));
        }
    }

    /// Settles the queue after an edit. Moves the focus last, because settling may move it too.
    fn edit_ended(&mut self, ended: Option<Edit>, at: Millis, step: &mut Step) {
        let Some(edit) = ended else {
            step.diagnose(Diagnostic::NotNow("edit ended"));
            return;
        };
        step.change(Change::Queue);
        self.settle(at, step);
        step.focus(if edit.from_composer || self.queue.is_empty() {
            FocusTarget::Composer
        } else {
            FocusTarget::Queue(edit.id)
        });
    }

    fn move_prompt(&mut self, id: &MessageId, to: usize, step: &mut Step) -> bool {
        let Some(place) = self.queue.move_to(id, to) else {
            return false;
        };
        step.announce(Announcement::Moved {
            place: place + 1,
            of: self.queue.len(),
        });
        true
    }

    fn hold_prompt(&mut self, id: &MessageId, held: bool, step: &mut Step) -> bool {
        let changed = self.queue.hold(id, held);
        if changed {
            step.announce(if held {
                Announcement::Held
            } else {
                Announcement::Released
            });
        }
        changed
    }

    fn remove_prompt(&mut self, id: &MessageId, step: &mut Step) -> bool {
        let removed = self.queue.remove(id);
        if removed {
            step.announce(Announcement::Removed);
        }
        removed
    }

    /// Restores the prompt that was removed last. If no turn runs, the prompt waits for the person
    /// to start it.
    fn restore_prompt(&mut self, step: &mut Step) -> bool {
        let restored = self.queue.restore();
        if restored {
            step.announce(Announcement::Restored);
            let all_held = self.queue.block() == Some(PauseReason::Held);
            let reason_of_last = self.reason_of_last();
            match &mut self.card {
                Card::Hidden => self.rest(String::new(), reason_of_last, step),
                Card::Paused { reason, .. } if *reason == PauseReason::Held && !all_held => {
                    *reason = reason_of_last;
                    step.change(Change::Card);
                }
                Card::Paused { .. }
                | Card::Resuming { .. }
                | Card::Running { .. }
                | Card::Cancelling { .. } => {}
            }
        }
        restored
    }

    /// Starts a prompt's turn at once, cancelling the active run in the same step.
    fn run_now(&mut self, id: &MessageId, at: Millis, step: &mut Step) {
        let Some(prompt) = self.queue.take(id) else {
            step.diagnose(Diagnostic::NoSuchPrompt(id.clone()));
            return;
        };
        self.cancel_active(at, step);
        let kept = self.leave_card(step);
        self.start_prompt(prompt, kept, at, step);
        step.focus(FocusTarget::AfterSend);
    }

    /// Whether the queue pauses when the running turn ends. A paused queue already waits.
    fn pause_after_turn(&mut self, pauses: bool) -> bool {
        let at_work = match &self.card {
            Card::Running { .. } | Card::Cancelling { .. } => true,
            Card::Hidden | Card::Paused { .. } | Card::Resuming { .. } => false,
        };
        if at_work {
            self.queue.pause_after_turn(pauses);
        }
        at_work
    }

    /// Starts the first prompt of a paused queue. A draft in the card's editor is kept for later.
    fn run_next(&mut self, at: Millis, step: &mut Step) {
        let draft = match &mut self.card {
            Card::Paused { draft, .. } | Card::Resuming { draft, .. } => draft,
            Card::Hidden | Card::Running { .. } | Card::Cancelling { .. } => {
                step.diagnose(Diagnostic::NotNow("run next"));
                return;
            }
        };
        let Some(prompt) = self.queue.next_free() else {
            step.diagnose(Diagnostic::NotNow("every prompt is being edited"));
            return;
        };
        let draft = std::mem::take(draft);
        self.start_prompt(prompt, draft, at, step);
        step.focus(FocusTarget::AfterSend);
    }

    /// Hides a paused card when the queue is empty. Ends the pause for an edit when the edit is
    /// over, and that for held prompts when one is not held any more.
    pub(super) fn settle(&mut self, at: Millis, step: &mut Step) {
        let (draft, reason) = match &mut self.card {
            Card::Paused { draft, reason } | Card::Resuming { draft, reason } => (draft, *reason),
            Card::Hidden | Card::Running { .. } | Card::Cancelling { .. } => return,
        };
        if self.queue.is_empty() {
            let draft = std::mem::take(draft);
            if matches!(self.card, Card::Resuming { .. }) {
                self.hide("", step);
                self.editor_closed(ClosedEditor::Card, &draft, step);
            } else {
                self.hide(&draft, step);
            }
        } else if is_own(reason) && self.queue.block() != Some(reason) {
            let draft = std::mem::take(draft);
            if matches!(self.card, Card::Paused { .. }) {
                self.start_next(draft, at, step);
            } else {
                // The card's editor is open. Its message goes before the next prompt.
                let reason = self.reason_of_last();
                self.card = Card::Resuming { draft, reason };
                step.change(Change::Card);
            }
        }
    }
}

/// Moves the focus to the editor of a prompt, if one was opened. Returns whether one was.
fn edit_began(found: bool, step: &mut Step) -> bool {
    if found {
        step.focus(FocusTarget::Prompt);
    }
    found
}

/// Whether the queue itself is the reason for a pause.
fn is_own(reason: PauseReason) -> bool {
    matches!(reason, PauseReason::Editing | PauseReason::Held)
}
