//! The whole chat: the threads, which of them are loaded, and their conversations.
//!
//! Conversations are in [`crate::conversation`]; the shell loads and stores threads, as the
//! effects say.

use serde::{Deserialize, Serialize};

use crate::change::{Change, ChatChange};
use crate::client_tool::ClientTool;
use crate::conversation::{Conversation, whole};
use crate::effect::{Diagnostic, Effect};
use crate::id::ThreadId;
use crate::input::Input;
use crate::run_event::Abilities;
use crate::step::Step;
use crate::time::Millis;

mod early;
mod effect;
mod head;
mod joining;
mod listed;
mod recorded;
mod share;
#[cfg(test)]
mod tests;
mod thread_state;

pub use effect::ChatEffect;
pub use head::ThreadHead;
pub use listed::UNDOABLE_MS;
pub use recorded::RecordedChat;
pub use thread_state::ThreadState;

use early::Early;
use head::title_of;
use joining::Joining;
use share::renew_turns;

struct Thread {
    head: ThreadHead,
    conversation: Option<Conversation>,
    /// What was typed and sent before the conversation was loaded.
    early: Early,
    /// The person opened the thread again after deleting it.
    reopened: bool,
    /// Another page drives the thread; this page has a copy.
    mirrored: bool,
}

impl Thread {
    fn new(head: ThreadHead) -> Self {
        Self {
            head,
            conversation: None,
            early: Early::default(),
            reopened: false,
            mirrored: false,
        }
    }

    /// Sets the backend's abilities.
    fn enable(&mut self, abilities: Abilities) {
        let held = self.conversation.take();
        self.conversation = held.map(|held| held.with_abilities(abilities));
    }
}

/// One input of the chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ChatInput {
    /// The threads in storage.
    Listed(Vec<ThreadHead>),
    /// Show a thread; an unknown one is new.
    Open(ThreadId),
    /// A conversation asked for with [`ChatEffect::Load`] came from storage. This page drives it
    /// from now on.
    Loaded(#[serde(with = "whole")] Box<Conversation>),
    /// A copy of a conversation from the page that drives it.
    Mirrored(#[serde(with = "whole")] Box<Conversation>),
    /// This page drives a conversation from now on, in its current state.
    Taken(ThreadId),
    /// The composer's content is on its way to the page that drives the thread.
    HandedOver(ThreadId),
    /// Another page may drive the thread from now on; the conversation here is a copy.
    Left(ThreadId),
    /// Another page's list entry for a thread.
    Heard(ThreadHead),
    /// The agent that new turns go to.
    Agent(String),
    /// The person chose a title; a blank one restores the automatic title.
    Rename {
        /// The thread.
        thread: ThreadId,
        /// The new title.
        title: String,
    },
    /// The person deleted a thread. A run in it is cancelled.
    Delete(ThreadId),
    /// The person undoes the deletion of a thread.
    Undelete(ThreadId),
    /// A deletion can no longer be undone. A thread that the person opened again meanwhile stays
    /// until the next start.
    Forget(ThreadId),
    /// The embedder offers exactly these tools in every conversation from now on.
    Tools(Vec<ClientTool>),
    /// The browser is online again.
    Online,
    /// An input for one conversation.
    In(ThreadId, Input),
}

/// The result of one input: the changes, and the effects for the shell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatStep {
    /// What changed, in order.
    pub changes: Vec<ChatChange>,
    /// What to do, in order.
    pub effects: Vec<ChatEffect>,
}

/// All threads. Only [`apply`](Self::apply) changes them.
#[derive(Default)]
pub struct Chat {
    threads: Vec<Thread>,
    abilities: Abilities,
    tools: Vec<ClientTool>,
    agent: String,
    joining: Joining,
}

impl Chat {
    /// A chat with the abilities that its backend is configured to have.
    pub fn new(abilities: Abilities) -> Self {
        Self {
            abilities,
            ..Self::default()
        }
    }

    /// The only entry point; see [`Conversation::apply`].
    pub fn apply(&mut self, input: ChatInput, at: Millis) -> ChatStep {
        let mut step = ChatStep::default();
        match input {
            ChatInput::Listed(heads) => self.listed(heads, at, &mut step),
            ChatInput::Open(thread) => self.open(thread, &mut step),
            ChatInput::Loaded(conversation) => self.loaded(*conversation, at, &mut step),
            ChatInput::Mirrored(conversation) => self.mirrored(*conversation, at, &mut step),
            ChatInput::Taken(thread) => self.taken(&thread, at, &mut step),
            ChatInput::HandedOver(thread) => self.handed_over(&thread, &mut step),
            ChatInput::Left(thread) => self.left(&thread),
            ChatInput::Heard(head) => self.heard(head, &mut step),
            ChatInput::Agent(agent) => self.agent = agent,
            ChatInput::Rename { thread, title } => self.rename(&thread, &title, &mut step),
            ChatInput::Delete(thread) => self.delete(&thread, at, &mut step),
            ChatInput::Undelete(thread) => self.undelete(&thread, &mut step),
            ChatInput::Forget(thread) => self.forget(&thread, &mut step),
            ChatInput::Tools(tools) => self.offer(tools, at, &mut step),
            ChatInput::Online => {
                for thread in self.loaded_threads() {
                    self.inside(&thread, Input::Online, at, &mut step);
                }
            }
            ChatInput::In(thread, input) => self.inside(&thread, input, at, &mut step),
        }
        self.join_further(&mut step);
        step
    }

    /// The threads that are not deleted and not blank, the most recent first.
    pub fn heads(&self) -> Vec<&ThreadHead> {
        let mut heads: Vec<&ThreadHead> = Vec::new();
        for Thread { head, .. } in &self.threads {
            if !head.deleted && head.updated_at > 0 {
                // Insertion, because a sort would be ten times the code, and every page loads this.
                let place = heads.partition_point(|held| held.updated_at >= head.updated_at);
                heads.insert(place, head);
            }
        }
        heads
    }

    /// The list entry of one thread, deleted or not.
    pub fn head(&self, thread: &ThreadId) -> Option<&ThreadHead> {
        self.threads
            .iter()
            .map(|held| &held.head)
            .find(|head| head.id == *thread)
    }

    /// A loaded conversation.
    pub fn conversation(&self, thread: &ThreadId) -> Option<&Conversation> {
        self.threads
            .iter()
            .find(|held| held.head.id == *thread)?
            .conversation
            .as_ref()
    }

    fn thread_mut(&mut self, thread: &ThreadId) -> Option<&mut Thread> {
        self.threads.iter_mut().find(|held| held.head.id == *thread)
    }

    /// Takes the threads in storage. What was deleted just now stays: another page may undo it.
    fn listed(&mut self, heads: Vec<ThreadHead>, at: Millis, step: &mut ChatStep) {
        let agent = self.agent.clone();
        let at_work =
            |head: &ThreadHead| head.running && !head.agent.is_empty() && head.agent == agent;
        for head in heads {
            if head.deleted && at.saturating_sub(head.deleted_at) >= UNDOABLE_MS {
                step.effects.push(ChatEffect::Purge(head.id));
            } else if self.head(&head.id).is_none() {
                self.threads.push(Thread::new(head));
            }
        }
        step.changes.push(ChatChange::Threads);
        let recent = self.heads().into_iter().filter(|head| at_work(head));
        let recent = recent.map(|head| head.id.clone()).collect();
        self.join(recent, step);
    }

    fn open(&mut self, id: ThreadId, step: &mut ChatStep) {
        if let Some(held) = self.thread_mut(&id) {
            held.reopened = held.head.deleted;
        }
        match self.threads.iter().find(|held| held.head.id == id) {
            Some(Thread {
                conversation: Some(_),
                ..
            }) => {}
            Some(Thread {
                conversation: None, ..
            }) => step.effects.push(ChatEffect::Load(id)),
            None => {
                let head = ThreadHead {
                    id: id.clone(),
                    title: String::new(),
                    named: false,
                    updated_at: 0,
                    deleted: false,
                    deleted_at: 0,
                    running: false,
                    state: ThreadState::default(),
                    agent: String::new(),
                };
                self.threads.push(Thread::new(head));
                step.effects.push(ChatEffect::Load(id));
            }
        }
    }

    /// Takes a conversation from storage and drives it. If this page drives the conversation
    /// already, nothing changes, because the stored one is older. A copy from another page is
    /// replaced, but the composer here keeps its content.
    fn loaded(&mut self, conversation: Conversation, at: Millis, step: &mut ChatStep) {
        let id = conversation.thread().clone();
        let abilities = self.abilities;
        let Some(thread) = self.thread_mut(&id) else {
            return;
        };
        if thread.conversation.is_some() && !thread.mirrored {
            return;
        }
        let conversation = if conversation.abilities() == Abilities::default() {
            conversation.with_abilities(abilities)
        } else {
            // The embedder configures the stop URL anew on each page load.
            let held = Abilities {
                plain_stop: abilities.plain_stop,
                ..conversation.abilities()
            };
            conversation.with_abilities(held)
        };
        let held = thread.conversation.take();
        let replaces = held.is_some();
        let conversation = match held {
            Some(held) => {
                // Keeps both: this page's composer, and text that closed pages have left in
                // storage.
                let left = conversation.composed();
                let mut conversation = conversation.with_composer_of(held);
                conversation.keep(left, &mut Step::default());
                conversation
            }
            None => conversation,
        };
        step.changes.push(ChatChange::Loaded(id.clone()));
        if replaces {
            renew_turns(&conversation, step);
        }
        thread.mirrored = false;
        thread.conversation = Some(conversation);
        self.begin(&id, at, step);
        self.take_early(id, at, step);
    }

    fn offer(&mut self, tools: Vec<ClientTool>, at: Millis, step: &mut ChatStep) {
        for thread in self.loaded_threads() {
            self.inside(&thread, Input::ToolsOffered(tools.clone()), at, step);
        }
        self.tools = tools;
    }

    fn loaded_threads(&self) -> Vec<ThreadId> {
        let loaded = self
            .threads
            .iter()
            .filter(|held| held.conversation.is_some() && !held.mirrored);
        loaded.map(|held| held.head.id.clone()).collect()
    }

    fn inside(&mut self, thread: &ThreadId, input: Input, at: Millis, step: &mut ChatStep) {
        let held = self.threads.iter_mut().find(|held| held.head.id == *thread);
        let Some(Thread {
            head,
            conversation: Some(conversation),
            ..
        }) = held
        else {
            if !held.is_some_and(|held| held.early.take(&input)) {
                let diagnostic = Diagnostic::NotNow("no such conversation");
                step.effects
                    .push(ChatEffect::In(thread.clone(), Effect::Diagnose(diagnostic)));
            }
            return;
        };
        let inner = conversation.apply(input, at);
        let began = head.follow(conversation);
        if inner
            .changes
            .iter()
            .any(|change| matches!(change, Change::TurnAdded(_)))
        {
            head.updated_at = at;
            // What the agent before could do says nothing of this one.
            if !head.agent.is_empty() && head.agent != self.agent {
                conversation.meet(self.abilities);
            }
            head.agent.clone_from(&self.agent);
            // Writing in a deleted thread undoes the deletion.
            if std::mem::take(&mut head.deleted) {
                step.effects.push(ChatEffect::DropDeletion(thread.clone()));
            }
            if !head.named && head.title.is_empty() {
                head.title = title_of(conversation);
            }
            step.changes.push(ChatChange::Threads);
        }
        if inner.changes.contains(&Change::Title) && !head.named {
            head.title = title_of(conversation);
            step.changes.push(ChatChange::Threads);
        }
        let run_changed = began
            || inner
                .changes
                .iter()
                .any(|change| matches!(change, Change::Card));
        if run_changed && !matches!(step.changes.last(), Some(ChatChange::Threads)) {
            step.changes.push(ChatChange::Threads);
        }
        step.changes.extend(
            inner
                .changes
                .into_iter()
                .map(|change| ChatChange::In(thread.clone(), change)),
        );
        step.effects.extend(
            inner
                .effects
                .into_iter()
                .map(|effect| ChatEffect::In(thread.clone(), effect)),
        );
    }
}
