//! What outlives the page: bytes under keys, in tables.
//!
//! Not responsible for what the bytes say (see [`record`]), nor for when it is written. Callback style, because a write must begin in the task that asks for it: at
//! `pagehide` there is no later one.

#[cfg(target_arch = "wasm32")]
mod indexed_db;
mod memory;
mod readers;
pub(super) mod record;

#[cfg(target_arch = "wasm32")]
pub use indexed_db::IndexedDb;
pub use memory::MemoryStorage;
pub(super) use readers::when_readable;

/// One kind of thing stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    /// What the list shows of each thread, by thread id.
    Threads,
    /// The conversations without their turns, by thread id.
    Conversations,
    /// The turns, by thread id, place and id (see [`turn_key`]).
    Turns,
    /// The bytes of files that go with messages, by thread id and their own (see [`file_key`]).
    Attachments,
    /// Everything else, by name.
    Settings,
    /// The epochs of each thread, by thread id and number (see [`fence_key`]): one for each page that
    /// has driven it. They stay when the thread is deleted.
    Fences,
    /// What each page has of its own of a thread, by thread id and page (see [`draft_key`]).
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

    /// Its name in a database.
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

/// Between a thread's id and the place of a turn, or the id of a file. A control character, so that no id contains it
/// and no id is the start of another's keys.
const SEPARATOR: &str = "\u{1f}";

/// The key of a thread's turn with this message id, at this place. In the order of keys, turns are in
/// their own order; two turns never have the same key.
pub fn turn_key(thread: &str, place: usize, id: &str) -> String {
    format!("{thread}{SEPARATOR}{place:08}{SEPARATOR}{id}")
}

/// The key of a thread's epoch.
pub fn fence_key(thread: &str, epoch: u64) -> String {
    format!("{thread}{SEPARATOR}{epoch:016}")
}

/// The epoch of a key.
pub(super) fn epoch_of(key: &str) -> u64 {
    let number = key.rsplit(SEPARATOR).next();
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or_default()
}

/// The key of what a page has of its own of a thread.
pub fn draft_key(thread: &str, page: &str) -> String {
    [thread, SEPARATOR, page].concat()
}

/// The key of what an act of a page has put into its composer, until that page has heard of it.
pub(super) fn given_key(thread: &str, page: &str, act: u64) -> String {
    format!("{thread}{SEPARATOR}{page}{SEPARATOR}{act}")
}

/// The page of a key of a draft.
pub(super) fn page_of(key: &str) -> &str {
    key.split(SEPARATOR).nth(1).unwrap_or_default()
}

/// The key of a thread's file with this id.
pub fn file_key(thread: &str, id: &str) -> String {
    [thread, SEPARATOR, id].concat()
}

/// Before the id of a thread whose deletion a backend is to be told of.
const DELETION: &str = "deletion";

/// The setting with what is to be told of a thread's deletion.
pub(super) fn deletion_key(thread: &str) -> String {
    [DELETION, SEPARATOR, thread].concat()
}

/// All of those.
pub(super) fn deletions() -> Keys {
    Keys::Of(DELETION.to_owned())
}

/// The thread of one of those.
pub(super) fn thread_deleted(key: &str) -> Option<&str> {
    key.strip_prefix(DELETION)?.strip_prefix(SEPARATOR)
}

/// The thread of a key of a turn or a file.
pub(super) fn thread_of(key: &str) -> &str {
    key.split(SEPARATOR).next().unwrap_or_default()
}

/// Which keys of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keys {
    /// Every one.
    All,
    /// This one.
    One(String),
    /// Those of this thread's turns or files.
    Of(String),
}

impl Keys {
    /// The first key meant, and the first after that is not; none where it is not a range.
    pub fn range(&self) -> Option<(String, String)> {
        match self {
            Self::All | Self::One(_) => None,
            Self::Of(thread) => Some(([thread, SEPARATOR].concat(), [thread, "\u{20}"].concat())),
        }
    }
}

/// One change of what is stored.
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
    /// Set an empty value where there is none. Where there is one, nothing of the batch is written:
    /// [`StorageError::Conflict`].
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
        /// Which.
        keys: Keys,
    },
}

/// A key with its value.
pub type Record = (String, Vec<u8>);

/// Hears what was read.
pub type Read = Box<dyn FnOnce(Result<Vec<Record>, StorageError>)>;

/// Hears which keys there are.
pub type Listed = Box<dyn FnOnce(Result<Vec<String>, StorageError>)>;

/// Hears whether it was written.
pub type Written = Box<dyn FnOnce(Result<(), StorageError>)>;

/// Why something was not read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// There is no storage here, and there will be none as long as the page lives.
    #[error("there is no storage here")]
    Unavailable,
    /// What is stored is not what the writer took it for.
    #[error("something else is stored there")]
    Conflict,
    /// It did not work this time: no space, or the browser's own reasons.
    #[error("the storage did not do it")]
    Failed,
}

/// Keeps bytes.
pub trait Storage {
    /// Reads records, in the order of their keys. `done` may be called before this returns.
    fn read(&self, table: Table, keys: Keys, done: Read);

    /// Reads which keys there are, in their order. `done` may be called before this returns.
    fn keys(&self, table: Table, keys: Keys, done: Listed);

    /// Writes all of a batch or nothing, in order, after every batch before it. Begins before
    /// this returns where it can. `done` may be called before this returns.
    fn write(&self, batch: Vec<Write>, done: Written);
}

#[cfg(test)]
mod tests {
    use super::*;

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
