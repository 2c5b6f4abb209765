//! Threads that another page drives: this page keeps copies of their conversations, and takes their
//! list entries from other pages.
//!
//! Which page drives a thread is in [`crate::sharing`].

use std::mem::take;

use super::{Chat, ChatStep, Thread, ThreadHead};
use crate::attachment::MessageContent;
use crate::change::{Change, ChatChange};
use crate::chat::ChatEffect;
use crate::conversation::Conversation;
use crate::id::{MessageId, ThreadId};
use crate::step::Step;
use crate::time::Millis;

impl Chat {
    /// Takes a copy from the page that drives the conversation. The composer here keeps its
    /// content.
    pub(super) fn mirrored(&mut self, conversation: Conversation, at: Millis, step: &mut ChatStep) {
        let id = conversation.thread().clone();
        let Some(thread) = self.thread_mut(&id) else {
            return;
        };
        let none = Conversation::new(id.clone());
        let own = thread.conversation.take().unwrap_or(none);
        let conversation = conversation.with_composer_of(own);
        let turns: Vec<_> = conversation
            .turns()
            .iter()
            .map(|turn| turn.id.clone())
            .collect();
        thread.conversation = Some(conversation);
        thread.mirrored = true;
        step.changes.push(ChatChange::Loaded(id.clone()));
        for turn in turns {
            let change = Change::TurnRenewed(turn);
            step.changes.push(ChatChange::In(id.clone(), change));
        }
        step.changes.push(ChatChange::Threads);
        self.take_early(id, at, step);
    }

    /// Takes what was written and sent before the thread was loaded. The composer's content goes behind
    /// what the composer has by now. It goes there in the same step: the field will show the
    /// conversation's text, and the next key stroke replaces that.
    pub(super) fn take_early(&mut self, id: ThreadId, at: Millis, step: &mut ChatStep) {
        let early = self.thread_mut(&id).map(|held| take(&mut held.early));
        let mut early = early.unwrap_or_default();
        let acts = early.take_acts();
        let draft = self.conversation(&id).map(Conversation::composer);
        for input in early.into_own(draft.unwrap_or_default()) {
            self.inside(&id, input, at, step);
        }
        if !acts.is_empty() {
            step.effects.push(ChatEffect::Again(id, acts));
        }
    }

    /// This page now drives a conversation that it mirrored before, or had stopped driving for a
    /// while.
    pub(super) fn taken(&mut self, thread: &ThreadId, at: Millis, step: &mut ChatStep) {
        let Some(held) = self.thread_mut(thread) else {
            return;
        };
        held.mirrored = false;
        if held.conversation.is_some() {
            self.begin(thread, at, step);
        }
    }

    /// Another page drives the thread: the conversation here is only a copy from now on.
    pub(super) fn left(&mut self, thread: &ThreadId) {
        if let Some(held) = self.thread_mut(thread) {
            held.mirrored |= held.conversation.is_some();
        }
    }

    /// Empties this page's composer: its content is on its way to the page that drives the thread.
    pub(super) fn handed_over(&mut self, thread: &ThreadId, step: &mut ChatStep) {
        let held = self.thread_mut(thread);
        if let Some(conversation) = held.and_then(|held| held.conversation.as_mut()) {
            let mut inner = Step::default();
            conversation.hand_over(&mut inner);
            let inside = |change| ChatChange::In(thread.clone(), change);
            step.changes.extend(inner.changes.into_iter().map(inside));
        }
    }

    /// Takes another page's list entry. If this page drives the thread, its own entry is newer and
    /// stays.
    pub(super) fn heard(&mut self, head: ThreadHead, step: &mut ChatStep) {
        match self.thread_mut(&head.id) {
            Some(thread) if thread.conversation.is_some() && !thread.mirrored => return,
            Some(thread) => thread.head = head,
            None => self.threads.push(Thread::new(head)),
        }
        step.changes.push(ChatChange::Threads);
    }

    /// The composer's content. Also before the thread is loaded.
    pub fn composed(&self, thread: &ThreadId) -> MessageContent {
        let held = self.threads.iter().find(|held| held.head.id == *thread);
        let said = held.map(|held| match &held.conversation {
            Some(conversation) => conversation.composed(),
            None => held.early.composed(),
        });
        said.unwrap_or_default()
    }

    /// The messages that were submitted before the thread was loaded; none from then on.
    pub fn sent_early(&self, thread: &ThreadId) -> &[(MessageId, MessageContent)] {
        let held = self.threads.iter().find(|held| held.head.id == *thread);
        held.map_or(&[], |held| held.early.sent())
    }
}
