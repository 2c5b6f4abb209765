//! The person's actions on a thread in the list: rename, delete, undo.

use super::head::title_of;
use super::{Chat, ChatStep};
use crate::change::ChatChange;
use crate::chat::ChatEffect;
use crate::effect::Effect;
use crate::id::ThreadId;
use crate::input::Input;
use crate::time::Millis;

/// How long a deletion may still be undone in the page where it was made, in milliseconds.
pub const UNDOABLE_MS: Millis = 60_000;

impl Chat {
    pub(super) fn rename(&mut self, thread: &ThreadId, title: &str, step: &mut ChatStep) {
        let Some(held) = self.thread_mut(thread) else {
            return;
        };
        let title = title.trim();
        held.head.named = !title.is_empty();
        held.head.title = if title.is_empty() {
            held.conversation.as_ref().map(title_of).unwrap_or_default()
        } else {
            title.to_owned()
        };
        step.changes.push(ChatChange::Threads);
    }

    pub(super) fn delete(&mut self, thread: &ThreadId, at: Millis, step: &mut ChatStep) {
        let Some(held) = self.thread_mut(thread) else {
            return;
        };
        held.head.deleted = true;
        held.head.deleted_at = at;
        held.reopened = false;
        step.changes.push(ChatChange::Threads);
        step.effects.push(ChatEffect::NoteDeletion(thread.clone()));
        let run = held
            .conversation
            .as_ref()
            .and_then(|conversation| conversation.active())
            .map(|run| run.id.clone());
        if let Some(run) = run {
            self.inside(thread, Input::Stop { run }, at, step);
        }
    }

    pub(super) fn undelete(&mut self, thread: &ThreadId, step: &mut ChatStep) {
        let Some(held) = self.thread_mut(thread) else {
            return;
        };
        held.head.deleted = false;
        step.changes.push(ChatChange::Threads);
        step.effects.push(ChatEffect::DropDeletion(thread.clone()));
    }

    /// Forgets a deleted thread and closes its streams, also of stopping runs: nobody will read
    /// them.
    pub(super) fn forget(&mut self, thread: &ThreadId, step: &mut ChatStep) {
        let place = self
            .threads
            .iter()
            .position(|held| held.head.id == *thread && held.head.deleted && !held.reopened);
        let Some(place) = place else { return };
        let held = self.threads.remove(place);
        if let Some(conversation) = held.conversation {
            let active = conversation.active().map(|run| run.id.clone());
            let stopping = conversation.stopping().iter().map(|held| held.run.clone());
            for run in active.into_iter().chain(stopping) {
                let abort = Effect::AbortStream { run };
                step.effects.push(ChatEffect::In(thread.clone(), abort));
            }
        }
        step.effects.push(ChatEffect::Purge(thread.clone()));
    }
}
