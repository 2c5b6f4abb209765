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
use crate::input::Input;
use crate::run_event::Abilities;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::Turn;

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
        let conversation = conversation.without_past_request().with_composer_of(own);
        step.changes.push(ChatChange::Loaded(id.clone()));
        renew_turns(&conversation, step);
        thread.conversation = Some(conversation);
        thread.mirrored = true;
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

    /// Prepares a conversation that this page drives from now on: offers the tools and restores the
    /// active run.
    pub(super) fn begin(&mut self, id: &ThreadId, at: Millis, step: &mut ChatStep) {
        // The list shows the activity of a driven thread.
        step.changes.push(ChatChange::Threads);
        if !self.tools.is_empty() {
            let tools = self.tools.clone();
            self.inside(id, Input::ToolsOffered(tools), at, step);
        }
        let agent = self.agent.clone();
        let elsewhere = |held: &Thread| !held.head.agent.is_empty() && held.head.agent != agent;
        let able = self
            .thread_mut(id)
            .filter(|held| elsewhere(held))
            .map(|held| {
                let able = held.conversation.as_ref().map(Conversation::abilities);
                let able = able.unwrap_or_default();
                // A run of another agent cannot be joined at the current agent.
                held.enable(Abilities {
                    rejoin: false,
                    resend: false,
                    ..able
                });
                able
            });
        self.inside(id, Input::Restored, at, step);
        if let (Some(able), Some(held)) = (able, self.thread_mut(id)) {
            held.enable(able);
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

/// Reports that any turn of a conversation may differ from the turn with its id that was here before.
pub(super) fn renew_turns(conversation: &Conversation, step: &mut ChatStep) {
    let thread = conversation.thread();
    let renewed = |turn: &Turn| {
        let change = Change::TurnRenewed(turn.id.clone());
        ChatChange::In(thread.clone(), change)
    };
    step.changes
        .extend(conversation.turns().iter().map(renewed));
}
