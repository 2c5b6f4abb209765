//! Unsaved changes, and the writes that save them.
//!
//! [`super::saving`] decides when to write.

use midturn_core::change::{Change, ChatChange};
use midturn_core::chat::{Chat, ChatInput};
use midturn_core::conversation::Conversation;
use midturn_core::id::{MessageId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::record::Record;
use serde::Serialize;

use super::storage::{Table, Write, record, turn_key};

/// What an input is about, noted before the input is applied.
pub(super) struct Subject {
    thread: Option<ThreadId>,
    inside: bool,
    own: bool,
    /// Save the whole thread, whatever changed. After an undelete, another page may have purged the
    /// thread. After this page has taken the thread over, the previous page may have closed before
    /// it had written everything.
    whole: bool,
    run: Option<RunId>,
}

impl Subject {
    pub(super) fn of(input: &ChatInput) -> Self {
        let (thread, inside, run) = match input {
            // These inputs change nothing that is stored.
            ChatInput::Listed(_)
            | ChatInput::Tools(_)
            | ChatInput::Online
            | ChatInput::Agent(_)
            | ChatInput::Open(_)
            | ChatInput::Forget(_)
            | ChatInput::Loaded(_)
            | ChatInput::Mirrored(_)
            | ChatInput::Heard(_)
            | ChatInput::Left(_) => (None, false, None),
            ChatInput::In(_, input) if input.is_of_past() => (None, false, None),
            ChatInput::Rename { thread, .. }
            | ChatInput::Delete(thread)
            | ChatInput::Taken(thread)
            | ChatInput::Undelete(thread) => (Some(thread), false, None),
            ChatInput::HandedOver(thread) => return Self::own(thread),
            ChatInput::In(thread, input) if input.is_own() => return Self::own(thread),
            ChatInput::In(thread, Input::Run { run, .. }) => (Some(thread), true, Some(run)),
            ChatInput::In(thread, _) => (Some(thread), true, None),
        };
        Self {
            thread: thread.cloned(),
            inside,
            own: false,
            whole: matches!(input, ChatInput::Undelete(_) | ChatInput::Taken(_)),
            run: run.cloned(),
        }
    }

    /// The subject of an input that changes only the composer of this thread.
    fn own(thread: &ThreadId) -> Self {
        Self {
            thread: Some(thread.clone()),
            inside: false,
            own: true,
            whole: false,
            run: None,
        }
    }
}

/// The unsaved changes of all threads.
#[derive(Default)]
pub(super) struct Dirty(Vec<DirtyThread>);

pub(super) struct DirtyThread {
    pub(super) thread: ThreadId,
    pub(super) head: bool,
    pub(super) draft: bool,
    conversation: bool,
    turns: Vec<MessageId>,
}

impl Dirty {
    /// Marks what an input has changed. Drafts and cursors change without a change for the view.
    /// Therefore every input of a conversation marks the conversation, and every run event its
    /// turn.
    pub(super) fn mark(&mut self, chat: &Chat, subject: &Subject, changes: &[ChatChange]) {
        if let Some(thread) = &subject.thread {
            let conversation = chat.conversation(thread);
            let dirty = self.of(thread);
            dirty.head |= changes
                .iter()
                .any(|change| matches!(change, ChatChange::Threads));
            dirty.head |= subject.whole;
            // Before the thread is loaded, all that is written is this page's own.
            dirty.draft |= subject.own || conversation.is_none();
            dirty.conversation |= subject.inside || subject.whole;
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
                if matches!(change, Change::Composer | Change::Attached) {
                    dirty.draft = true;
                    continue;
                }
                dirty.conversation = true;
                dirty.turns_add(turn_changed(change));
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(DirtyThread::is_empty)
    }

    /// Marks the draft of a thread.
    pub(super) fn draft(&mut self, thread: &ThreadId) {
        self.of(thread).draft = true;
    }

    /// The threads with unsaved drafts. Those drafts count as saved from now on.
    pub(super) fn take_drafts(&mut self) -> Vec<ThreadId> {
        let drafts = self.0.iter_mut().filter(|dirty| dirty.draft);
        let drafts = drafts.map(|dirty| {
            dirty.draft = false;
            dirty.thread.clone()
        });
        drafts.collect()
    }

    /// The unsaved changes of each thread.
    pub(super) fn threads(self) -> Vec<DirtyThread> {
        self.0
    }

    pub(super) fn forget(&mut self, thread: &ThreadId) {
        self.0.retain(|dirty| dirty.thread != *thread);
    }

    fn of(&mut self, thread: &ThreadId) -> &mut DirtyThread {
        let place = self.0.iter().position(|dirty| dirty.thread == *thread);
        let place = place.unwrap_or_else(|| {
            self.0.push(DirtyThread::of(thread.clone()));
            self.0.len() - 1
        });
        &mut self.0[place]
    }

    /// Adds the marks of another set of unsaved changes.
    pub(super) fn merge(&mut self, thread: DirtyThread) {
        let dirty = self.of(&thread.thread);
        dirty.head |= thread.head;
        dirty.draft |= thread.draft;
        dirty.conversation |= thread.conversation;
        for turn in thread.turns {
            dirty.turns_add(Some(&turn));
        }
    }
}

/// Adds the writes of marked turns. Past turns are not stored and not counted, so that a stored
/// turn keeps its place whatever past is loaded before it.
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
                let key = turn_key(key, place, turn.id.as_str());
                put(Table::Turns, key, turn, batch);
            }
        }
    }
}

impl DirtyThread {
    /// No marks for this thread.
    pub(super) fn of(thread: ThreadId) -> Self {
        Self {
            thread,
            head: false,
            draft: false,
            conversation: false,
            turns: Vec::new(),
        }
    }

    fn is_shared(&self) -> bool {
        self.head || self.conversation || !self.turns.is_empty()
    }

    fn is_empty(&self) -> bool {
        !self.draft && !self.is_shared()
    }

    /// The write of the thread's entry in the list, if it changed.
    pub(super) fn head_write(&self, chat: &Chat) -> Vec<Write> {
        let mut batch = Vec::new();
        if let Some(head) = chat.head(&self.thread).filter(|_| self.head) {
            let key = self.thread.as_str().to_owned();
            put(Table::Threads, key, head, &mut batch);
        }
        batch
    }

    /// All writes that save these changes, except the draft's.
    pub(super) fn to_writes(&self, chat: &Chat) -> Vec<Write> {
        let mut batch = self.head_write(chat);
        let Some(conversation) = chat.conversation(&self.thread) else {
            return batch;
        };
        if self.conversation {
            let key = self.thread.as_str().to_owned();
            put(Table::Conversations, key, conversation, &mut batch);
        }
        write_turns(conversation, &self.turns, &mut batch);
        batch
    }

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
        | Change::TurnRenewed(turn)
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
        | Change::Rated(_)
        | Change::Edits
        | Change::LeftOut
        | Change::Always
        | Change::Title
        | Change::Past => None,
    }
}

fn put(table: Table, key: String, value: &(impl Record + Serialize), batch: &mut Vec<Write>) {
    let value = record::write(value);
    batch.push(Write::Put { table, key, value });
}
