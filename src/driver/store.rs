//! The storage in use: the shell's, or memory once the shell's turned out to be unavailable.
//!
//! Reads wait for their answer. Writes begin at once: at `pagehide` there is no later task.

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::rc::Rc;

use futures_channel::oneshot;
use midturn_core::time::Millis;

use super::context::Context;
use super::shell::Notice;
use super::storage::{
    Keys, MemoryStorage, Record, Storage, StorageError, Table, Write, when_readable,
};

/// How often a read that fails is tried.
const TRIES: u32 = 3;

/// How long to wait before the next try, in milliseconds.
const PAUSE_MS: Millis = 200;

/// The storage in use.
pub(super) struct Store {
    cx: Rc<Context>,
    current: RefCell<Rc<dyn Storage>>,
    in_memory: Cell<bool>,
    /// The person was told that storage fails.
    noticed: Cell<bool>,
}

impl Store {
    pub(super) fn new(cx: Rc<Context>) -> Self {
        Self {
            current: RefCell::new(cx.shell.storage.clone()),
            in_memory: Cell::new(false),
            noticed: Cell::new(false),
            cx,
        }
    }

    pub(super) fn current(&self) -> Rc<dyn Storage> {
        self.current.borrow().clone()
    }

    /// Reads bytes in the order of their keys.
    pub(super) async fn bytes(
        &self,
        table: Table,
        keys: Keys,
    ) -> Result<Vec<Record>, StorageError> {
        let (done, answered) = oneshot::channel();
        let done = Box::new(move |records| {
            let _ = done.send(records);
        });
        self.current().read(table, keys, done);
        answer(answered).await
    }

    /// As [`bytes`](Self::bytes). If any were found, waits until their readers are loaded.
    pub(super) async fn records(
        &self,
        table: Table,
        keys: Keys,
    ) -> Result<Vec<Record>, StorageError> {
        let found = self.bytes(table, keys).await;
        if found.as_ref().is_ok_and(|records| !records.is_empty()) {
            readable().await;
        }
        found
    }

    /// As [`bytes`](Self::bytes). A read that fails is tried again.
    pub(super) async fn bytes_patiently(
        &self,
        table: Table,
        keys: Keys,
    ) -> Result<Vec<Record>, StorageError> {
        for _ in 1..TRIES {
            let found = self.bytes(table, keys.clone()).await;
            if found != Err(StorageError::Failed) {
                return found;
            }
            self.cx.sleep(PAUSE_MS).await;
        }
        self.bytes(table, keys).await
    }

    /// As [`records`](Self::records), for what must not look absent. If the read fails again and again,
    /// each key is read by itself: one value that the browser cannot read fails the read of all. The
    /// second value says whether everything was read.
    pub(super) async fn records_or_rest(&self, table: Table, keys: Keys) -> (Vec<Record>, bool) {
        let (records, whole) = match self.bytes_patiently(table, keys.clone()).await {
            Ok(records) => (records, true),
            Err(StorageError::Failed) => (self.one_by_one(table, keys).await, false),
            Err(error) => {
                self.failed(error);
                (Vec::new(), false)
            }
        };
        if !records.is_empty() {
            readable().await;
        }
        (records, whole)
    }

    /// The records that can be read by themselves.
    async fn one_by_one(&self, table: Table, keys: Keys) -> Vec<Record> {
        let mut found = Vec::new();
        match self.keys(table, keys).await {
            Ok(keys) => {
                for key in keys {
                    let records = self.bytes(table, Keys::One(key)).await;
                    found.extend(records.unwrap_or_default());
                }
            }
            Err(error) => self.failed(error),
        }
        found
    }

    /// As [`records`](Self::records); none if the storage failed, of which the person is told.
    pub(super) async fn records_or_none(&self, table: Table, keys: Keys) -> Vec<Record> {
        let records = self.records(table, keys).await;
        records.unwrap_or_else(|error| {
            self.failed(error);
            Vec::new()
        })
    }

    /// Reads keys in order.
    pub(super) async fn keys(&self, table: Table, keys: Keys) -> Result<Vec<String>, StorageError> {
        let (done, answered) = oneshot::channel();
        let done = Box::new(move |keys| {
            let _ = done.send(keys);
        });
        self.current().keys(table, keys, done);
        answer(answered).await
    }

    /// Begins to write a batch before this method returns. The result is the outcome.
    pub(super) fn write(
        &self,
        batch: Vec<Write>,
    ) -> impl Future<Output = Result<(), StorageError>> + use<> {
        let (done, answered) = oneshot::channel();
        let done = Box::new(move |outcome| {
            let _ = done.send(outcome);
        });
        self.current().write(batch, done);
        answer(answered)
    }

    /// Writes a batch once, without retries. If storage is unavailable, memory takes the batch.
    pub(super) fn write_aside(self: &Rc<Self>, batch: Vec<Write>) {
        let written = self.write_or_keep(batch);
        self.cx.begin(written);
    }

    /// As [`write_aside`](Self::write_aside): the write begins before this method returns, and the
    /// result waits for its end.
    pub(super) fn write_or_keep(
        self: &Rc<Self>,
        batch: Vec<Write>,
    ) -> impl Future<Output = ()> + use<> {
        let (me, copy) = (self.clone(), batch.clone());
        let written = self.write(batch);
        async move {
            if let Err(error) = written.await {
                me.failed(error);
                if error == StorageError::Unavailable {
                    let _ = me.write(copy).await;
                }
            }
        }
    }

    /// Stores a setting.
    pub(super) fn set(self: &Rc<Self>, name: &str, value: Vec<u8>) {
        self.write_aside(vec![Write::Put {
            table: Table::Settings,
            key: name.to_owned(),
            value,
        }]);
    }

    /// Whether the page keeps what it stores in memory, because there is no storage.
    pub(super) fn is_in_memory(&self) -> bool {
        self.in_memory.get()
    }

    /// Whether the person was told that storage fails, and it has not worked since.
    pub(super) fn is_told(&self) -> bool {
        self.noticed.get()
    }

    /// A write worked. The person is told again if storage fails again, but not if memory took the
    /// write.
    pub(super) fn worked(&self) {
        self.noticed.set(self.in_memory.get());
    }

    /// Switches to memory if storage is unavailable, and tells the person once.
    pub(super) fn failed(&self, error: StorageError) {
        if error == StorageError::Unavailable && !self.in_memory.replace(true) {
            self.current.replace(Rc::new(MemoryStorage::default()));
        }
        if !self.cx.inbox.is_closed() && !self.noticed.replace(true) {
            self.cx.notice(Notice::StorageUnavailable);
        }
    }
}

/// The storage's answer. Some browsers never answer.
async fn answer<T>(answered: oneshot::Receiver<T>) -> T {
    match answered.await {
        Ok(answer) => answer,
        Err(oneshot::Canceled) => pending().await,
    }
}

/// Waits until the readers of records are loaded.
pub(super) async fn readable() {
    let (done, loaded) = oneshot::channel();
    when_readable(Box::new(move || {
        let _ = done.send(());
    }));
    let _ = loaded.await;
}
