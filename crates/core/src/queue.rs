//! The queue: prompts in the order they will start, the prompt being edited, and the prompts that
//! were removed last.

use serde::{Deserialize, Serialize};

use crate::attachment::Attachment;
use crate::card::PauseReason;
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
    /// Whether the person holds it back: it keeps its place, and the prompts after it start without
    /// it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub held: bool,
}

/// A prompt whose editor is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Edit {
    /// The prompt.
    pub id: MessageId,
    /// The text in the editor.
    pub draft: String,
    /// Whether the person came from the composer, and goes back there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from_composer: bool,
}

/// How many removed prompts can be put back.
pub const UNDOS: usize = 10;

/// The next prompt, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing is queued.
    Empty,
    /// There are prompts, and none may start by itself, for this reason.
    Blocked(PauseReason),
    /// This prompt, now removed from the queue.
    Prompt(Prompt),
}

/// The queued prompts, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Queue {
    prompts: Vec<Prompt>,
    edit: Option<Edit>,
    /// The removed prompts that can be put back, each with its place then; the latest is last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    removed: Vec<(usize, Prompt)>,
    /// Whether the queue pauses when the running turn ends. Never set while the queue is empty.
    #[serde(default, skip_serializing_if = "is_default")]
    pauses: bool,
    /// The prompts that came ahead of the others since the last turn began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ahead: Vec<MessageId>,
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

    /// The removed prompts that can be put back, at most [`UNDOS`]. The latest is last, and the first
    /// to come back.
    pub fn removed(&self) -> impl DoubleEndedIterator<Item = &Prompt> {
        self.removed.iter().map(|(_, prompt)| prompt)
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

    /// Why no prompt may start by itself: all are held, or the first that is not held is being
    /// edited. In the second case the queue waits until the edit ends, to keep the person's order.
    /// `None` if one may, or nothing is queued.
    pub fn block(&self) -> Option<PauseReason> {
        match self.prompts.iter().find(|prompt| !prompt.held) {
            Some(first) => self.is_edited(&first.id).then_some(PauseReason::Editing),
            None => (!self.prompts.is_empty()).then_some(PauseReason::Held),
        }
    }

    /// The number of prompts that are not held.
    pub fn free(&self) -> usize {
        self.prompts.iter().filter(|prompt| !prompt.held).count()
    }

    /// Holds a prompt, or releases it. False if nothing changes.
    pub(crate) fn hold(&mut self, id: &MessageId, held: bool) -> bool {
        let Some(index) = self.index_of(id) else {
            return false;
        };
        std::mem::replace(&mut self.prompts[index].held, held) != held
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

    /// Adds a prompt ahead of all others. What comes ahead in the same turn goes after it.
    pub(crate) fn push_first(&mut self, prompt: Prompt) {
        self.ahead.push(prompt.id.clone());
        self.prompts.insert(0, prompt);
    }

    /// Adds a prompt ahead of the others, but after those that came so in the same turn: they keep
    /// the order in which the person said them. Returns its place.
    pub(crate) fn push_ahead(&mut self, prompt: Prompt) -> usize {
        let came = |held: &&Prompt| self.ahead.contains(&held.id);
        let place = self.prompts.iter().take_while(came).count();
        self.ahead.push(prompt.id.clone());
        self.prompts.insert(place, prompt);
        place
    }

    /// A turn begins: what comes ahead in it goes before what is queued now.
    pub(crate) fn turn_begins(&mut self) {
        self.ahead.clear();
    }

    pub(crate) fn push(&mut self, prompt: Prompt) {
        self.prompts.push(prompt);
    }

    /// Removes and returns the first prompt that is not held, unless it is being edited.
    pub(crate) fn next(&mut self) -> Next {
        if let Some(reason) = self.block() {
            return Next::Blocked(reason);
        }
        match self.prompts.iter().position(|prompt| !prompt.held) {
            Some(index) => Next::Prompt(self.take_at(index)),
            None => Next::Empty,
        }
    }

    /// The prompt that goes next when a person asks for one: the first that is neither held nor being
    /// edited. If the person holds all others, the first of these.
    pub fn next_wanted(&self) -> Option<&Prompt> {
        self.prompts.get(self.free_index()?)
    }

    fn free_index(&self) -> Option<usize> {
        let free = |held| {
            let is_free = |prompt: &Prompt| prompt.held == held && !self.is_edited(&prompt.id);
            self.prompts.iter().position(is_free)
        };
        free(false).or_else(|| free(true))
    }

    /// Removes and returns the prompt that goes next when a person asks for one (see
    /// [`Self::next_wanted`]).
    pub(crate) fn next_free(&mut self) -> Option<Prompt> {
        let index = self.free_index()?;
        Some(self.take_at(index))
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

    /// Removes and returns a prompt that the agent has got after all. The text of its open editor is
    /// dropped.
    pub(crate) fn remove_delivered(&mut self, id: &MessageId) -> Option<Prompt> {
        let index = self.index_of(id)?;
        self.edit.take_if(|edit| edit.id == *id);
        Some(self.take_at(index))
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
                from_composer: false,
            });
        }
        true
    }

    /// Opens the editor of the last prompt, for a person who is in the composer. False if nothing is
    /// queued.
    pub(crate) fn begin_edit_of_last(&mut self) -> bool {
        let Some(id) = self.prompts.last().map(|prompt| prompt.id.clone()) else {
            return false;
        };
        let found = self.begin_edit(&id);
        if let Some(edit) = &mut self.edit {
            edit.from_composer = true;
        }
        found
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

    /// Closes the editor, and returns it. The prompt stays as it was.
    pub(crate) fn abandon_edit(&mut self) -> Option<Edit> {
        self.edit.take()
    }

    /// Replaces a prompt's text; removes the prompt if nothing is left of it. An open editor stays.
    pub(crate) fn rewrite(&mut self, id: &MessageId, text: String) -> bool {
        let Some(index) = self.index_of(id) else {
            return false;
        };
        let prompt = &mut self.prompts[index];
        if text.trim().is_empty() && prompt.attachments.is_empty() {
            return self.remove(id);
        }
        prompt.text = text;
        true
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
            self.removed.push((index, prompt));
            if self.removed.len() > UNDOS {
                self.removed.remove(0);
            }
        }
        true
    }

    pub(crate) fn restore(&mut self) -> bool {
        let Some((index, prompt)) = self.removed.pop() else {
            return false;
        };
        self.prompts.insert(index.min(self.prompts.len()), prompt);
        true
    }
}
