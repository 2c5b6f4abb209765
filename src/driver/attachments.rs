//! The bytes of messages' files: stored by thread and id, from the moment a file is attached until
//! nothing refers to it any more.
//!
//! The core has the list of files, without bytes. [`super::leftovers`] removes what earlier pages have
//! left behind.

use std::cell::RefCell;
use std::rc::Rc;

use futures_channel::oneshot;
use midturn_core::conversation::Conversation;
use midturn_core::history::HistoryMessage;
use midturn_core::id::{AttachmentId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::request::RunRequest;

use super::context::Context;
use super::shell::Notice;
use super::storage::{Keys, Table, Write, file_key};
use super::store::Store;
use super::tasks::Tasks;

/// Callback for the bytes of a file; `None` if it cannot be read.
pub type GotFile = Box<dyn FnOnce(Option<Vec<u8>>)>;

/// Who waits for the bytes of a file that have not arrived yet.
struct Waiting {
    key: String,
    told: oneshot::Sender<Option<Vec<u8>>>,
}

/// The bytes of files.
pub(super) struct Files {
    cx: Rc<Context>,
    store: Rc<Store>,
    /// Keys of attached files whose bytes have not arrived yet.
    coming: RefCell<Vec<String>>,
    waiting: RefCell<Vec<Waiting>>,
    /// Bytes that storage has not taken yet, or has refused, by key.
    unsaved: RefCell<Vec<(String, Vec<u8>)>>,
    reading: Tasks<()>,
}

impl Files {
    pub(super) fn new(cx: Rc<Context>, store: Rc<Store>) -> Self {
        Self {
            coming: RefCell::default(),
            waiting: RefCell::default(),
            unsaved: RefCell::default(),
            reading: cx.tasks(),
            cx,
            store,
        }
    }

    /// Drops who waits. Bytes that arrive later are still kept: no other place has them.
    pub(super) fn clear(&self) {
        self.reading.clear();
        drop(self.waiting.take());
    }

    /// Announces the bytes of a file.
    pub(super) fn announce(&self, thread: &ThreadId, file: &AttachmentId) {
        let key = file_key(thread.as_str(), file.as_str());
        self.coming.borrow_mut().push(key);
    }

    /// Takes the bytes of an announced file; `None` if they could not be read. Keeps them if the
    /// conversation has the file, or `anyway`.
    pub(super) fn take(
        self: &Rc<Self>,
        thread: &ThreadId,
        id: &AttachmentId,
        bytes: Option<Vec<u8>>,
        anyway: bool,
    ) {
        let key = file_key(thread.as_str(), id.as_str());
        let place = self.coming.borrow().iter().position(|held| *held == key);
        let Some(place) = place else { return };
        self.coming.borrow_mut().remove(place);
        let (mut due, still): (Vec<_>, Vec<_>) = self
            .waiting
            .take()
            .into_iter()
            .partition(|held| held.key == key);
        self.waiting.replace(still);
        // Kept first: those who wait may ask for it again at once.
        let kept = bytes.clone();
        if let Some(bytes) = kept.filter(|_| anyway || self.is_wanted(thread, id)) {
            self.keep(key, bytes);
        }
        let last = due.pop();
        for Waiting { told, .. } in due {
            // A stopped run does not wait any more.
            let _ = told.send(bytes.clone());
        }
        if let Some(Waiting { told, .. }) = last {
            let _ = told.send(bytes);
        }
    }

    /// Whether a conversation has this file. A conversation that is not loaded may have it.
    fn is_wanted(&self, thread: &ThreadId, id: &AttachmentId) -> bool {
        let has = |held: &Conversation| held.files().any(|file| file.id == *id);
        self.cx.look(thread, has) != Some(false)
    }

    /// Writes the bytes. Bytes that storage does not take stay in memory as long as the page lives.
    fn keep(self: &Rc<Self>, key: String, value: Vec<u8>) {
        let written = self.store.write(vec![Write::Put {
            table: Table::Attachments,
            key: key.clone(),
            value: value.clone(),
        }]);
        self.unsaved.borrow_mut().push((key.clone(), value));
        let me = self.clone();
        self.cx.begin(async move {
            match written.await {
                Ok(()) => me.unsaved.borrow_mut().retain(|(held, _)| *held != key),
                Err(error) => me.store.failed(error),
            }
        });
    }

    /// Reads the bytes of a file; `None` if it cannot be read.
    pub(super) async fn read(&self, thread: &ThreadId, id: &AttachmentId) -> Option<Vec<u8>> {
        let key = file_key(thread.as_str(), id.as_str());
        if self.coming.borrow().contains(&key) {
            let (told, came) = oneshot::channel();
            self.waiting.borrow_mut().push(Waiting { key, told });
            return came.await.ok().flatten();
        }
        let unsaved = {
            let unsaved = self.unsaved.borrow();
            let found = unsaved.iter().find(|(held, _)| *held == key);
            found.map(|(_, bytes)| bytes.clone())
        };
        if unsaved.is_some() {
            return unsaved;
        }
        let records = self.store.bytes(Table::Attachments, Keys::One(key)).await;
        let (_, bytes) = records.ok()?.pop()?;
        Some(bytes)
    }

    /// Passes the bytes of a file to `done`.
    pub(super) fn read_for(self: &Rc<Self>, thread: &ThreadId, id: &AttachmentId, done: GotFile) {
        let (me, thread, id) = (self.clone(), thread.clone(), id.clone());
        self.reading.begin((), async move {
            done(me.read(&thread, &id).await);
        });
    }

    /// Reads the files of a request. The person is told of each that cannot be read.
    pub(super) async fn of_request(
        &self,
        thread: &ThreadId,
        request: &RunRequest,
    ) -> Vec<(AttachmentId, Vec<u8>)> {
        let mut found = Vec::new();
        for id in files_of(request) {
            match self.read(thread, &id).await {
                Some(bytes) => found.push((id, bytes)),
                None => self.cx.notice(Notice::FileMissing),
            }
        }
        found
    }

    /// Reads the files that a run waits for, and tells the core of each whether it is there.
    pub(super) fn read_for_run(self: &Rc<Self>, thread: &ThreadId, run: &RunId) {
        let wanted = self.cx.look(thread, |held| {
            let active = held.active().filter(|active| active.id == *run);
            active.map(|active| active.unread.clone())
        });
        for file in wanted.flatten().unwrap_or_default() {
            let (me, thread, run) = (self.clone(), thread.clone(), run.clone());
            self.reading.begin((), async move {
                let found = me.read(&thread, &file).await.is_some();
                me.cx.send(thread, Input::FileRead { run, file, found });
            });
        }
    }

    /// Removes a file that nothing refers to any more.
    pub(super) fn forget(&self, thread: &ThreadId, id: &AttachmentId) {
        let key = file_key(thread.as_str(), id.as_str());
        self.unsaved.borrow_mut().retain(|(held, _)| *held != key);
        self.delete(vec![Keys::One(key)]);
    }

    /// Removes the stored files under these keys.
    pub(super) fn delete(&self, keys: Vec<Keys>) {
        let table = Table::Attachments;
        let batch = keys.into_iter().map(|keys| Write::Delete { table, keys });
        let batch: Vec<_> = batch.collect();
        if !batch.is_empty() {
            self.store.write_aside(batch);
        }
    }

    /// Whether the file was attached here, and storage may not have it yet.
    pub(super) fn is_new(&self, key: &str) -> bool {
        self.coming.borrow().iter().any(|held| held == key)
            || self.unsaved.borrow().iter().any(|(held, _)| held == key)
    }
}

/// The files of a request, each once.
fn files_of(request: &RunRequest) -> Vec<AttachmentId> {
    let mut files = Vec::new();
    for message in &request.messages {
        if let HistoryMessage::User { attachments, .. } = message {
            // Files from a backend carry their own bytes.
            for file in attachments.iter().filter(|file| file.is_own()) {
                if !files.contains(&file.id) {
                    files.push(file.id.clone());
                }
            }
        }
    }
    files
}
