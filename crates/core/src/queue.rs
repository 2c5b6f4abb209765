//! The queue: prompts in the order they will start, the prompt being edited, and the prompt that
//! was removed last.

use serde::{Deserialize, Serialize};

use crate::attachment::Attachment;
use crate::id::MessageId;
use crate::stored::is_default;
use crate::time::Millis;

#[cfg(test)]
mod tests;

/// A submitted message that has not started a turn yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Prompt {
    /// The id that its user message will have.
    pub id: MessageId,
    /// The text; blank only if there are files.
    pub text: String,
    /// When it was submitted.
    pub queued_at: Millis,
    /// The files of the message.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attachments: Vec<Attachment>,
}

/// A prompt whose editor is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Edit {
    /// The prompt.
    pub id: MessageId,
    /// The text in the editor.
    pub draft: String,
}

/// The next prompt, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing is queued.
    Empty,
    /// The first prompt is being edited. The queue waits until the edit ends, to keep the person's
    /// order.
    Held,
    /// This prompt, now removed from the queue.
    Prompt(Prompt),
}

/// The queued prompts, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Queue {
    prompts: Vec<Prompt>,
    edit: Option<Edit>,
    removed: Option<(usize, Prompt)>,
    /// Whether the queue pauses when the running turn ends. Never set while the queue is empty.
    #[serde(default, skip_serializing_if = "is_default")]
    pauses: bool,
}

impl Queue {
    /// The prompts, the next to start first.
    pub fn prompts(&self) -> &[Prompt] {
        &self.prompts
    }

    /// The open editor, if any.
    pub fn edit(&self) -> Option<&Edit> {
        self.edit.as_ref()
    }

    /// The prompt that was removed last and can be put back.
    pub fn removed(&self) -> Option<&Prompt> {
        self.removed.as_ref().map(|(_, prompt)| prompt)
    }

    /// The number of queued prompts.
    pub fn len(&self) -> usize {
        self.prompts.len()
    }

    /// Whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.prompts.is_empty()
    }

    /// Whether the queue pauses when the running turn ends.
    pub fn pauses(&self) -> bool {
        self.pauses
    }

    /// Whether the first prompt is being edited.
    pub fn is_held(&self) -> bool {
        self.prompts
            .first()
            .is_some_and(|first| self.is_edited(&first.id))
    }

    fn is_edited(&self, id: &MessageId) -> bool {
        self.edit.as_ref().is_some_and(|edit| edit.id == *id)
    }

    fn index_of(&self, id: &MessageId) -> Option<usize> {
        self.prompts.iter().position(|prompt| prompt.id == *id)
    }

    /// Whether to pause when the running turn ends. An empty queue has nothing to pause.
    pub(crate) fn pause_after_turn(&mut self, pauses: bool) {
        self.pauses = pauses && !self.prompts.is_empty();
    }

    /// Removes a prompt. The last one takes the wish to pause with it.
    fn take_at(&mut self, index: usize) -> Prompt {
        let prompt = self.prompts.remove(index);
        self.pause_after_turn(self.pauses);
        prompt
    }

    pub(crate) fn push_first(&mut self, prompt: Prompt) {
        self.prompts.insert(0, prompt);
    }

    pub(crate) fn push(&mut self, prompt: Prompt) {
        self.prompts.push(prompt);
    }

    /// Removes and returns the first prompt, unless it is being edited.
    pub(crate) fn next(&mut self) -> Next {
        if self.prompts.is_empty() {
            Next::Empty
        } else if self.is_held() {
            Next::Held
        } else {
            Next::Prompt(self.take_at(0))
        }
    }

    /// Removes and returns the first prompt that is not being edited.
    pub(crate) fn next_free(&mut self) -> Option<Prompt> {
        let free = self
            .prompts
            .iter()
            .position(|prompt| !self.is_edited(&prompt.id))?;
        Some(self.take_at(free))
    }

    /// Removes and returns one prompt, with the text of its open editor.
    pub(crate) fn take(&mut self, id: &MessageId) -> Option<Prompt> {
        let index = self.index_of(id)?;
        let mut prompt = self.take_at(index);
        if self.is_edited(id)
            && let Some(edit) = self.edit.take()
            && !edit.draft.trim().is_empty()
        {
            prompt.text = edit.draft;
        }
        Some(prompt)
    }

    /// Opens a prompt's editor; an editor open on another prompt is saved first. False if there is
    /// no such prompt.
    pub(crate) fn begin_edit(&mut self, id: &MessageId) -> bool {
        if self.index_of(id).is_none() {
            return false;
        }
        if self.is_edited(id) {
            return true;
        }
        self.finish_edit();
        // Saving a blank draft removes only the other prompt, never this one.
        if let Some(index) = self.index_of(id) {
            self.edit = Some(Edit {
                id: id.clone(),
                draft: self.prompts[index].text.clone(),
            });
        }
        true
    }

    pub(crate) fn change_edit(&mut self, text: String) -> bool {
        match &mut self.edit {
            Some(edit) => {
                edit.draft = text;
                true
            }
            None => false,
        }
    }

    /// Saves the edited text and closes the editor. A blank text removes a prompt without files;
    /// the removal can be undone. Returns whether an editor was open.
    pub(crate) fn finish_edit(&mut self) -> bool {
        let Some(edit) = self.edit.take() else {
            return false;
        };
        let Some(index) = self.index_of(&edit.id) else {
            return true;
        };
        let prompt = &mut self.prompts[index];
        if edit.draft.trim().is_empty() && prompt.attachments.is_empty() {
            self.remove(&edit.id);
        } else {
            prompt.text = edit.draft;
        }
        true
    }

    pub(crate) fn abandon_edit(&mut self) -> bool {
        self.edit.take().is_some()
    }

    /// Moves a prompt; returns its new place.
    pub(crate) fn move_to(&mut self, id: &MessageId, to: usize) -> Option<usize> {
        let from = self.index_of(id)?;
        let prompt = self.prompts.remove(from);
        let to = to.min(self.prompts.len());
        self.prompts.insert(to, prompt);
        Some(to)
    }

    pub(crate) fn remove(&mut self, id: &MessageId) -> bool {
        let Some(index) = self.index_of(id) else {
            return false;
        };
        if let Some(prompt) = self.take(id) {
            self.removed = Some((index, prompt));
        }
        true
    }

    pub(crate) fn restore(&mut self) -> bool {
        let Some((index, prompt)) = self.removed.take() else {
            return false;
        };
        self.prompts.insert(index.min(self.prompts.len()), prompt);
        true
    }
}
