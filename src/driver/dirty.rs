//! What is not written yet, and the writes that make up for it.
//!
//! Not responsible for when they are written (see [`super::saving`]).

use midturn_core::change::{Change, ChatChange};
use midturn_core::chat::{Chat, ChatInput};
use midturn_core::conversation::Conversation;
use midturn_core::id::{MessageId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::record::{self, Record};

use super::storage::{Table, Write, turn_key};

/// What an input is about, noted before it is applied.
pub(super) struct Subject {
    thread: Option<ThreadId>,
    inside: bool,
    /// All of it, whatever changed: another page may have purged a deleted thread.
    whole: bool,
    run: Option<RunId>,
}

impl Subject {
    pub(super) fn of(input: &ChatInput) -> Self {
        let (thread, inside, run) = match input {
            // The past is not stored.
            ChatInput::Listed(_)
            | ChatInput::Tools(_)
            | ChatInput::Online
            | ChatInput::Open(_)
            | ChatInput::Forget(_)
            | ChatInput::Loaded(_)
            | ChatInput::In(
                _,
                Input::PastWanted
                | Input::PastLoaded { .. }
                | Input::PastFailed { .. }
                | Input::PastGone,
            ) => (None, false, None),
            ChatInput::Rename { thread, .. }
            | ChatInput::Delete(thread)
            | ChatInput::Undelete(thread) => (Some(thread), false, None),
            ChatInput::In(thread, Input::Run { run, .. }) => (Some(thread), true, Some(run)),
            ChatInput::In(thread, _) => (Some(thread), true, None),
        };
        Self {
            thread: thread.cloned(),
            inside,
            whole: matches!(input, ChatInput::Undelete(_)),
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
            dirty.head |= changes
                .iter()
                .any(|change| matches!(change, ChatChange::Threads));
            dirty.conversation |= subject.inside || subject.whole;
            let conversation = chat.conversation(thread);
            if let Some(conversation) = conversation.filter(|_| subject.whole) {
                dirty.turns = conversation
                    .turns()
                    .iter()
                    .map(|turn| turn.id.clone())
                    .collect();
            }
            if let (Some(run), Some(conversation)) = (&subject.run, conversation) {
                dirty.turns_add(turn_of(conversation, run));
            }
        }
        for change in changes {
            if let ChatChange::In(thread, change) = change
                && *change != Change::Past
            {
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

    /// Marks what another one has marked.
    pub(super) fn merge(&mut self, other: Self) {
        for thread in other.0 {
            let dirty = self.of(&thread.thread);
            dirty.head |= thread.head;
            dirty.conversation |= thread.conversation;
            for turn in thread.turns {
                dirty.turns_add(Some(&turn));
            }
        }
    }

    /// The writes after which nothing of this is unwritten.
    pub(super) fn to_writes(&self, chat: &Chat) -> Vec<Write> {
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
            write_turns(conversation, &dirty.turns, &mut batch);
        }
        batch
    }
}

/// What came from the past is not stored, and does not count: what is, keeps its place whatever
/// comes before it.
fn write_turns(conversation: &Conversation, dirty: &[MessageId], batch: &mut Vec<Write>) {
    let key = conversation.thread().as_str();
    let mut place = conversation.own_turns();
    let mut left = dirty.len();
    for turn in conversation.turns().iter().rev() {
        if left == 0 {
            return;
        }
        let asked = dirty.contains(&turn.id);
        left -= usize::from(asked);
        if !conversation.is_past(&turn.id) {
            place -= 1;
            if asked {
                put(Table::Turns, turn_key(key, place), turn, batch);
            }
        }
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
        | Change::ActivitiesMoved(turn)
        | Change::ActivityAdded { turn, .. }
        | Change::ActivityChanged { turn, .. } => Some(turn),
        Change::Queue
        | Change::Card
        | Change::Composer
        | Change::Attached
        | Change::Run
        | Change::Target
        | Change::State
        | Change::Past => None,
    }
}

fn put(table: Table, key: String, value: &impl Record, batch: &mut Vec<Write>) {
    let value = record::write(value);
    batch.push(Write::Put { table, key, value });
}
