//! The storage in use: the shell's, or memory once the shell's turned out to be unavailable.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::Runtime;
use super::shell::Notice;
use super::storage::{MemoryStorage, Storage, StorageError};

/// The storage in use.
pub(super) struct StorageInUse {
    current: RefCell<Rc<dyn Storage>>,
    in_memory: Cell<bool>,
    /// The person was told that storage fails.
    noticed: Cell<bool>,
}

impl StorageInUse {
    pub(super) fn new(storage: Rc<dyn Storage>) -> Self {
        Self {
            current: RefCell::new(storage),
            in_memory: Cell::new(false),
            noticed: Cell::new(false),
        }
    }

    /// A write worked. The person is told again if storage fails again, but not if memory took the
    /// write.
    pub(super) fn worked(&self) {
        self.noticed.set(self.in_memory.get());
    }
}

impl Runtime {
    pub(super) fn storage(&self) -> Rc<dyn Storage> {
        self.storage.current.borrow().clone()
    }

    /// Switches to memory if storage is unavailable, and tells the person once.
    pub(super) fn storage_failed(&self, error: StorageError) {
        let storage = &self.storage;
        if error == StorageError::Unavailable && !storage.in_memory.replace(true) {
            storage.current.replace(Rc::new(MemoryStorage::default()));
        }
        if !self.inbox.is_closed() && !storage.noticed.replace(true) {
            self.shell.view.notice(Notice::StorageUnavailable);
        }
    }
}
