//! Who sees everything that goes in and out, to find a mistake.
//!
//! Not responsible for what an observer keeps of it: nothing of the chat waits for that, and without
//! one nothing is made for it.

use std::rc::Rc;

use midturn_core::chat::{Chat, ChatInput, ChatStep};
use midturn_core::id::{RunId, ThreadId};
use midturn_core::time::Millis;
use midturn_protocol::diagnostic::Diagnostic as Oddity;

use super::{Driver, Inner};

/// Sees it. Must not call back.
pub trait Observer {
    /// An input is about to be applied, at this time, to the chat as it is.
    fn input(&self, chat: &Chat, input: &ChatInput, at: Millis);

    /// What came of the last input. The chat is as it is after it.
    fn step(&self, chat: &Chat, step: &ChatStep);

    /// A run's request is sent: its URL, and its body as JSON text.
    fn request(&self, thread: &ThreadId, run: &RunId, url: &str, body: &str, at: Millis);

    /// An event of a run, as the backend has sent it: its JSON text, most likely an object.
    fn event(&self, thread: &ThreadId, run: &RunId, json: &str, at: Millis);

    /// Something odd in what the backend has sent for a run.
    fn oddity(&self, thread: &ThreadId, run: &RunId, oddity: &Oddity, at: Millis);
}

impl Driver {
    /// Shows `observer` everything from now on; of the streams that are open too.
    pub fn set_observer(&self, observer: Option<Rc<dyn Observer>>) {
        self.0.observer.replace(observer);
        let listen = self.0.is_listening();
        for stream in self.0.streams.borrow_mut().iter_mut() {
            stream.reader.listen(listen);
        }
    }
}

impl Inner {
    pub(super) fn is_observed(&self) -> bool {
        self.observer.borrow().is_some()
    }

    /// Whether anybody wants events as they came.
    pub(super) fn is_listening(&self) -> bool {
        self.has_host() || self.is_observed()
    }

    pub(super) fn show_input(&self, input: &ChatInput, at: Millis) {
        self.show(|observer| observer.input(&self.chat.borrow(), input, at));
    }

    pub(super) fn show_step(&self, step: &ChatStep) {
        self.show(|observer| observer.step(&self.chat.borrow(), step));
    }

    pub(super) fn show_request(&self, thread: &ThreadId, run: &RunId, url: &str, body: &str) {
        let at = self.shell.clock.now_ms();
        self.show(|observer| observer.request(thread, run, url, body, at));
    }

    pub(super) fn show_events(&self, thread: &ThreadId, run: &RunId, events: &[String]) {
        let at = self.shell.clock.now_ms();
        self.show(|observer| {
            for json in events {
                observer.event(thread, run, json, at);
            }
        });
    }

    pub(super) fn show_oddity(&self, thread: &ThreadId, run: &RunId, oddity: &Oddity) {
        let at = self.shell.clock.now_ms();
        self.show(|observer| observer.oddity(thread, run, oddity, at));
    }

    fn show(&self, tell: impl FnOnce(&dyn Observer)) {
        let observer = self.observer.borrow().clone();
        if let Some(observer) = observer {
            tell(&*observer);
        }
    }
}
