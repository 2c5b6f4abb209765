//! Attachments: the files in the composer, and files that nothing refers to any more.

use std::sync::Arc;

use super::Conversation;
use crate::attachment::{Attachment, AttachmentInput, Said};
use crate::change::Change;
use crate::effect::{Diagnostic, Effect};
use crate::id::AttachmentId;
use crate::step::Step;

impl Conversation {
    /// Every file that the person attached and that a message, the composer or an undo refers to. A
    /// message that was sent again shares its files with the original.
    pub fn files(&self) -> impl Iterator<Item = &Attachment> {
        self.own_files().into_iter()
    }

    /// Returns a list: an iterator type would be compiled again for each caller.
    fn own_files(&self) -> Vec<&Attachment> {
        let queue = self.queue.prompts().iter().chain(self.queue.removed());
        let composer = self.attached.files().iter().chain(self.attached.removed());
        composer
            .chain(queue.flat_map(|prompt| &prompt.attachments))
            .chain(self.turns.iter().flat_map(|turn| &turn.attachments))
            .filter(|file| file.is_own())
            .collect()
    }

    fn has_file(&self, id: &AttachmentId) -> bool {
        self.files().any(|file| file.id == *id)
    }

    pub(super) fn attachment_input(&mut self, input: AttachmentInput, step: &mut Step) {
        let done = match input {
            AttachmentInput::Added(file) => self.attached.add(file),
            AttachmentInput::Removed(id) => self.attached.remove(&id),
            AttachmentInput::Restored => self.attached.restore(),
            AttachmentInput::Unreadable(id) => self.attached.lose(&id),
        };
        if done {
            step.change(Change::Attached);
        } else {
            step.diagnose(Diagnostic::NotNow("attachment"));
        }
    }

    /// Takes the composer's text and files; `None` if it is empty.
    pub(super) fn take_composed(&mut self, step: &mut Step) -> Option<Said> {
        if self.composer.trim().is_empty() && self.attached.files().is_empty() {
            return None;
        }
        let said = Said {
            text: std::mem::take(&mut self.composer),
            attachments: self.attached.take(),
        };
        step.change(Change::Composer);
        if !said.attachments.is_empty() {
            step.change(Change::Attached);
        }
        Some(said)
    }

    /// Adds files to those in the composer.
    pub(super) fn keep_files(&mut self, files: Vec<Attachment>, step: &mut Step) {
        for mut file in files {
            // The message's text may change, so the place of the file in it does not hold.
            if let Some(came) = &mut file.came {
                Arc::make_mut(came).at = None;
            }
            if self.attached.add(file) {
                step.change(Change::Attached);
            }
        }
    }

    /// Changes the composer's files or the queue, then emits an effect for each file that nothing
    /// refers to any more.
    pub(super) fn letting_go(&mut self, step: &mut Step, act: impl FnOnce(&mut Self, &mut Step)) {
        let prompt = self.queue.removed();
        let before = prompt.into_iter().flat_map(|prompt| &prompt.attachments);
        let composer = self.attached.files().iter();
        let before = before.chain(composer).chain(self.attached.removed());
        let before = before.filter(|file| file.is_own());
        let before: Vec<_> = before.map(|file| file.id.clone()).collect();
        act(self, step);
        for id in before {
            if !self.has_file(&id) {
                step.effect(Effect::ForgetAttachment { id });
            }
        }
    }
}
