//! The outlet of a run's events: to the log, and from there to the connection that started the run.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use super::Store;
use super::writer::{Delivered, Entry, Frame, Logged};

/// How many events a run may be ahead of the log and of its client.
const EVENTS_AHEAD: usize = 256;

/// Sends the events of one run.
#[derive(Debug)]
pub struct Outlet {
    thread: Arc<str>,
    run: Arc<str>,
    entries: mpsc::UnboundedSender<Entry>,
    connection: mpsc::UnboundedSender<Delivered>,
    room: Arc<Semaphore>,
    /// Permits for events that cannot wait.
    spare: Arc<Semaphore>,
}

impl Store {
    /// The outlet of a run that has begun, and the receiver for its connection.
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
    /// Sends an event to the log and the connection. Waits while too many events are unsent.
    pub async fn event(&self, data: String) {
        if let Some(room) = self.room().await {
            self.log(data, room);
        }
    }

    /// Like [`Outlet::event`], but never waits, even past the limit. The caller waits for
    /// [`Outlet::ready`] before it produces more.
    pub fn event_now(&self, data: String) {
        if let Some(room) = self.room_now() {
            self.log(data, room);
        }
    }

    /// Sends a frame to the connection only, in order with the events. Never waits.
    pub fn raw_now(&self, frame: Frame) {
        if let Some(room) = self.room_now() {
            let delivered = Delivered { frame, _room: room };
            let to = self.connection.clone();
            let _ = self.entries.send(Entry::Raw { delivered, to });
        }
    }

    /// Waits until there is room. Cancel-safe: dropping the future changes nothing.
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
