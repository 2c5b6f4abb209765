//! The bytes of messages' files: stored by thread and id, from the moment a file is attached until
//! nothing refers to it any more.
//!
//! The core has the list of files, without bytes.

use midturn_core::attachment::{Attachment, AttachmentInput};
use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::id::{AttachmentId, ThreadId};
use midturn_core::input::Input;
use midturn_core::sharing::Draft;

use super::sharing::Right;
use super::storage::{Keys, Record, StorageError, Table, Write, file_key, read_record, thread_of};
use super::{Driver, Runtime};
use crate::transport::OnDrop;

/// How long after loading a thread the driver looks for leftovers of earlier pages, in
/// milliseconds. Other work matters more just after a thread was opened.
const TIDY_AFTER_MS: u64 = 20_000;

/// Callback for the bytes of a file; `None` if it cannot be read.
pub type GotFile = Box<dyn FnOnce(Option<Vec<u8>>)>;

/// Files that storage does not have yet, and the state of the clean-up.
#[derive(Default)]
pub(super) struct Files {
    /// Keys of attached files whose bytes have not arrived yet.
    coming: Vec<String>,
    /// Callbacks that wait for those bytes, by key.
    waiting: Vec<(String, GotFile)>,
    /// Bytes that storage has not taken yet, or has refused, by key.
    unsaved: Vec<(String, Vec<u8>)>,
    /// Loaded threads in which earlier pages may have left files behind.
    untidy: Vec<ThreadId>,
    tidy_timer: Option<OnDrop>,
    /// The clean-up of files of unknown threads has begun. It runs once.
    tidied: bool,
}

impl Driver {
    /// Attaches a file to the composer of this thread now. The bytes follow with
    /// [`attached`](Self::attached). A message that is sent earlier waits for the bytes.
    pub fn attach(&self, thread: &ThreadId, file: Attachment) {
        self.announce(thread, &file.id);
        let input = Input::Attachment(AttachmentInput::Added(file));
        self.dispatch(ChatInput::In(thread.clone(), input));
        self.0.tidy_threads();
    }

    /// Announces the bytes of a file that does not go through the composer. They follow with
    /// [`attached`](Self::attached), once a message has the file.
    pub fn announce(&self, thread: &ThreadId, file: &AttachmentId) {
        let key = file_key(thread.as_str(), file.as_str());
        self.0.files.borrow_mut().coming.push(key);
    }

    /// Takes the bytes of an attached file; `None` if they could not be read.
    pub fn attached(&self, thread: &ThreadId, id: &AttachmentId, bytes: Option<Vec<u8>>) {
        self.0.attached(thread, id, bytes);
    }

    /// Reads the bytes of a file.
    pub fn file(&self, thread: &ThreadId, id: &AttachmentId, done: GotFile) {
        self.0.file(thread, id, done);
    }
}

impl Runtime {
    fn attached(&self, thread: &ThreadId, id: &AttachmentId, bytes: Option<Vec<u8>>) {
        let key = file_key(thread.as_str(), id.as_str());
        let mut files = self.files.borrow_mut();
        let Some(place) = files.coming.iter().position(|held| *held == key) else {
            return;
        };
        files.coming.remove(place);
        let all = std::mem::take(&mut files.waiting);
        let (mut due, still): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(held, _)| *held == key);
        files.waiting = still;
        drop(files);
        // Kept first: those who wait may ask for it again at once.
        if let Some(bytes) = bytes.clone().filter(|_| self.is_wanted(thread, id)) {
            self.keep_file(key, bytes);
        }
        let last = due.pop();
        for (_, done) in due {
            done(bytes.clone());
        }
        if let Some((_, done)) = last {
            done(bytes);
        }
    }

    /// Drops the waiting callbacks. Bytes that arrive later are still kept: no other place has
    /// them.
    pub(super) fn leave_files(&self) {
        let mut files = self.files.borrow_mut();
        let waiting = std::mem::take(&mut files.waiting);
        let timer = files.tidy_timer.take();
        drop(files);
        drop((waiting, timer));
    }

    /// Whether a conversation has this file. A conversation that is not loaded may have it.
    fn is_wanted(&self, thread: &ThreadId, id: &AttachmentId) -> bool {
        let chat = self.chat.borrow();
        let held = chat.conversation(thread);
        held.is_none_or(|held| held.files().any(|file| file.id == *id))
    }

    /// Writes the bytes. Bytes that storage does not take stay in memory as long as the page lives.
    fn keep_file(&self, key: String, value: Vec<u8>) {
        let batch = vec![Write::Put {
            table: Table::Attachments,
            key: key.clone(),
            value: value.clone(),
        }];
        self.files.borrow_mut().unsaved.push((key.clone(), value));
        let me = self.me.clone();
        let written = Box::new(move |result: Result<(), StorageError>| {
            let Some(me) = me.upgrade() else { return };
            match result {
                Ok(()) => me
                    .files
                    .borrow_mut()
                    .unsaved
                    .retain(|(held, _)| *held != key),
                Err(error) => me.storage_failed(error),
            }
        });
        self.storage().write(batch, written);
    }

    pub(super) fn file(&self, thread: &ThreadId, id: &AttachmentId, done: GotFile) {
        let key = file_key(thread.as_str(), id.as_str());
        let mut files = self.files.borrow_mut();
        if files.coming.contains(&key) {
            files.waiting.push((key, done));
            return;
        }
        let unsaved = files.unsaved.iter().find(|(held, _)| *held == key);
        let unsaved = unsaved.map(|(_, bytes)| bytes.clone());
        drop(files);
        if unsaved.is_some() {
            done(unsaved);
            return;
        }
        let read = Box::new(move |records: Result<Vec<Record>, StorageError>| {
            let record = records.ok().and_then(|mut records| records.pop());
            done(record.map(|(_, bytes)| bytes));
        });
        self.storage()
            .read(Table::Attachments, Keys::One(key), read);
    }

    /// Removes a file that nothing refers to any more.
    pub(super) fn forget_file(&self, thread: &ThreadId, id: &AttachmentId) {
        let key = file_key(thread.as_str(), id.as_str());
        self.files
            .borrow_mut()
            .unsaved
            .retain(|(held, _)| *held != key);
        self.delete_files(vec![Keys::One(key)]);
    }

    fn delete_files(&self, keys: Vec<Keys>) {
        let table = Table::Attachments;
        let batch = keys.into_iter().map(|keys| Write::Delete { table, keys });
        let batch: Vec<_> = batch.collect();
        if !batch.is_empty() {
            self.write_aside(batch);
        }
    }

    /// Schedules the removal of files that an earlier page left behind in a thread, because it
    /// closed between a removal and its effects. Only for threads that were read completely.
    pub(super) fn tidy_later(&self, thread: &ThreadId) {
        let timer = self.after(TIDY_AFTER_MS, 0, |me, _| me.tidy());
        let mut files = self.files.borrow_mut();
        files.untidy.push(thread.clone());
        let before = files.tidy_timer.replace(timer);
        drop(files);
        drop(before);
    }

    fn tidy(&self) {
        let untidy = std::mem::take(&mut self.files.borrow_mut().untidy);
        for thread in untidy {
            if let Some(conversation) = self.chat.borrow().conversation(&thread) {
                self.tidy_files(conversation);
            }
        }
        self.tidy_threads();
    }

    fn tidy_files(&self, conversation: &Conversation) {
        let thread = conversation.thread().clone();
        let held = |file: &Attachment| file_key(thread.as_str(), file.id.as_str());
        let mut held: Vec<String> = conversation.files().map(held).collect();
        let keys = Keys::Of(thread.as_str().to_owned());
        let (asked, of) = (keys.clone(), thread.clone());
        let again = self.me.clone();
        // Other pages may have files in their composers.
        let drafts = Box::new(move |drafts: Result<Vec<Record>, StorageError>| {
            let (Some(me), Ok(drafts)) = (again.upgrade(), drafts) else {
                return;
            };
            let drafts = drafts.iter().map(|(_, bytes)| read_record::<Draft>(bytes));
            // A draft that cannot be read may have any file: remove none.
            let Ok(drafts) = drafts.collect::<Result<Vec<_>, _>>() else {
                return;
            };
            let files = drafts.into_iter().flat_map(Draft::into_files);
            held.extend(files.map(|file| file_key(of.as_str(), file.id.as_str())));
            me.tidy_but(asked, held);
        });
        if self.right_to(&thread) == Right::All {
            self.read_records(Table::Drafts, keys, drafts);
        }
    }

    /// Removes the files under these keys, except the `held` ones.
    fn tidy_but(&self, keys: Keys, held: Vec<String>) {
        let me = self.me.clone();
        let done = Box::new(move |found: Result<Vec<String>, StorageError>| {
            let (Some(me), Ok(found)) = (me.upgrade(), found) else {
                return;
            };
            let new = |key: &String| me.is_new(key);
            let gone = found
                .into_iter()
                .filter(|key| !held.contains(key) && !new(key));
            me.delete_files(gone.map(Keys::One).collect());
        });
        self.storage().keys(Table::Attachments, keys, done);
    }

    /// Whether the file is in use in this page: it was attached here, or a loaded conversation has
    /// it.
    fn is_new(&self, key: &str) -> bool {
        let files = self.files.borrow();
        let mut keys = files
            .coming
            .iter()
            .chain(files.unsaved.iter().map(|(key, _)| key));
        keys.any(|held| held == key) || self.has_key(key)
    }

    fn has_key(&self, key: &str) -> bool {
        let chat = self.chat.borrow();
        let held = chat.conversation(&thread_of(key).into());
        held.is_some_and(|held| {
            let mut files = held.files();
            files.any(|file| file_key(thread_of(key), file.id.as_str()) == key)
        })
    }

    /// Removes, once, the files of threads of which nothing else is stored.
    fn tidy_threads(&self) {
        if std::mem::replace(&mut self.files.borrow_mut().tidied, true) {
            return;
        }
        let me = self.me.clone();
        let done = Box::new(move |found: Result<Vec<String>, StorageError>| {
            let (Some(me), Ok(found)) = (me.upgrade(), found) else {
                return;
            };
            let mut threads: Vec<String> =
                found.iter().map(|key| thread_of(key).to_owned()).collect();
            threads.dedup();
            if !threads.is_empty() {
                me.tidy_unknown(threads);
            }
        });
        self.storage().keys(Table::Attachments, Keys::All, done);
    }

    fn tidy_unknown(&self, threads: Vec<String>) {
        let me = self.me.clone();
        let done = Box::new(move |stored: Result<Vec<String>, StorageError>| {
            let (Some(me), Ok(stored)) = (me.upgrade(), stored) else {
                return;
            };
            let chat = me.chat.borrow();
            let known = |thread: &String| {
                stored.contains(thread) || chat.head(&thread.as_str().into()).is_some()
            };
            let gone: Vec<_> = threads
                .into_iter()
                .filter(|thread| !known(thread))
                .collect();
            drop(chat);
            me.delete_files(gone.into_iter().map(Keys::Of).collect());
        });
        self.storage().keys(Table::Conversations, Keys::All, done);
    }
}
