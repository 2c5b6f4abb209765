//! What must be written, and writing it: a person's doings at once, a stream's soon.
//!
//! Not responsible for reading it back (see [`super::loading`]).

use std::rc::Rc;

use midturn_core::change::{Change, ChatChange};
use midturn_core::chat::{Chat, ChatInput};
use midturn_core::conversation::Conversation;
use midturn_core::id::{MessageId, RunId, ThreadId};
use midturn_core::input::Input;
use serde::{Deserialize, Serialize};

use super::Inner;
use super::inbox::Phase;
use super::shell::Notice;
use super::storage::{Keys, MemoryStorage, Storage, StorageError, Table, Write, turn_key};

/// How long a streamed change may wait to be written, in milliseconds.
const SAVE_WITHIN_MS: u64 = 400;

/// The setting with the page's settings.
pub(super) const SETTINGS: &str = "page";

/// The setting with what the backend announced.
pub(super) const CONTROL: &str = "control";

/// The shape of what is written. Raised when it changes, so that a later page can tell.
pub(super) const VERSION: u32 = 1;

/// A value as it is stored.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored<T> {
    /// [`VERSION`] when it was written.
    pub(super) version: u32,
    /// The value.
    pub(super) value: T,
}

/// What an input is about, noted before it is applied.
pub(super) struct Subject {
    thread: Option<ThreadId>,
    inside: bool,
    run: Option<RunId>,
}

impl Subject {
    pub(super) fn of(input: &ChatInput) -> Self {
        let (thread, inside, run) = match input {
            ChatInput::Listed(_) | ChatInput::Open(_) | ChatInput::Loaded(_) => (None, false, None),
            ChatInput::Rename { thread, .. }
            | ChatInput::Delete(thread)
            | ChatInput::Undelete(thread) => (Some(thread), false, None),
            ChatInput::In(thread, Input::Run { run, .. }) => (Some(thread), true, Some(run)),
            ChatInput::In(thread, _) => (Some(thread), true, None),
        };
        Self {
            thread: thread.cloned(),
            inside,
            run: run.cloned(),
        }
    }
}

/// What is not written yet.
#[derive(Default)]
pub(super) struct Dirty(Vec<DirtyThread>);

struct DirtyThread {
    thread: ThreadId,
    head: bool,
    conversation: bool,
    turns: Vec<MessageId>,
}

impl Dirty {
    /// Marks what an input has changed. Drafts and cursors change without telling a view, so a
    /// conversation that was spoken to counts as changed, and so does the turn of a run.
    pub(super) fn mark(&mut self, chat: &Chat, subject: &Subject, changes: &[ChatChange]) {
        if let Some(thread) = &subject.thread {
            let dirty = self.of(thread);
            dirty.head |= changes.contains(&ChatChange::Threads);
            dirty.conversation |= subject.inside;
            let conversation = chat.conversation(thread);
            if let (Some(run), Some(conversation)) = (&subject.run, conversation) {
                dirty.turns_add(turn_of(conversation, run));
            }
        }
        for change in changes {
            if let ChatChange::In(thread, change) = change {
                let dirty = self.of(thread);
                dirty.conversation = true;
                dirty.turns_add(turn_changed(change));
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0
            .iter()
            .all(|dirty| !dirty.head && !dirty.conversation && dirty.turns.is_empty())
    }

    pub(super) fn forget(&mut self, thread: &ThreadId) {
        self.0.retain(|dirty| dirty.thread != *thread);
    }

    fn of(&mut self, thread: &ThreadId) -> &mut DirtyThread {
        let place = self.0.iter().position(|dirty| dirty.thread == *thread);
        let place = place.unwrap_or_else(|| {
            self.0.push(DirtyThread {
                thread: thread.clone(),
                head: false,
                conversation: false,
                turns: Vec::new(),
            });
            self.0.len() - 1
        });
        &mut self.0[place]
    }

    fn merge(&mut self, other: Self) {
        for thread in other.0 {
            let dirty = self.of(&thread.thread);
            dirty.head |= thread.head;
            dirty.conversation |= thread.conversation;
            for turn in thread.turns {
                dirty.turns_add(Some(&turn));
            }
        }
    }

    fn to_writes(&self, chat: &Chat) -> Vec<Write> {
        let mut batch = Vec::new();
        for dirty in &self.0 {
            let key = dirty.thread.as_str();
            if let Some(head) = chat.head(&dirty.thread).filter(|_| dirty.head) {
                put(Table::Threads, key.to_owned(), head, &mut batch);
            }
            let Some(conversation) = chat.conversation(&dirty.thread) else {
                continue;
            };
            if dirty.conversation {
                put(
                    Table::Conversations,
                    key.to_owned(),
                    conversation,
                    &mut batch,
                );
            }
            for (place, turn) in conversation.turns().iter().enumerate().rev() {
                if dirty.turns.contains(&turn.id) {
                    put(Table::Turns, turn_key(key, place), turn, &mut batch);
                }
            }
        }
        batch
    }
}

impl DirtyThread {
    fn turns_add(&mut self, turn: Option<&MessageId>) {
        if let Some(turn) = turn.filter(|turn| !self.turns.contains(turn)) {
            self.turns.push(turn.clone());
        }
    }
}

fn turn_of<'a>(conversation: &'a Conversation, run: &RunId) -> Option<&'a MessageId> {
    let active = conversation.active().filter(|active| active.id == *run);
    let stopping = || conversation.stopping().iter().find(|held| held.run == *run);
    match active {
        Some(active) => Some(&active.turn),
        None => stopping().map(|held| &held.turn),
    }
}

fn turn_changed(change: &Change) -> Option<&MessageId> {
    match change {
        Change::TurnAdded(turn)
        | Change::TurnChanged(turn)
        | Change::TextGrew { turn, .. }
        | Change::TextReplaced { turn, .. }
        | Change::ActivityAdded { turn, .. }
        | Change::ActivityChanged { turn, .. } => Some(turn),
        Change::Queue | Change::Card | Change::Composer | Change::Run => None,
    }
}

fn put<T: Serialize>(table: Table, key: String, value: &T, batch: &mut Vec<Write>) {
    let stored = Stored {
        version: VERSION,
        value,
    };
    // Plain data with text for keys: there is nothing in it that JSON cannot say.
    if let Ok(value) = serde_json::to_string(&stored) {
        batch.push(Write::Put { table, key, value });
    }
}

impl Inner {
    /// Writes within [`SAVE_WITHIN_MS`].
    pub(super) fn save_soon(&self) {
        if self.dirty.borrow().is_empty() || self.save_timer.borrow().is_some() {
            return;
        }
        let me = self.me.clone();
        let due = Box::new(move || {
            if let Some(me) = me.upgrade() {
                me.save();
            }
        });
        let timer = self.shell.timers.after(SAVE_WITHIN_MS, due);
        self.save_timer.replace(Some(timer));
    }

    /// Begins to write everything that is not written yet. What could not be written stays
    /// unwritten and is tried again with the next change.
    pub(super) fn save(&self) {
        drop(self.save_timer.take());
        if self.phase.get() == Phase::Closed {
            return;
        }
        let dirty = self.dirty.take();
        let batch = dirty.to_writes(&self.chat.borrow());
        if batch.is_empty() {
            return;
        }
        let me = self.me.clone();
        let written = Box::new(move |result: Result<(), StorageError>| {
            let Some(me) = me.upgrade() else { return };
            match result {
                Ok(()) => me.storage_noticed.set(me.in_memory.get()),
                Err(error) => {
                    me.dirty.borrow_mut().merge(dirty);
                    me.storage_failed(error);
                }
            }
        });
        self.storage().write(batch, written);
    }

    /// Removes everything stored about a thread.
    pub(super) fn purge(&self, thread: &ThreadId) {
        self.dirty.borrow_mut().forget(thread);
        let one = || Keys::One(thread.as_str().to_owned());
        let delete = |table, keys| Write::Delete { table, keys };
        self.write_aside(vec![
            delete(Table::Threads, one()),
            delete(Table::Conversations, one()),
            delete(Table::Turns, Keys::TurnsOf(thread.as_str().to_owned())),
        ]);
    }

    pub(super) fn save_setting(&self, name: &str, value: String) {
        self.write_aside(vec![Write::Put {
            table: Table::Settings,
            key: name.to_owned(),
            value,
        }]);
    }

    /// Writes something once; what storage does not take, memory does.
    fn write_aside(&self, batch: Vec<Write>) {
        let (me, copy) = (self.me.clone(), batch.clone());
        let written = Box::new(move |result: Result<(), StorageError>| {
            if let (Err(error), Some(me)) = (result, me.upgrade()) {
                me.storage_failed(error);
                if error == StorageError::Unavailable {
                    me.storage().write(copy, Box::new(|_| ()));
                }
            }
        });
        self.storage().write(batch, written);
    }

    pub(super) fn storage(&self) -> Rc<dyn Storage> {
        self.storage.borrow().clone()
    }

    /// Goes on in memory where there is no storage, and tells the person once.
    pub(super) fn storage_failed(&self, error: StorageError) {
        if error == StorageError::Unavailable && !self.in_memory.replace(true) {
            self.storage.replace(Rc::new(MemoryStorage::default()));
        }
        if self.phase.get() != Phase::Closed && !self.storage_noticed.replace(true) {
            self.shell.view.notice(Notice::StorageUnavailable);
        }
    }
}
