//! Reads what was stored: the list of threads, and one conversation.
//!
//! Damaged bytes never stop the loading: what can be read is kept, and a notice tells the person
//! that something is missing. [`super::saving`] writes.

use midturn_core::chat::ThreadHead;
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::input::Input;
use midturn_core::time::Millis;
use midturn_core::transcript::Turn;

use super::Runtime;
use super::left_drafts::{LeftDrafts, with_left};
use super::saving::CONTROL;
use super::shell::Notice;
use super::storage::{
    Keys, Read, Record, StorageError, Table, Write, read_record, record, turn_key, when_readable,
};

impl Runtime {
    /// Reads the announcement that the backend made to earlier pages, then the list of threads.
    pub(super) fn list(&self) {
        self.load_control(Box::new(Self::list_threads));
    }

    /// Reads the announcement that the backend made to earlier pages, then calls `done`.
    pub(super) fn load_control(&self, done: Box<dyn FnOnce(&Self)>) {
        let me = self.me.clone();
        let read = Box::new(move |record: Result<Vec<Record>, StorageError>| {
            let Some(me) = me.upgrade() else { return };
            if let Some((_, bytes)) = me.or_none(record).pop() {
                me.recall_control(&bytes);
            }
            done(&me);
        });
        self.read_records(Table::Settings, Keys::One(CONTROL.to_owned()), read);
    }

    fn list_threads(&self) {
        let me = self.me.clone();
        let done = Box::new(move |records: Result<Vec<Record>, StorageError>| {
            if let Some(me) = me.upgrade() {
                let now = me.shell.clock.now_ms();
                let heads = records.map(|records| {
                    records
                        .into_iter()
                        .map(|(key, bytes)| me.head(key, &bytes, now))
                        .collect()
                });
                me.listed(heads);
            }
        });
        self.read_records(Table::Threads, Keys::All, done);
    }

    /// A thread's entry in the list. If the record cannot be read, the entry still leads to its
    /// thread.
    fn head(&self, key: String, bytes: &[u8], now: Millis) -> ThreadHead {
        read_record(bytes).unwrap_or_else(|_| {
            let id = ThreadId::from(key);
            self.corrupt(&id);
            ThreadHead {
                id,
                title: String::new(),
                named: false,
                updated_at: now,
                deleted: false,
                running: false,
                agent: String::new(),
            }
        })
    }

    /// Reads a conversation, then its turns, then what closed pages have left in its composer.
    pub(super) fn load(&self, thread: ThreadId) {
        let serial = self.lock_serial(&thread);
        let me = self.me.clone();
        let id = thread.as_str().to_owned();
        let done = Box::new(move |record: Result<Vec<Record>, StorageError>| {
            let Some(me) = me.upgrade() else { return };
            let record = me.or_none(record).pop();
            let again = me.me.clone();
            let id = thread.as_str().to_owned();
            let done = Box::new(move |turns: Result<Vec<Record>, StorageError>| {
                if let Some(me) = again.upgrade() {
                    let turns = me.or_none(turns);
                    let again = me.me.clone();
                    let (of, found) = (thread.clone(), move |left| {
                        if let Some(me) = again.upgrade() {
                            me.loaded(&thread, serial, record, &turns, left);
                        }
                    });
                    me.adopt(&of, Box::new(found));
                }
            });
            me.read_records(Table::Turns, Keys::Of(id), done);
        });
        self.read_records(Table::Conversations, Keys::One(id), done);
    }

    fn loaded(
        &self,
        thread: &ThreadId,
        serial: u64,
        record: Option<Record>,
        stored: &[Record],
        left: Vec<LeftDrafts>,
    ) {
        let conversation = if record.is_none() && stored.is_empty() {
            Conversation::new(thread.clone())
        } else {
            self.restored(thread, record, stored)
        };
        let now = self.shell.clock.now_ms();
        let (conversation, left) = with_left(conversation, left, now);
        self.was_read(serial, conversation, left);
    }

    /// The conversation that the records hold.
    fn restored(
        &self,
        thread: &ThreadId,
        record: Option<Record>,
        stored: &[Record],
    ) -> Conversation {
        let turns = self.turns_of(thread, stored);
        let mut whole = turns.len() == stored.len();
        let conversation = match record {
            None => Conversation::new(thread.clone()).with_turns(turns),
            Some((_, bytes)) => match read_record::<Conversation>(&bytes) {
                Ok(held) if held.thread() == thread && has_its_turns(&held, &turns) => {
                    held.with_turns(turns)
                }
                _ => {
                    whole = false;
                    let held = Conversation::new(thread.clone()).with_turns(turns);
                    with_composer(held, record::typed(&bytes), self.shell.clock.now_ms())
                }
            },
        };
        if whole {
            self.tidy_later(thread);
        } else {
            self.corrupt(thread);
        }
        conversation
    }

    /// The turns in these records. A turn behind a record that cannot be read has another place now:
    /// its record moves to the key of that place.
    fn turns_of(&self, thread: &ThreadId, stored: &[Record]) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        let mut moved = Vec::new();
        let table = Table::Turns;
        for (key, bytes) in stored {
            let Ok(turn) = read_record::<Turn>(bytes) else {
                continue;
            };
            let wanted = turn_key(thread.as_str(), turns.len(), turn.id.as_str());
            if wanted != *key {
                let keys = Keys::One(key.clone());
                moved.push(Write::Delete { table, keys });
                let (key, value) = (wanted, bytes.clone());
                moved.push(Write::Put { table, key, value });
            }
            turns.push(turn);
        }
        if !moved.is_empty() {
            self.write_aside(moved);
        }
        turns
    }

    /// Reads records. If any were found, calls `done` only once their readers are loaded.
    pub(super) fn read_records(&self, table: Table, keys: Keys, done: Read) {
        let found = Box::new(move |records: Result<Vec<Record>, StorageError>| {
            if records.as_ref().is_ok_and(|records| !records.is_empty()) {
                when_readable(Box::new(move || done(records)));
            } else {
                done(records);
            }
        });
        self.storage().read(table, keys, found);
    }

    fn or_none(&self, records: Result<Vec<Record>, StorageError>) -> Vec<Record> {
        records.unwrap_or_else(|error| {
            self.storage_failed(error);
            Vec::new()
        })
    }

    fn corrupt(&self, thread: &ThreadId) {
        let thread = thread.clone();
        self.shell.view.notice(Notice::StorageCorrupt { thread });
    }
}

/// Whether the turns of all active and stopping runs were read. A run without its turn is stuck.
fn has_its_turns(conversation: &Conversation, turns: &[Turn]) -> bool {
    let active = conversation.active().map(|run| &run.turn);
    let stopping = conversation.stopping().iter().map(|held| &held.turn);
    active
        .into_iter()
        .chain(stopping)
        .all(|needed| turns.iter().any(|turn| turn.id == *needed))
}

fn with_composer(mut conversation: Conversation, text: String, now: Millis) -> Conversation {
    // A text in the composer changes nothing else and has no effects to perform.
    let _ = conversation.apply(Input::ComposerChanged { text }, now);
    conversation
}
