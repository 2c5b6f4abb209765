//! Persistent storage: bytes under keys, in tables.
//!
//! [`record`] encodes and decodes the bytes. The API uses callbacks, because a write must begin in
//! the task that asks for it: at `pagehide` there is no later task.

#[cfg(target_arch = "wasm32")]
mod indexed_db;
mod memory;
mod own;
mod readers;
pub(super) mod record;

#[cfg(target_arch = "wasm32")]
pub use indexed_db::IndexedDb;
pub use memory::MemoryStorage;
pub(super) use own::{Announced, Deletion};
pub(super) use readers::{read as read_record, when_readable};

/// A table, one for each kind of stored data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    /// What the list shows of each thread, by thread id.
    Threads,
    /// The conversations without their turns, by thread id.
    Conversations,
    /// The turns, by thread id, place and id (see [`turn_key`]).
    Turns,
    /// The bytes of messages' files, by thread id and file id (see [`file_key`]).
    Attachments,
    /// Everything else, by name.
    Settings,
    /// The place of each thread's last write, by thread id and fence (see [`fence_key`]). Each
    /// take-over by hand adds a fence, and so does the deletion of the thread. Fences stay.
    Fences,
    /// Each page's own data of a thread, by thread id and page (see [`draft_key`]).
    Drafts,
}

impl Table {
    /// All tables.
    pub const ALL: [Self; 7] = [
        Self::Threads,
        Self::Conversations,
        Self::Turns,
        Self::Attachments,
        Self::Settings,
        Self::Fences,
        Self::Drafts,
    ];

    /// The table's name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Threads => "threads",
            Self::Conversations => "conversations",
            Self::Turns => "turns",
            Self::Attachments => "attachments",
            Self::Settings => "settings",
            Self::Fences => "fences",
            Self::Drafts => "drafts",
        }
    }
}

/// Separates the parts of a key. A control character, so that no id contains it, and no thread's id
/// is a prefix of another thread's keys.
const SEPARATOR: &str = "\u{1f}";

/// The key of the turn with this message id at this place of a thread. Keys sort in the order of
/// the turns. Two turns never have the same key.
pub fn turn_key(thread: &str, place: usize, id: &str) -> String {
    format!("{thread}{SEPARATOR}{place:08}{SEPARATOR}{id}")
}

/// The key of a thread's fence with this number.
pub fn fence_key(thread: &str, number: u64) -> String {
    format!("{thread}{SEPARATOR}{number:08}")
}

/// The number in a key of [`Table::Fences`].
pub(super) fn fence_of(key: &str) -> u64 {
    let number = key.rsplit(SEPARATOR).next();
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or_default()
}

/// The key of a page's own data of a thread.
pub fn draft_key(thread: &str, page: &str) -> String {
    [thread, SEPARATOR, page].concat()
}

/// The key of a text that an act returned to a page's composer. It is kept until that page has
/// received the text.
pub(super) fn given_key(thread: &str, page: &str, act: u64) -> String {
    format!("{thread}{SEPARATOR}{page}{SEPARATOR}{act}")
}

/// The page in a key of [`Table::Drafts`].
pub(super) fn page_of(key: &str) -> &str {
    key.split(SEPARATOR).nth(1).unwrap_or_default()
}

/// The key of a thread's file with this id.
pub fn file_key(thread: &str, id: &str) -> String {
    [thread, SEPARATOR, id].concat()
}

/// Prefix of the settings with what agents have announced, before the agent's URL.
const CONTROL: &str = "control";

/// The name of the setting with what an agent has announced.
pub(super) fn announced_key(agent_url: &str) -> String {
    [CONTROL, SEPARATOR, agent_url].concat()
}

/// The keys of what all agents have announced.
pub(super) fn announcements() -> Keys {
    Keys::Of(CONTROL.to_owned())
}

/// Prefix of the settings that note deletions for a backend, before the thread's id.
const DELETION: &str = "deletion";

/// The name of the setting that notes a thread's deletion for its backend.
pub(super) fn deletion_key(thread: &str) -> String {
    [DELETION, SEPARATOR, thread].concat()
}

/// The keys of all noted deletions.
pub(super) fn deletions() -> Keys {
    Keys::Of(DELETION.to_owned())
}

/// The thread in a key of a noted deletion.
pub(super) fn thread_deleted(key: &str) -> Option<&str> {
    key.strip_prefix(DELETION)?.strip_prefix(SEPARATOR)
}

/// The thread in a key of a turn or a file.
pub(super) fn thread_of(key: &str) -> &str {
    key.split(SEPARATOR).next().unwrap_or_default()
}

/// Selects keys of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keys {
    /// Every key.
    All,
    /// One key.
    One(String),
    /// The keys whose first part is this text, usually a thread's id.
    Of(String),
}

impl Keys {
    /// The first selected key, and the first key after the selection. `None` for [`All`](Self::All)
    /// and [`One`](Self::One).
    pub fn range(&self) -> Option<(String, String)> {
        match self {
            Self::All | Self::One(_) => None,
            Self::Of(thread) => Some(([thread, SEPARATOR].concat(), [thread, "\u{20}"].concat())),
        }
    }
}

/// One change to storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// Set a value.
    Put {
        /// The table.
        table: Table,
        /// The key.
        key: String,
        /// The value.
        value: Vec<u8>,
    },
    /// Add a key with an empty value. If the key exists, storage writes nothing of the batch and
    /// reports [`StorageError::Conflict`].
    Add {
        /// The table.
        table: Table,
        /// The key.
        key: String,
    },
    /// Remove values.
    Delete {
        /// The table.
        table: Table,
        /// Which keys.
        keys: Keys,
    },
}

impl Write {
    /// The size of what it writes, in bytes, without its key.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Put { value, .. } => value.len(),
            Self::Add { .. } | Self::Delete { .. } => 0,
        }
    }

    /// Whether it adds a key.
    #[cfg(any(test, target_arch = "wasm32"))]
    pub(super) fn adds(&self) -> bool {
        matches!(self, Self::Add { .. })
    }
}

/// The same batch with its additions at the end. What it adds and deletes again is only added.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn adding_last(batch: Vec<Write>) -> Vec<Write> {
    let (added, mut rest): (Vec<_>, Vec<_>) = batch.into_iter().partition(Write::adds);
    rest.retain(|write| {
        let Write::Delete { table, keys } = write else {
            return true;
        };
        !added.iter().any(|added| {
            let Write::Add { table: held, key } = added else {
                return false;
            };
            held == table && *keys == Keys::One(key.clone())
        })
    });
    rest.extend(added);
    rest
}

/// A key with its value.
pub type Record = (String, Vec<u8>);

/// Callback for the records that were read.
pub type Read = Box<dyn FnOnce(Result<Vec<Record>, StorageError>)>;

/// Callback for the keys that were found.
pub type Listed = Box<dyn FnOnce(Result<Vec<String>, StorageError>)>;

/// Callback for the outcome of a write.
pub type Written = Box<dyn FnOnce(Result<(), StorageError>)>;

/// Why a read or write failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// There is no storage, and there will be none as long as the page lives.
    #[error("there is no storage here")]
    Unavailable,
    /// The storage is not in the state that the batch requires: an added key exists.
    #[error("something else is stored there")]
    Conflict,
    /// This attempt failed: no space, or another reason of the browser.
    #[error("the storage did not do it")]
    Failed,
}

/// Keeps bytes.
pub trait Storage {
    /// Reads records in the order of their keys. May call `done` before it returns.
    fn read(&self, table: Table, keys: Keys, done: Read);

    /// Reads keys in order. May call `done` before it returns.
    fn keys(&self, table: Table, keys: Keys, done: Listed);

    /// Writes a whole batch or nothing, in order, after all earlier batches. Begins before it
    /// returns, if it can. May call `done` before it returns.
    fn write(&self, batch: Vec<Write>, done: Written);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_batch_adds_can_be_its_end() {
        let table = Table::Fences;
        let put = || Write::Put {
            table,
            key: "a".into(),
            value: Vec::new(),
        };
        let add = || Write::Add {
            table,
            key: "b".into(),
        };
        let delete = |key: &str| Write::Delete {
            table,
            keys: Keys::One(key.into()),
        };
        let batch = vec![put(), add(), delete("b"), delete("c"), put()];
        assert_eq!(adding_last(batch), [put(), delete("c"), put(), add()]);
    }

    #[test]
    fn keys_of_turns_sort_by_place_and_belong_to_one_thread() {
        let (from, to) = Keys::Of("a".into()).range().unwrap();
        let inside = |key: &str| key >= from.as_str() && key < to.as_str();
        assert!(turn_key("a", 9, "z") < turn_key("a", 10, "a"));
        assert!(inside(&turn_key("a", 0, "m")) && inside(&turn_key("a", 99_999_999, "m")));
        for other in ["", "a ", "a/b", "aa", "b", "A"] {
            assert!(!inside(&turn_key(other, 1, "m")), "{other:?}");
        }
    }
}
