//! Sends a message of an earlier turn again: the conversation goes on from there.

use super::{Conversation, Phase};
use crate::attachment::MessageContent;
use crate::change::Change;
use crate::effect::{ClosedEditor, Diagnostic, FocusTarget};
use crate::history::distinct;
use crate::id::{MessageId, RunId};
use crate::left_out::LeftOut;
use crate::request::RunRequest;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::Turn;

impl Conversation {
    /// The turns that are no longer part of the conversation. While the message in their place is
    /// removed from the queue, they are part of it.
    pub fn left_out(&self) -> LeftOut {
        self.left_out.of(|message| {
            let mut prompts = self.queue.prompts().iter();
            prompts.any(|held| held.id == *message) || self.turn(message).is_some()
        })
    }

    /// The turns that are part of the conversation, oldest first.
    pub(super) fn told_turns(&self) -> impl Iterator<Item = &Turn> {
        let (turns, out) = (self.turns.iter(), self.left_out());
        turns.filter(move |turn| !out.has(&turn.id) && !turn.is_unsent())
    }

    /// Sends a turn's message again, with this text and the turn's files. The turn and all that
    /// follow are left out; what runs is cancelled in the same step, and the queue goes on after the
    /// new turn. A text that cannot be sent moves to the composer.
    pub(super) fn send_again(
        &mut self,
        turn: &MessageId,
        id: MessageId,
        text: &str,
        at: Millis,
        step: &mut Step,
    ) {
        let out = self.left_out();
        let place = self.turns.iter().position(|held| held.id == *turn);
        let held = place.and_then(|place| self.turns.get(place));
        let held = held.filter(|held| !held.begins_with_agent() && !out.has(turn));
        let said = held.map(|held| MessageContent {
            text: text.to_owned(),
            attachments: held.attachments.clone(),
        });
        let (Some(place), Some(said)) = (place, said.filter(|said| !said.is_blank())) else {
            self.used_edit(turn, text, step);
            self.editor_closed(ClosedEditor::Message(turn.clone()), text, step);
            step.diagnose(Diagnostic::NotNow("send again"));
            return;
        };
        self.used_edit(turn, text, step);
        self.cancel_active(at, step);
        let kept = self.leave_card(step);
        let after = self.turns.iter().skip(place).map(|turn| &turn.id);
        let after = after.filter(|turn| !out.has(turn)).cloned();
        self.left_out.add(after, &id);
        step.change(Change::LeftOut);
        self.start_turn(id, said, kept, at, step);
        // What was pressed is folded away.
        step.focus(FocusTarget::AfterSend);
    }

    /// Whether the backend may have this run although its request is still to be sent: an earlier
    /// request got no answer, and is repeated because the backend recognises it.
    pub fn is_repeated_request(&self, run: &RunId) -> bool {
        let again = |phase| matches!(phase, Phase::Opening { attempt } if attempt > 1);
        let mut active = self.active.iter();
        self.abilities.resend && active.any(|held| held.id == *run && again(held.phase))
    }

    /// The request that starts this run; `None` if the run is not active.
    pub fn request(&self, run: &RunId) -> Option<RunRequest> {
        let active = self.active.as_ref().filter(|active| active.id == *run)?;
        let last = self.turns.iter().position(|turn| turn.id == active.turn)?;
        let (out, mut messages) = (self.left_out(), Vec::new());
        for (place, turn) in self.turns[..=last].iter().enumerate() {
            if out.tells(&turn.id, &active.turn) && !turn.is_unsent() {
                let resumed = place == last && !active.resume.is_empty();
                turn.write_history(resumed, &mut messages);
            }
        }
        distinct(&mut messages);
        Some(RunRequest {
            thread: self.thread.clone(),
            run: run.clone(),
            messages,
            resume: active.resume.clone(),
            state: self.state.clone(),
            memory: self.memory.clone(),
        })
    }
}
