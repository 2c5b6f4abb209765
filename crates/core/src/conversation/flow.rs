//! Starts turns, from the person's input or from the queue.

use super::{Conversation, Phase, Run};
use crate::attachment::MessageContent;
use crate::card::{Card, PauseReason};
use crate::change::Change;
use crate::effect::{Announcement, ClosedEditor, Effect};
use crate::id::{MessageId, RunId};
use crate::queue::{Next, Prompt};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Closed, Turn};

impl Conversation {
    /// Starts a turn with this message. `kept` is the draft in the card's editor. If the backend
    /// still waits for answers that nobody will give, another run goes first and tells the backend
    /// so. The message then waits as the first prompt.
    pub(super) fn start_turn(
        &mut self,
        id: MessageId,
        said: MessageContent,
        kept: String,
        at: Millis,
        step: &mut Step,
    ) {
        // This message replaces the answer to any question that is still open.
        let mut follows_question = false;
        self.close_questions(Closed::Replaced, at, step);
        if let Some(last) = self.turns.last_mut() {
            follows_question = last.has_closed_questions();
            let owed = last.owed();
            if !owed.is_empty() {
                self.queue.push_first(Prompt {
                    id,
                    text: said.text,
                    queued_at: at,
                    attachments: said.attachments,
                    held: false,
                });
                step.change(Change::Queue);
                self.tell_closed(owed, kept, at, step);
                return;
            }
        }
        let run = RunId::of_attempt(&id, 1);
        // A chosen target belongs to the previous turn.
        if self.recipient.forget() {
            step.change(Change::Target);
        }
        let files = said.attachments.iter().filter(|file| file.is_own());
        let unread: Vec<_> = files.map(|file| file.id.clone()).collect();
        let mut turn = Turn::new(id.clone(), said.text, at);
        turn.attachments = said.attachments;
        self.turns.push(turn);
        self.queue.turn_begins();
        let blocked = self.stopping.is_unanswered();
        let reads = !unread.is_empty();
        let phase = if reads {
            Phase::Reading
        } else {
            Phase::first(blocked)
        };
        self.active = Some(Run {
            brings: if follows_question {
                vec![id.clone()]
            } else {
                Vec::new()
            },
            unread,
            ..Run::new(run.clone(), id.clone(), phase)
        });
        self.card = Card::Running {
            run: run.clone(),
            draft: kept,
        };
        step.change(Change::TurnAdded(id));
        step.change(Change::Card);
        step.change(Change::Run);
        if reads {
            step.effect(Effect::ReadFiles { run });
        } else if !blocked {
            step.effect(Effect::OpenStream { run });
        }
    }

    /// Starts a turn with a prompt from the queue.
    pub(super) fn start_prompt(
        &mut self,
        prompt: Prompt,
        kept: String,
        at: Millis,
        step: &mut Step,
    ) {
        step.change(Change::Queue);
        self.close_questions(Closed::Overtaken, at, step);
        let said = MessageContent {
            text: prompt.text,
            attachments: prompt.attachments,
        };
        self.start_turn(prompt.id, said, kept, at, step);
    }

    /// Hides the card for a new turn and returns the draft that the new turn keeps. The draft of an
    /// open cancel editor goes to the composer instead.
    pub(super) fn leave_card(&mut self, step: &mut Step) -> String {
        match std::mem::take(&mut self.card) {
            Card::Running { draft, .. }
            | Card::Paused { draft, .. }
            | Card::Resuming { draft, .. } => draft,
            Card::Cancelling { draft, .. } => {
                self.editor_closed(ClosedEditor::Card, &draft, step);
                String::new()
            }
            Card::Hidden => String::new(),
        }
    }

    /// Starts the next prompt after a turn that ended well.
    pub(super) fn start_next(&mut self, kept: String, at: Millis, step: &mut Step) {
        if self.queue.pauses() {
            self.rest(kept, PauseReason::Asked, step);
            return;
        }
        match self.queue.next() {
            Next::Prompt(prompt) => self.start_prompt(prompt, kept, at, step),
            Next::Blocked(reason) => self.rest(kept, reason, step),
            Next::Empty => self.hide(&kept, step),
        }
    }

    /// Pauses the queue for the person; hides the card if the queue is empty.
    pub(super) fn rest(&mut self, draft: String, reason: PauseReason, step: &mut Step) {
        if self.queue.is_empty() {
            self.hide(&draft, step);
        } else {
            if self.queue.pauses() {
                self.queue.pause_after_turn(false);
                step.change(Change::Queue);
            }
            self.card = Card::Paused { draft, reason };
            step.change(Change::Card);
            step.announce(Announcement::Paused {
                prompts: self.queue.len(),
            });
        }
    }

    /// Hides the card; its draft goes to the composer.
    pub(super) fn hide(&mut self, draft: &str, step: &mut Step) {
        self.card = Card::Hidden;
        step.change(Change::Card);
        self.composer.keep_text(draft, step);
    }
}
