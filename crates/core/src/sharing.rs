//! Which page drives a thread, and what the other pages do: one state machine per thread and page.
//! Its inputs come from locks, storage, other pages and timers; its effects say what to do with
//! them.
//!
//! - One page drives a thread: it has the thread's lock, and only it writes the thread and speaks
//!   to the backend.
//! - The other pages mirror the thread. They begin with a copy, then receive and apply every input
//!   that the driver applies. What the person does in a mirror is sent to the driver as a request.
//! - A driver that closes releases its lock. A driver that hangs keeps it: the mirrors tell the
//!   person, who can take the thread over. That page then steals the lock.

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
pub use message::{Copied, Epoch, Message, Place};
pub use step::{Ask, SharingEffect, SharingInput, Standing};

use follow::Follow;
use had::Had;
use outbox::Outbox;

/// How often a mirror checks that its driver is alive, in milliseconds.
pub const TICK_MS: Millis = 1_000;

/// How long a driver may leave a `Hello` or `Ping` unanswered before the person is told, in
/// milliseconds.
const SLOW_MS: Millis = 2_000;

/// How long a page without lock support waits for an answer from a driving page, in milliseconds.
const FIND_MS: Millis = 400;

/// This page's role in a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Role {
    /// The page does nothing with the thread.
    Idle,
    /// Asks whether the lock is free.
    Asking { shown: bool },
    /// Waits for the lock, and shows nothing.
    Waiting,
    /// The browser has no locks; asks whether another page has the thread. `had` is the place of this
    /// page's copy.
    Finding { since: Millis, had: Option<Place> },
    /// Has the lock, or the browser has no locks; reads the thread. `had` is the place of this
    /// page's copy.
    Taking {
        had: Option<Place>,
        fence: u64,
        /// The place of the state that the page will begin with, once known.
        base: Place,
        /// Whether the page begins with the stored state and not with its copy.
        reads: bool,
    },
    /// Drives the thread.
    Driving {
        at: Place,
        /// The place of the state that the page began with.
        base: Place,
        /// The place up to which storage is known to be complete.
        kept: Place,
        followed: bool,
    },
    /// Another page drives the thread.
    Following(Follow),
    /// The page is frozen.
    Suspended { had: Option<Place>, shown: bool },
}

impl Role {
    fn taking(had: Option<Place>) -> Self {
        Self::Taking {
            had,
            fence: 0,
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
    /// The person's acts in this page that are not known to be stored.
    outbox: Outbox,
    /// The acts that other pages have asked for since this page began to drive the thread.
    had: Had,
    locks: bool,
}

impl Sharing {
    /// A thread that this page does not use yet.
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

    /// Whether this page mirrors the thread, with a copy or waiting for one.
    pub fn is_following(&self) -> bool {
        matches!(self.role, Role::Following(_))
    }

    /// Whether this page only waits to go on with the thread's run. The thread is not open here.
    pub fn is_waiting(&self) -> bool {
        self.role == Role::Waiting
    }

    /// This page's place in the thread's history; `None` unless this page drives the thread.
    pub fn place(&self) -> Option<Place> {
        match self.role {
            Role::Driving { at, .. } => Some(at),
            _ => None,
        }
    }

    /// Whether any page mirrors this driver.
    pub fn is_followed(&self) -> bool {
        matches!(self.role, Role::Driving { followed: true, .. })
    }

    /// The person's acts in this page that are not known to be stored.
    pub fn outbox(&self) -> &[Act] {
        self.outbox.acts()
    }

    /// The only entry point.
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
            SharingInput::TakeOver => self.take_over(&mut out),
            SharingInput::Found { fence, stored } => self.found(fence, stored, &mut out),
            SharingInput::Ready => self.ready(at, &mut out),
            SharingInput::Heard(message) => self.heard(message, at, &mut out),
            SharingInput::Applied { by, act, input } => self.applied(by, act, input, &mut out),
            SharingInput::Acted { input, words } => self.acted(input, words, &mut out),
            SharingInput::Known { page, act } => self.known(page, act, &mut out),
            SharingInput::Returned(act) => self.outbox.remove(act),
            SharingInput::Kept(until) => self.kept(until, &mut out),
            SharingInput::Tick => self.tick(at, &mut out),
            SharingInput::Suspend => self.suspend(&mut out),
            SharingInput::Resume => {
                if let Role::Suspended { shown, .. } = self.role {
                    // The page's copy is continued if no page has written the thread meanwhile.
                    self.resume(shown, at, &mut out);
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
            // The page has already requested the lock, and the request stays queued.
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
        let (had, by_hand) = match &self.role {
            Role::Asking { .. } | Role::Waiting => (None, false),
            Role::Following(follow) => (follow.at, follow.takes),
            Role::Suspended { .. }
            | Role::Idle
            | Role::Finding { .. }
            | Role::Taking { .. }
            | Role::Driving { .. } => return,
        };
        self.role = Role::taking(had);
        out.push(SharingEffect::Look { by_hand });
    }

    /// Takes the thread from a driver that does not answer, because the person wants it.
    fn take_over(&mut self, out: &mut Vec<SharingEffect>) {
        let Role::Following(follow) = &mut self.role else {
            return;
        };
        // The driver may have answered since the person was asked.
        if !follow.told || follow.takes {
            return;
        }
        follow.takes = true;
        if self.locks {
            out.push(SharingEffect::Lock(Ask::Steal));
        } else {
            self.granted(out);
        }
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
            self.find(None, at, out);
        }
    }

    /// Asks whether another page has the thread: without locks, only an answer says so.
    fn find(&mut self, had: Option<Place>, at: Millis, out: &mut Vec<SharingEffect>) {
        self.role = Role::Finding { since: at, had };
        out.push(SharingEffect::Say(self.hello()));
        out.push(SharingEffect::Watch(FIND_MS));
    }

    /// Begins to mirror the page that drives the thread.
    fn follow(&mut self, at: Millis, out: &mut Vec<SharingEffect>) {
        self.role = Role::Following(Follow::asking(at));
        out.push(SharingEffect::Say(self.hello()));
        out.push(SharingEffect::Watch(TICK_MS));
        if !self.locks {
            out.push(SharingEffect::Tell(Standing::Reader));
        }
    }

    /// The standing to report to the person while there is a driver that answers.
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

    /// Stops driving the thread, because another page drives it now.
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

    fn resume(&mut self, shown: bool, at: Millis, out: &mut Vec<SharingEffect>) {
        let Role::Suspended { had, .. } = self.role else {
            return;
        };
        if !self.locks && had.is_some() {
            self.find(had, at, out);
            return;
        }
        // A page with a copy continues as a mirror. A page without a copy starts over.
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
