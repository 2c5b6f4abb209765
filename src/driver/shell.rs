//! What the driver needs from outside: a clock, timers, and a view to publish to.
//!
//! Traits, so that the driver runs without a browser in tests. Not responsible for the network
//! (see [`crate::transport`]) or for what is stored (see [`super::storage`]).

use std::rc::Rc;

use midturn_core::change::ChatChange;
use midturn_core::chat::Chat;
use midturn_core::effect::{Announcement, FocusTarget};
use midturn_core::id::{PageId, ThreadId};
use midturn_core::sharing::{Ask, Standing};
use midturn_core::time::Millis;

use super::storage::Storage;
use crate::transport::{OnDrop, Transport};

/// The time, and what must differ each time it is asked for.
pub trait Clock {
    /// Milliseconds since the Unix epoch.
    fn now_ms(&self) -> Millis;

    /// An id that no other call, page or device gives: a version 4 UUID.
    fn fresh_id(&self) -> String;

    /// A number from 0 to below 1, for jitter.
    fn random(&self) -> f64;
}

/// Timers.
pub trait Timers {
    /// Calls `then` once after this many milliseconds, never before this returns. Dropping the
    /// handle clears the timer.
    fn after(&self, ms: Millis, then: Box<dyn FnOnce()>) -> OnDrop;
}

/// What draws the chat. Each method may dispatch; the input is then taken after the present one.
pub trait View {
    /// One input was applied. `urgent` says that it came from the person, who waits for it, and
    /// not from the network, of which there may be a thousand a second.
    fn publish(&self, chat: &Chat, changes: &[ChatChange], urgent: bool);

    /// Move the keyboard focus.
    fn focus(&self, thread: &ThreadId, target: &FocusTarget);

    /// Tell a person who cannot see the page.
    fn announce(&self, thread: &ThreadId, announcement: &Announcement);

    /// Tell the person something about the page itself.
    fn notice(&self, notice: Notice);

    /// Tell the person where a thread is.
    fn standing(&self, thread: &ThreadId, standing: Standing);
}

/// The other pages of the same origin.
pub trait Peers {
    /// Asks for the lock of this name; `told` hears what comes of it, maybe before this returns.
    /// Dropping the handle gives the lock back, or leaves its queue. None where there are no locks.
    fn lock(&self, name: &str, ask: Ask, told: Box<dyn Fn(LockNews)>) -> Option<OnDrop>;

    /// Joins the channel of this name; `heard` hears what others say there, never before this
    /// returns. None where there are no channels.
    fn join(&self, name: &str, heard: Box<dyn Fn(String)>) -> Option<Rc<dyn Channel>>;

    /// Notes that this page is in its tab now, and says which pages were there before a reload. They
    /// may be there for a moment longer. None where nobody knows.
    fn arrive(&self, page: &PageId) -> Option<Vec<PageId>>;
}

/// A channel that was joined, until it is dropped.
pub trait Channel {
    /// Says something to everybody else.
    fn say(&self, text: &str);
}

/// What came of asking for a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockNews {
    /// It is ours.
    Granted,
    /// Somebody has it, and it was asked for only if nobody had.
    Taken,
    /// It was ours, and somebody has stolen it.
    Stolen,
}

/// Something about the page itself that the person should know. The words are the view's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// What is said from now on may be gone after a reload. Told once until storage works again.
    StorageUnavailable,
    /// Part of a stored thread could not be read; the rest is there.
    StorageCorrupt {
        /// The thread.
        thread: ThreadId,
    },
    /// A file that goes with a message could not be read. The agent was told so.
    FileMissing,
    /// A thread that was deleted here may still be kept by its backend.
    NotDeleted,
}

/// Everything outside.
#[derive(Clone)]
pub struct Shell {
    /// The network.
    pub transport: Rc<dyn Transport>,
    /// Where things outlive the page.
    pub storage: Rc<dyn Storage>,
    /// The time.
    pub clock: Rc<dyn Clock>,
    /// Timers.
    pub timers: Rc<dyn Timers>,
    /// What draws.
    pub view: Rc<dyn View>,
    /// The other pages.
    pub peers: Rc<dyn Peers>,
}
