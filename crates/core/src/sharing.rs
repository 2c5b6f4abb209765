//! Which page drives a thread, and what the others do meanwhile: one state machine per thread and
//! page, fed with what locks, storage, other pages and time bring.
//!
//! - One page drives a thread: it has the thread's lock, and is the only one that writes it and
//!   speaks to the backend.
//! - The others mirror it. They begin with a copy, are told every input the driver applies, and
//!   apply it too. What a person does in a mirror is asked of the driver.
//! - A driver that is gone gives its lock back, and one that does not answer is robbed of it. The
//!   next driver raises the thread's epoch in storage first, which refuses what the former one
//!   may still write.
//!
//! Not responsible for locks, channels and storage themselves: effects say what to do with them.

mod draft;
mod drive;
mod follow;
mod had;
mod message;
mod outbox;
mod step;
#[cfg(test)]
mod tests;

use crate::id::PageId;
use crate::time::Millis;

pub use draft::{Act, Draft};
pub use message::{Copied, Message, Place};
pub use step::{Ask, SharingEffect, SharingInput, Standing};

use follow::Follow;
use had::Had;
use outbox::Outbox;

/// How often a mirror looks whether its driver is there, in milliseconds.
pub const TICK_MS: Millis = 1_000;

/// How long a driver may leave a question unanswered before the person is told.
const SLOW_MS: Millis = 2_000;

/// How long it may do so before it is robbed of the thread. A page that is busy for this long has
/// most likely stopped for good.
const STEAL_MS: Millis = 6_000;

/// How long a page without locks waits for an answer of one that drives the thread.
const FIND_MS: Millis = 400;

/// What this page is to a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Role {
    /// Nothing.
    Idle,
    /// It asks whether the lock is free.
    Asking { shown: bool },
    /// It waits for the lock, and shows nothing.
    Waiting,
    /// It has no locks, and asks whether there is another page.
    Finding { since: Millis },
    /// It has the lock, and claims and reads the thread. `had` is how far what is here goes.
    Taking {
        had: Option<Place>,
        epoch: u64,
        /// How far what it begins with goes, once it is known.
        base: Place,
        /// That is what is stored.
        reads: bool,
    },
    /// It drives the thread.
    Driving {
        at: Place,
        /// How far what it began with went.
        base: Place,
        /// How far what is stored goes, as far as is known.
        kept: Place,
        followed: bool,
    },
    /// Another page drives it.
    Following(Follow),
    /// It is frozen.
    Suspended { had: Option<Place>, shown: bool },
}

impl Role {
    fn taking(had: Option<Place>, epoch: u64) -> Self {
        Self::Taking {
            had,
            epoch,
            base: Place::default(),
            reads: false,
        }
    }
}

/// One thread in one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharing {
    page: PageId,
    role: Role,
    /// What a person did here and is not known to be stored.
    outbox: Outbox,
    /// What other pages have asked of this one since it drives the thread.
    had: Had,
    locks: bool,
}

impl Sharing {
    /// A thread that this page has nothing to do with yet.
    pub fn new(page: PageId) -> Self {
        Self {
            page,
            role: Role::Idle,
            outbox: Outbox::default(),
            had: Had::default(),
            locks: true,
        }
    }

    /// Whether this page drives the thread: it may write it and speak to the backend.
    pub fn is_driving(&self) -> bool {
        matches!(self.role, Role::Driving { .. })
    }

    /// Whether another page may, and this one has a copy of the conversation or gets one.
    pub fn is_following(&self) -> bool {
        matches!(self.role, Role::Following(_))
    }

    /// Where this page is, if it drives the thread.
    pub fn place(&self) -> Option<Place> {
        match self.role {
            Role::Driving { at, .. } => Some(at),
            _ => None,
        }
    }

    /// Whether anybody hears what the driver does.
    pub fn is_followed(&self) -> bool {
        matches!(self.role, Role::Driving { followed: true, .. })
    }

    /// What a person did here and is not known to be stored.
    pub fn outbox(&self) -> &[Act] {
        self.outbox.acts()
    }

    /// The one entry point.
    pub fn apply(&mut self, input: SharingInput, at: Millis) -> Vec<SharingEffect> {
        let mut out = Vec::new();
        match input {
            SharingInput::Show => self.show(&mut out),
            SharingInput::Join => {
                if self.role == Role::Idle {
                    self.role = Role::Asking { shown: false };
                    out.push(SharingEffect::Lock(Ask::IfFree));
                }
            }
            SharingInput::Granted => self.granted(&mut out),
            SharingInput::Taken => self.taken(at, &mut out),
            SharingInput::NoLocks => self.no_locks(at, &mut out),
            SharingInput::Stolen => self.overtaken(at, &mut out),
            SharingInput::Claimed { epoch, stored } => self.claimed(epoch, stored, &mut out),
            SharingInput::Refused => self.refused(at, &mut out),
            SharingInput::Ready => self.ready(&mut out),
            SharingInput::Heard(message) => self.heard(message, at, &mut out),
            SharingInput::Applied { by, act, input } => self.applied(by, act, input, &mut out),
            SharingInput::Acted { input, words } => self.acted(input, words, &mut out),
            SharingInput::Known { page, act } => self.known(page, act, &mut out),
            SharingInput::Kept(until) => self.kept(until, &mut out),
            SharingInput::Tick => self.tick(at, &mut out),
            SharingInput::Suspend => self.suspend(&mut out),
            SharingInput::Resume => {
                if let Role::Suspended { shown, .. } = self.role {
                    // What it had is gone on with if nobody has claimed the thread since.
                    self.resume(shown, &mut out);
                }
            }
        }
        out
    }

    fn show(&mut self, out: &mut Vec<SharingEffect>) {
        match &mut self.role {
            Role::Idle => {
                self.role = Role::Asking { shown: true };
                out.push(SharingEffect::Lock(Ask::IfFree));
            }
            Role::Asking { shown } | Role::Suspended { shown, .. } => *shown = true,
            // The lock is still wanted, and asked for.
            Role::Waiting => {
                self.role = Role::Following(Follow::new());
                out.push(SharingEffect::Say(self.hello()));
                out.push(SharingEffect::Watch(TICK_MS));
            }
            Role::Finding { .. }
            | Role::Taking { .. }
            | Role::Driving { .. }
            | Role::Following(_) => {}
        }
    }

    fn granted(&mut self, out: &mut Vec<SharingEffect>) {
        let had = match &self.role {
            Role::Asking { .. } | Role::Waiting => None,
            Role::Following(follow) => follow.at,
            Role::Suspended { .. }
            | Role::Idle
            | Role::Finding { .. }
            | Role::Taking { .. }
            | Role::Driving { .. } => return,
        };
        self.role = Role::taking(had, 0);
        out.push(SharingEffect::Claim);
    }

    fn taken(&mut self, at: Millis, out: &mut Vec<SharingEffect>) {
        let Role::Asking { shown } = self.role else {
            return;
        };
        out.push(SharingEffect::Lock(Ask::Wait));
        if shown {
            self.follow(at, out);
        } else {
            self.role = Role::Waiting;
        }
    }

    fn no_locks(&mut self, at: Millis, out: &mut Vec<SharingEffect>) {
        self.locks = false;
        if matches!(self.role, Role::Asking { .. }) {
            self.role = Role::Finding { since: at };
            out.push(SharingEffect::Say(self.hello()));
            out.push(SharingEffect::Watch(FIND_MS));
        }
    }

    /// Begins to follow whoever drives the thread.
    fn follow(&mut self, at: Millis, out: &mut Vec<SharingEffect>) {
        self.role = Role::Following(Follow::asking(at));
        out.push(SharingEffect::Say(self.hello()));
        out.push(SharingEffect::Watch(TICK_MS));
        if !self.locks {
            out.push(SharingEffect::Tell(Standing::Reader));
        }
    }

    /// What a person should know while the driver answers.
    fn well(&self) -> Standing {
        if self.locks || !self.is_following() {
            Standing::Well
        } else {
            Standing::Reader
        }
    }

    fn hello(&self) -> Message {
        Message::Hello {
            page: self.page.clone(),
        }
    }

    /// Another page drives the thread now.
    fn overtaken(&mut self, at: Millis, out: &mut Vec<SharingEffect>) {
        match self.role {
            Role::Driving { .. } | Role::Taking { .. } => {
                out.push(SharingEffect::Stop);
                if self.locks {
                    out.push(SharingEffect::Lock(Ask::Wait));
                }
                self.follow(at, out);
                out.push(SharingEffect::Outbox);
            }
            Role::Idle
            | Role::Asking { .. }
            | Role::Waiting
            | Role::Finding { .. }
            | Role::Following(_)
            | Role::Suspended { .. } => {}
        }
    }

    fn refused(&mut self, at: Millis, out: &mut Vec<SharingEffect>) {
        match self.role {
            // Whoever claimed it has lost the lock, or never had one.
            Role::Taking { had, epoch: 0, .. } if self.locks => {
                self.role = Role::taking(had, 0);
                out.push(SharingEffect::Claim);
            }
            _ => self.overtaken(at, out),
        }
    }

    fn suspend(&mut self, out: &mut Vec<SharingEffect>) {
        let (had, shown) = match &self.role {
            Role::Driving { at, .. } => {
                out.push(SharingEffect::Stop);
                (Some(*at), true)
            }
            Role::Following(follow) => (follow.at, true),
            Role::Taking { had, .. } => (*had, true),
            Role::Asking { shown } => (None, *shown),
            Role::Waiting => (None, false),
            Role::Idle | Role::Finding { .. } | Role::Suspended { .. } => return,
        };
        self.role = Role::Suspended { had, shown };
        out.push(SharingEffect::Unlock);
    }

    fn resume(&mut self, shown: bool, out: &mut Vec<SharingEffect>) {
        let Role::Suspended { had, .. } = self.role else {
            return;
        };
        // Only a copy may be kept, and a page that follows has one.
        self.role = match had {
            Some(_) => Role::Following(Follow::having(had)),
            None => Role::Asking { shown },
        };
        if self.is_following() {
            out.push(SharingEffect::Lock(Ask::Wait));
            out.push(SharingEffect::Say(self.hello()));
            out.push(SharingEffect::Watch(TICK_MS));
        } else {
            out.push(SharingEffect::Lock(Ask::IfFree));
        }
    }
}
