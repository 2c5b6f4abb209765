//! A mock of an origin with several pages: locks, and channels whose messages wait until a test
//! delivers them.
//!
//! Pages share a storage if a test gives them the same one.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use midturn_core::id::PageId;
use midturn_core::sharing::Ask;

use crate::driver::{Channel, LockNews, Peers};
use crate::transport::OnDrop;

type Told = Rc<dyn Fn(LockNews)>;
type Listener = Rc<dyn Fn(String)>;

/// One origin in one browser. Clones are handles to the same origin.
#[derive(Clone, Default)]
pub(super) struct FakeOrigin(Rc<Origin>);

#[derive(Default)]
struct Origin {
    locks: RefCell<Vec<Lock>>,
    ears: RefCell<Vec<Ear>>,
    said: RefCell<VecDeque<(String, u32, String)>>,
    /// Pages that are to be told that their lock was stolen, once they run again.
    late: RefCell<Vec<(Rc<Cell<bool>>, Told)>>,
    serial: Cell<u32>,
}

/// A lock that is held or requested. The first entry of a name holds the lock.
struct Lock {
    serial: u32,
    name: String,
    told: Told,
    frozen: Rc<Cell<bool>>,
}

struct Ear {
    serial: u32,
    name: String,
    heard: Listener,
    frozen: Rc<Cell<bool>>,
}

/// One page's access to its origin.
pub(super) struct FakePeers {
    origin: Weak<Origin>,
    /// The page is frozen: messages to it are dropped, and that its lock was stolen is told later.
    pub(super) frozen: Rc<Cell<bool>>,
    /// The browser has no locks.
    pub(super) lockless: Cell<bool>,
    /// The pages that were in this page's tab before it; `None` if unknown.
    pub(super) before: RefCell<Option<Vec<PageId>>>,
    keep: Rc<Origin>,
}

impl FakeOrigin {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn page(&self) -> FakePeers {
        FakePeers {
            origin: Rc::downgrade(&self.0),
            frozen: Rc::default(),
            lockless: Cell::default(),
            before: RefCell::default(),
            keep: self.0.clone(),
        }
    }

    /// Delivers all sent messages, and those sent in response.
    pub(super) fn deliver(&self) {
        let late = self.0.late.take().into_iter();
        let (asleep, awake): (Vec<_>, Vec<_>) = late.partition(|(frozen, _)| frozen.get());
        self.0.late.replace(asleep);
        for (_, told) in awake {
            told(LockNews::Stolen);
        }
        loop {
            let Some((name, by, text)) = self.0.said.borrow_mut().pop_front() else {
                return;
            };
            let ears = self.0.ears.borrow();
            let to: Vec<_> = ears
                .iter()
                .filter(|ear| ear.name == name && ear.serial != by && !ear.frozen.get())
                .map(|ear| ear.heard.clone())
                .collect();
            drop(ears);
            for heard in to {
                heard(text.clone());
            }
        }
    }
}

impl Origin {
    fn next(&self) -> u32 {
        self.serial.set(self.serial.get() + 1);
        self.serial.get()
    }

    /// Releases a lock, or leaves its queue.
    fn leave(&self, serial: u32) {
        let mut locks = self.locks.borrow_mut();
        let Some(place) = locks.iter().position(|held| held.serial == serial) else {
            return;
        };
        let gone = locks.remove(place);
        let was_first = !locks[..place].iter().any(|held| held.name == gone.name);
        let next = locks.iter().find(|held| held.name == gone.name);
        let next = next.filter(|_| was_first).map(|held| held.told.clone());
        drop(locks);
        if let Some(told) = next {
            told(LockNews::Granted);
        }
    }
}

impl Peers for FakePeers {
    fn lock(&self, name: &str, ask: Ask, told: Box<dyn Fn(LockNews)>) -> Option<OnDrop> {
        if self.lockless.get() {
            return None;
        }
        let origin = self.origin.upgrade()?;
        let (serial, told) = (origin.next(), Rc::from(told) as Told);
        let holder = origin
            .locks
            .borrow()
            .iter()
            .position(|held| held.name == name);
        let (name, heard) = (name.to_owned(), told.clone());
        let lock = Lock {
            serial,
            name,
            told,
            frozen: self.frozen.clone(),
        };
        match (holder, ask) {
            (Some(_), Ask::IfFree) => heard(LockNews::Taken),
            (Some(_), Ask::Wait) => origin.locks.borrow_mut().push(lock),
            (Some(place), Ask::Steal) => {
                let robbed = std::mem::replace(&mut origin.locks.borrow_mut()[place], lock);
                if robbed.frozen.get() {
                    let late = (robbed.frozen, robbed.told);
                    origin.late.borrow_mut().push(late);
                } else {
                    (robbed.told)(LockNews::Stolen);
                }
                heard(LockNews::Granted);
            }
            (None, _) => {
                origin.locks.borrow_mut().push(lock);
                heard(LockNews::Granted);
            }
        }
        let origin = self.origin.clone();
        Some(OnDrop::new(move || {
            if let Some(origin) = origin.upgrade() {
                origin.leave(serial);
            }
        }))
    }

    fn join(&self, name: &str, heard: Box<dyn Fn(String)>) -> Option<Rc<dyn Channel>> {
        let serial = self.keep.next();
        self.keep.ears.borrow_mut().push(Ear {
            serial,
            name: name.to_owned(),
            heard: Rc::from(heard),
            frozen: self.frozen.clone(),
        });
        Some(Rc::new(Joined {
            serial,
            name: name.to_owned(),
            origin: self.origin.clone(),
        }))
    }

    fn arrive(&self, _: &PageId) -> Option<Vec<PageId>> {
        self.before.borrow().clone()
    }
}

struct Joined {
    serial: u32,
    name: String,
    origin: Weak<Origin>,
}

impl Channel for Joined {
    fn say(&self, text: &str) {
        if let Some(origin) = self.origin.upgrade() {
            let said = (self.name.clone(), self.serial, text.to_owned());
            origin.said.borrow_mut().push_back(said);
        }
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        if let Some(origin) = self.origin.upgrade() {
            let mut ears = origin.ears.borrow_mut();
            let place = ears.iter().position(|ear| ear.serial == self.serial);
            let gone = place.map(|place| ears.remove(place));
            drop(ears);
            drop(gone);
        }
    }
}
