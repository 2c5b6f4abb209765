//! Files that go with messages: what a person does to those in the composer, and which of them
//! nothing refers to any more.
//!
//! Not responsible for where a message goes, with its files.

use std::sync::Arc;

use super::Conversation;
use crate::attachment::{Attachment, AttachmentInput, Said};
use crate::change::Change;
use crate::effect::{Diagnostic, Effect};
use crate::id::AttachmentId;
use crate::step::Step;

impl Conversation {
    /// Every file that a person attached and that a message or the composer has, or can be given
    /// back. A message that was sent again shares its files with the one before.
    pub fn files(&self) -> impl Iterator<Item = &Attachment> {
        self.own_files().into_iter()
    }

    /// A list, because the iterator that it comes from would be compiled anew for each that asks.
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

    /// Takes what is in the composer; none where nothing is.
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

    /// Puts files into the composer, after those that are there.
    pub(super) fn keep_files(&mut self, files: Vec<Attachment>, step: &mut Step) {
        for mut file in files {
            // Its words may become others.
            if let Some(came) = &mut file.came {
                Arc::make_mut(came).at = None;
            }
            if self.attached.add(file) {
                step.change(Change::Attached);
            }
        }
    }

    /// Does something to the composer's files or the queue, and says which files nothing refers to
    /// any more then.
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
