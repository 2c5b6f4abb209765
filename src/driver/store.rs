//! The storage in use: the shell's, or memory once the shell's turned out to be unavailable.
//!
//! Reads wait for their answer. Writes begin at once: at `pagehide` there is no later task.

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::rc::Rc;

use futures_channel::oneshot;

use super::context::Context;
use super::shell::Notice;
use super::storage::{
    Keys, MemoryStorage, Record, Storage, StorageError, Table, Write, when_readable,
};

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
