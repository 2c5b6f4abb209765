//! The open editors of messages and interjections, and what happens to the text of any editor that
//! the program closes.
//!
//! One rule for every editor, also for those of the card and of a queued prompt: what is written in an
//! editor that the person did not close moves to the composer, and the focus with it.

use std::collections::BTreeMap;

use super::{Conversation, Discarded};
use crate::change::Change;
use crate::effect::{Announcement, ClosedEditor, Diagnostic, FocusTarget};
use crate::id::MessageId;
use crate::input::EditInput;
use crate::step::Step;
use crate::time::Millis;

impl Conversation {
    /// The open editors: the message or the interjection, and the text that is written.
    pub fn edits(&self) -> &BTreeMap<MessageId, String> {
        &self.edits
    }

    /// The text of a message or an interjection that can be edited now.
    pub(super) fn editable(&self, id: &MessageId) -> Option<&str> {
        if let Some((_, said)) = self.find_interjection(id) {
            return said.is_changeable().then(|| said.wanted());
        }
        let turn = self.turn(id).filter(|turn| !turn.begins_with_agent());
        let turn = turn.filter(|turn| !self.left_out().has(&turn.id));
        turn.map(|turn| turn.text.as_str())
    }

    /// The person's actions in an editor.
    pub(super) fn edit_input(&mut self, input: EditInput, at: Millis, step: &mut Step) {
        match input {
            EditInput::Begin(id) => {
                let text = self.editable(&id).map(str::to_owned);
                match text.filter(|_| !self.edits.contains_key(&id)) {
                    Some(text) => {
                        self.edits.insert(id, text);
                        step.change(Change::Edits);
                    }
                    None => step.diagnose(Diagnostic::NotNow("edit")),
                }
            }
            EditInput::Changed { id, text } => match self.edits.get_mut(&id) {
                // The page shows the text already.
                Some(held) => *held = text,
                None => self.typed_late(id, text, step),
            },
            EditInput::Abandoned(id) => {
                let text = self.edits.get(&id).cloned();
                let original = self.editable(&id).map(str::to_owned);
                if !self.end_edit(&id, step) {
                    step.diagnose(Diagnostic::NotNow("edit"));
                } else if let Some(text) = text {
                    self.discard(Discarded { id, text }, original.as_deref(), step);
                }
            }
            EditInput::Restore(id) => self.restore_edit(&id, at, step),
            EditInput::Forget => self.forget_edits(step),
        }
    }

    /// Closes an editor whose text is used or discarded. Returns whether it was open.
    pub(super) fn end_edit(&mut self, id: &MessageId, step: &mut Step) -> bool {
        let open = self.edits.remove(id).is_some();
        if open {
            step.change(Change::Edits);
        }
        open
    }

    /// Closes the editor of a message that is sent with this text. Another text that is in the editor
    /// moves to the composer: "Try again" sends the message as it was.
    pub(super) fn used_edit(&mut self, id: &MessageId, text: &str, step: &mut Step) {
        let draft = self.edits.get(id).filter(|draft| *draft != text);
        let draft = draft.cloned();
        if self.end_edit(id, step) {
            self.supersede(id, step);
        }
        if let Some(draft) = draft {
            self.move_edit(id.clone(), draft, step);
        }
    }

    /// Closes the editors of what can no longer be edited: the agent has read it, its turn is over, or
    /// it is no longer part of the conversation.
    pub(super) fn close_editors(&mut self, step: &mut Step) {
        let ids = self.edits.keys();
        let closed: Vec<_> = ids
            .filter(|id| self.editable(id).is_none())
            .cloned()
            .collect();
        for id in closed {
            let draft = self.edits.remove(&id).unwrap_or_default();
            step.change(Change::Edits);
            self.move_edit(id, draft, step);
        }
    }

    fn move_edit(&mut self, id: MessageId, draft: String, step: &mut Step) {
        let said = self.find_interjection(&id).map(|(_, said)| said.wanted());
        let said = said.or_else(|| self.turn(&id).map(|turn| turn.text.as_str()));
        // What was not changed is in the transcript.
        let draft = if said == Some(draft.as_str()) {
            String::new()
        } else {
            draft
        };
        self.editor_closed(ClosedEditor::Message(id), &draft, step);
    }

    /// Moves what is written in an editor that the program closes to the composer, and the focus with
    /// it, and says so.
    pub(super) fn editor_closed(&mut self, editor: ClosedEditor, draft: &str, step: &mut Step) {
        self.composer.keep_text(draft, step);
        if !draft.trim().is_empty() {
            step.announce(Announcement::EditorClosed);
            if let ClosedEditor::Message(id) = &editor {
                self.moved = Some((id.clone(), draft.to_owned()));
            }
        }
        step.focus(FocusTarget::AfterEditor(editor));
    }

    /// A key stroke that was on its way when the program closed the editor continues the text in the
    /// composer.
    fn typed_late(&mut self, id: MessageId, text: String, step: &mut Step) {
        let moved = self.moved.as_ref().filter(|(held, _)| *held == id);
        if let Some((_, before)) = moved
            // Nothing that is in the composer is taken away.
            && text.starts_with(before.as_str())
            && self.composer.replace_end(before, &text, step)
        {
            self.moved = Some((id, text));
        } else {
            step.diagnose(Diagnostic::NotNow("edit"));
        }
    }
}
