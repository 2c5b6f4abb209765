//! What the driver needs from outside: transport, storage, clock, timers, view, other pages and
//! protocols.
//!
//! These are traits, so that tests run the driver without a browser. The traits of the network and
//! of storage are in [`crate::transport`] and [`super::storage`].

use std::rc::Rc;

use midturn_core::change::ChatChange;
use midturn_core::chat::Chat;
use midturn_core::effect::{Announcement, FocusTarget};
use midturn_core::id::{PageId, ThreadId};
use midturn_core::sharing::{Ask, Standing};
use midturn_core::time::Millis;
use midturn_protocol::name::Name;
use midturn_protocol::protocol::Protocol;

use super::storage::Storage;
use super::tasks::Spawn;
use super::work::{Detector, OtherWork};
use crate::transport::{OnDrop, Transport};

/// The clock, and sources of unique ids and random numbers.
pub trait Clock {
    /// Milliseconds since the Unix epoch.
    fn now_ms(&self) -> Millis;

    /// An id that no other call, page or device returns: a version 4 UUID.
    fn fresh_id(&self) -> String;

    /// A random number from 0 (inclusive) to 1 (exclusive), for jitter.
    fn random(&self) -> f64;
}

/// Timers.
pub trait Timers {
    /// Calls `then` once after `ms` milliseconds, never before this method returns. Dropping the
    /// handle clears the timer.
    fn after(&self, ms: Millis, then: Box<dyn FnOnce()>) -> OnDrop;
}

/// Draws the chat. Each method may dispatch an input: the driver takes it after the current one.
pub trait View {
    /// The driver applied one input. `urgent`: a person caused the input and waits for the result.
    /// Inputs from the network are not urgent: there may be a thousand a second.
    fn publish(&self, chat: &Chat, changes: &[ChatChange], urgent: bool);

    /// Move the keyboard focus.
    fn focus(&self, thread: &ThreadId, target: &FocusTarget);

    /// Announce something to screen reader users.
    fn announce(&self, thread: &ThreadId, announcement: &Announcement);

    /// Tell the person something about the page itself.
    fn notice(&self, notice: Notice);

    /// Tell the person whether the driving page answers, or that this page can only read.
    fn standing(&self, thread: &ThreadId, standing: Standing);
}

/// The other pages of the same origin.
pub trait Peers {
    /// Requests the lock `name`. `told` receives the outcome, maybe before this method returns.
    /// Dropping the handle releases the lock or leaves its queue. `None` if the browser has no
    /// locks.
    fn lock(&self, name: &str, ask: Ask, told: Box<dyn Fn(LockNews)>) -> Option<OnDrop>;

    /// Joins the channel `name`. `heard` receives the messages of other pages, never before this
    /// method returns. `None` if the browser has no channels.
    fn join(&self, name: &str, heard: Box<dyn Fn(String)>) -> Option<Rc<dyn Channel>>;

    /// Records that this page is in its tab, and returns the pages that were in the tab before a
    /// reload. Those pages may still exist for a moment. `None` if that is unknown.
    fn arrive(&self, page: &PageId) -> Option<Vec<PageId>>;
}

/// A joined channel. Dropping it leaves the channel.
pub trait Channel {
    /// Sends a message to all other members.
    fn say(&self, text: &str);
}

/// The outcome of a lock request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockNews {
    /// This page has the lock.
    Granted,
    /// Another page has the lock, and the request was only for a free lock.
    Taken,
    /// Another page stole the lock from this page.
    Stolen,
}

/// A message to the person about the page itself. The view has the texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// New messages may be lost on a reload. Sent once until storage works again.
    StorageUnavailable,
    /// Part of a stored thread could not be read; the rest was kept.
    StorageCorrupt {
        /// The thread.
        thread: ThreadId,
    },
    /// A file of a message could not be read. The agent was told so.
    FileMissing,
    /// The backend may still keep a thread that was deleted here.
    NotDeleted,
}

/// Receives a protocol; `None` if it cannot be loaded.
pub type ProtocolLoaded = Box<dyn FnOnce(Option<LoadedProtocol>)>;

/// A protocol, and what the driver needs for it.
#[derive(Clone)]
pub struct LoadedProtocol {
    /// The protocol.
    pub protocol: Rc<dyn Protocol>,
    /// The driver's work for it.
    pub work: OtherWork,
}

/// The protocols, and what AG-UI seldom needs. Each is a part of the program, fetched when it is needed.
pub trait Protocols {
    /// Loads a protocol, configured with `options` (a JSON object as text; empty for the defaults).
    /// May call `done` before it returns.
    fn load(&self, name: Name, options: &str, done: ProtocolLoaded);

    /// Loads what finds out which protocol a URL speaks; `None` if that cannot be loaded. May call
    /// `done` before it returns.
    fn detector(&self, done: Box<dyn FnOnce(Option<Detector>)>);
}

/// Everything outside the driver.
#[derive(Clone)]
pub struct Shell {
    /// The network.
    pub transport: Rc<dyn Transport>,
    /// Persistent storage.
    pub storage: Rc<dyn Storage>,
    /// The time.
    pub clock: Rc<dyn Clock>,
    /// Timers.
    pub timers: Rc<dyn Timers>,
    /// Draws the chat.
    pub view: Rc<dyn View>,
    /// The other pages.
    pub peers: Rc<dyn Peers>,
    /// The protocols.
    pub protocols: Rc<dyn Protocols>,
    /// Goes on with the driver's `async` functions.
    pub spawn: Spawn,
}
