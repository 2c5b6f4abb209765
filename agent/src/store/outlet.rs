//! Where a run's events go: to the log, and from there to the connection that started the run.
//!
//! Not responsible for: writing (`writer.rs`), and other readers (`events.rs`).

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use super::Store;
use super::writer::{Entry, Logged};

/// How far a run may be ahead of the log and of the client that reads it.
const EVENTS_AHEAD: usize = 256;

/// One thing for the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// One SSE event.
    Data {
        /// Its number in the thread; none when it is not in the log.
        seq: Option<u64>,
        /// The data.
        data: Arc<str>,
    },
    /// Break the connection.
    Break,
}

/// A frame that has arrived. While it is kept, it counts as not yet sent.
#[derive(Debug)]
pub struct Delivered {
    /// The frame.
    pub frame: Frame,
    pub(super) _room: OwnedSemaphorePermit,
}

/// The way out of one run.
#[derive(Debug)]
pub struct Outlet {
    thread: Arc<str>,
    run: Arc<str>,
    entries: mpsc::UnboundedSender<Entry>,
    connection: mpsc::UnboundedSender<Delivered>,
    room: Arc<Semaphore>,
    /// For what cannot wait.
    spare: Arc<Semaphore>,
}

impl Store {
    /// The way out of a run that has begun, and its end for the connection.
    pub fn outlet(&self, thread: &str, run: &str) -> (Outlet, mpsc::UnboundedReceiver<Delivered>) {
        let (connection, frames) = mpsc::unbounded_channel();
        let outlet = Outlet {
            thread: thread.into(),
            run: run.into(),
            entries: self.entries.clone(),
            connection,
            room: Arc::new(Semaphore::new(EVENTS_AHEAD)),
            spare: Arc::new(Semaphore::new(Semaphore::MAX_PERMITS)),
        };
        (outlet, frames)
    }
}

impl Outlet {
    /// An event, for the log and for the connection. Waits while too much is on its way.
    pub async fn event(&self, data: String) {
        if let Some(room) = self.room().await {
            self.log(data, room);
        }
    }

    /// The same without waiting, room or not. Whoever uses it waits for [`Outlet::ready`] before
    /// it makes more.
    pub fn event_now(&self, data: String) {
        if let Some(room) = self.room_now() {
            self.log(data, room);
        }
    }

    /// A frame for the connection only, in its place among the events; without waiting.
    pub fn raw_now(&self, frame: Frame) {
        if let Some(room) = self.room_now() {
            let delivered = Delivered { frame, _room: room };
            let to = self.connection.clone();
            let _ = self.entries.send(Entry::Raw { delivered, to });
        }
    }

    /// Waits until there is room. Nothing changes when it is dropped before.
    pub async fn ready(&self) {
        drop(self.room().await);
    }

    fn log(&self, data: String, room: OwnedSemaphorePermit) {
        let logged = Logged {
            thread: Arc::clone(&self.thread),
            run: Arc::clone(&self.run),
            data: data.into(),
            to: self.connection.clone(),
            room,
        };
        let _ = self.entries.send(Entry::Event(logged));
    }

    /// Waits until everything so far is in the log. False when any of it could not be written.
    pub async fn flush(&self) -> bool {
        let (done, written) = oneshot::channel();
        let _ = self.entries.send(Entry::Flush {
            thread: Arc::clone(&self.thread),
            run: Arc::clone(&self.run),
            done,
        });
        written.await.unwrap_or(false)
    }

    async fn room(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.room).acquire_owned().await.ok()
    }

    fn room_now(&self) -> Option<OwnedSemaphorePermit> {
        let room = Arc::clone(&self.room).try_acquire_owned();
        room.or_else(|_| Arc::clone(&self.spare).try_acquire_owned())
            .ok()
    }
}
