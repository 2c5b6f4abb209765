//! The files that the person attached, and which of them nothing refers to any more.

use super::Conversation;
use crate::attachment::Attachment;
use crate::effect::Effect;
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
        let composer = self
            .composer
            .attached()
            .files()
            .iter()
            .chain(self.composer.attached().removed());
        composer
            .chain(queue.flat_map(|prompt| &prompt.attachments))
            .chain(self.turns.iter().flat_map(|turn| &turn.attachments))
            .filter(|file| file.is_own())
            .collect()
    }

    fn has_file(&self, id: &AttachmentId) -> bool {
        self.files().any(|file| file.id == *id)
    }

    /// Changes the composer's files or the queue, then emits an effect for each file that nothing
    /// refers to any more.
    pub(super) fn letting_go(&mut self, step: &mut Step, act: impl FnOnce(&mut Self, &mut Step)) {
        let prompts = self.queue.removed();
        let before = prompts.flat_map(|prompt| &prompt.attachments);
        let composer = self.composer.attached().files().iter();
        let before = before
            .chain(composer)
            .chain(self.composer.attached().removed());
        let before = before.filter(|file| file.is_own());
        let before: Vec<_> = before.map(|file| file.id.clone()).collect();
        act(self, step);
        self.forget_all(before, step);
    }

    /// Emits an effect for each of these files that nothing refers to any more.
    pub(super) fn forget_all(&self, files: Vec<AttachmentId>, step: &mut Step) {
        for id in files {
            if !self.has_file(&id) {
                step.effect(Effect::ForgetAttachment { id });
            }
        }
    }
}
