//! What was written in an editor that the person closed without saving. It can be put back.

use serde::{Deserialize, Serialize};

use super::Conversation;
use crate::change::Change;
use crate::effect::{Announcement, ClosedEditor, Diagnostic, FocusTarget};
use crate::id::MessageId;
use crate::input::QueueInput;
use crate::step::Step;
use crate::time::Millis;

/// How many texts can be put back.
const UNDOS: usize = 10;

/// A text that was written in an editor and not saved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Discarded {
    /// The message, the interjection or the queued prompt.
    pub id: MessageId,
    /// The text.
    pub text: String,
}

impl Conversation {
    /// The texts that were discarded, at most ten. The latest is last.
    pub fn discarded(&self) -> &[Discarded] {
        &self.discarded
    }

    /// Those that can be put back now: the text of an editor that is open again waits until it is
    /// closed.
    pub fn restorable(&self) -> impl Iterator<Item = &Discarded> {
        self.discarded.iter().filter(|held| !self.is_open(&held.id))
    }

    fn is_open(&self, id: &MessageId) -> bool {
        self.edits.contains_key(id) || self.queue.edit().is_some_and(|edit| edit.id == *id)
    }

    /// Keeps a text whose editor was closed, unless it is what `original` says already.
    pub(super) fn discard(&mut self, text: Discarded, original: Option<&str>, step: &mut Step) {
        if text.text.trim().is_empty() || original == Some(text.text.as_str()) {
            return;
        }
        self.discarded.retain(|held| *held != text);
        self.discarded.push(text);
        if self.discarded.len() > UNDOS {
            self.discarded.remove(0);
        }
        step.change(Change::Edits);
        step.announce(Announcement::Discarded);
    }

    /// Forgets what was discarded in this editor: its text was saved or sent since.
    pub(super) fn supersede(&mut self, id: &MessageId, step: &mut Step) {
        let before = self.discarded.len();
        self.discarded.retain(|held| held.id != *id);
        if self.discarded.len() < before {
            step.change(Change::Edits);
        }
    }

    /// The person no longer wants back what was discarded. What is written in an open editor may be
    /// discarded still, and then the earlier text of that editor is offered again.
    pub(super) fn forget_edits(&mut self, step: &mut Step) {
        let (open, gone) = std::mem::take(&mut self.discarded)
            .into_iter()
            .partition::<Vec<_>, _>(|held| self.is_open(&held.id));
        self.discarded = open;
        if gone.is_empty() {
            step.diagnose(Diagnostic::NotNow("forget edits"));
        } else {
            step.change(Change::Edits);
        }
    }

    /// Puts the last discarded text of this message, interjection or prompt back into its editor; into
    /// the composer if it cannot be edited any more.
    pub(super) fn restore_edit(&mut self, id: &MessageId, at: Millis, step: &mut Step) {
        let place = self.discarded.iter().rposition(|held| held.id == *id);
        let Some(place) = place.filter(|_| !self.is_open(id)) else {
            step.diagnose(Diagnostic::NotNow("restore an edit"));
            return;
        };
        let Discarded { id, text } = self.discarded.remove(place);
        step.change(Change::Edits);
        if self.queue.prompts().iter().any(|held| held.id == id) {
            self.queue_input(QueueInput::Edit(id), at, step);
            self.queue.change_edit(text);
        } else if self.editable(&id).is_some() {
            self.edits.insert(id, text);
        } else {
            self.editor_closed(ClosedEditor::Message(id), &text, step);
            step.focus(FocusTarget::Composer);
        }
    }
}
