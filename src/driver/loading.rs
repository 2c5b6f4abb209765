//! Reads what was stored: the list of threads, and one conversation.
//!
//! Damaged bytes never stop the loading: what can be read is kept, and a notice tells the person
//! that something is missing. [`super::saving`] writes.

use std::rc::Rc;

use midturn_core::chat::{ThreadHead, ThreadState};
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::input::Input;
use midturn_core::time::Millis;
use midturn_core::transcript::Turn;

use super::adopt::Adopting;
use super::context::Context;
use super::left_drafts::{LeftDrafts, with_left};
use super::leftovers::Leftovers;
use super::shell::Notice;
use super::storage::{Keys, Record, StorageError, Table, Write, read_record, record, turn_key};
use super::store::{Store, readable};

/// How long storage may take to answer at the start, in milliseconds. Some browsers never answer. A
/// busy machine may need seconds, and stored threads must not look absent because of that.
const START_TIMEOUT_MS: Millis = 10_000;

/// How long the readers of records may take to load at the start, in milliseconds. They come over the
/// network, and until then nothing that is stored can be shown. But a page whose files are gone from the
/// server would wait for ever.
pub(super) const READERS_TIMEOUT_MS: Millis = 60_000;

/// Reads what was stored.
pub(super) struct Loading {
    pub(super) cx: Rc<Context>,
    pub(super) store: Rc<Store>,
    pub(super) adopting: Rc<Adopting>,
    pub(super) leftovers: Rc<Leftovers>,
}

impl Loading {
    /// Reads the list of threads.
    ///
    /// # Errors
    /// If there is no storage, it does not answer, or what it answers cannot be read because that part of
    /// the program cannot be loaded.
    pub(super) async fn list(&self) -> Result<Vec<ThreadHead>, StorageError> {
        let unavailable = StorageError::Unavailable;
        let read = self.store.bytes(Table::Threads, Keys::All);
        let answer = self.cx.within(START_TIMEOUT_MS, read).await;
        let records = answer.unwrap_or(Err(unavailable))?;
        if !records.is_empty() {
            let loaded = self.cx.within(READERS_TIMEOUT_MS, readable()).await;
            loaded.ok_or(unavailable)?;
        }
        let now = self.cx.now();
        let heads = records.into_iter();
        Ok(heads
            .map(|(key, bytes)| self.head(key, &bytes, now))
            .collect())
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
                deleted_at: 0,
                running: false,
                state: ThreadState::default(),
                agent: String::new(),
            }
        })
    }

    /// Reads a conversation, its turns, and what closed pages have left in its composer. The
    /// composer has what was left already.
    pub(super) async fn load(&self, thread: &ThreadId) -> (Conversation, Vec<LeftDrafts>) {
        let id = || thread.as_str().to_owned();
        let (mut record, has_record) = self
            .store
            .records_or_rest(Table::Conversations, Keys::One(id()))
            .await;
        let (turns, has_turns) = self
            .store
            .records_or_rest(Table::Turns, Keys::Of(id()))
            .await;
        let left = self.adopting.find(thread).await;
        let whole = has_record && has_turns;
        let conversation = if whole && record.is_empty() && turns.is_empty() {
            Conversation::new(thread.clone())
        } else {
            self.restored(thread, record.pop(), &turns, whole)
        };
        with_left(conversation, left, self.cx.now())
    }

    /// The conversation that the records hold. `whole`: these are all that are stored.
    fn restored(
        &self,
        thread: &ThreadId,
        record: Option<Record>,
        stored: &[Record],
        whole: bool,
    ) -> Conversation {
        let turns = self.turns_of(thread, stored);
        let mut whole = whole && turns.len() == stored.len();
        let conversation = match record {
            None => Conversation::new(thread.clone()).with_turns(turns),
            Some((_, bytes)) => match read_record::<Conversation>(&bytes) {
                Ok(held) if held.thread() == thread && has_its_turns(&held, &turns) => {
                    held.with_turns(turns)
                }
                _ => {
                    whole = false;
                    let held = Conversation::new(thread.clone()).with_turns(turns);
                    with_composer(held, record::typed(&bytes), self.cx.now())
                }
            },
        };
        if whole {
            self.leftovers.later(thread);
        } else if !self.store.is_told() {
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
            self.store.write_aside(moved);
        }
        turns
    }

    fn corrupt(&self, thread: &ThreadId) {
        let thread = thread.clone();
        self.cx.notice(Notice::StorageCorrupt { thread });
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
