//! The debug observer: sees every input, step, request, event and diagnostic.
//!
//! An observer is called at once and returns nothing, so it cannot change the chat. Without an
//! observer, nothing is prepared for one.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::{Chat, ChatInput, ChatStep};
use midturn_core::id::{RunId, ThreadId};
use midturn_core::time::Millis;
use midturn_protocol::diagnostic::Diagnostic;

use super::{Driver, Runtime};

/// Observes the driver. An observer must not call the driver.
pub trait Observer {
    /// Called before an input is applied, with the time and the chat as it is before.
    fn input(&self, chat: &Chat, input: &ChatInput, at: Millis);

    /// Called after an input was applied, with the resulting step and the chat as it is then.
    fn step(&self, chat: &Chat, step: &ChatStep);

    /// A run's request was sent: its URL, and its body as JSON text.
    fn request(&self, thread: &ThreadId, run: &RunId, url: &str, body: &str, at: Millis);

    /// A run's event as the backend sent it: JSON text, usually an object.
    fn event(&self, thread: &ThreadId, run: &RunId, json: &str, at: Millis);

    /// A diagnostic about what the backend sent for a run.
    fn diagnostic(&self, thread: &ThreadId, run: &RunId, diagnostic: &Diagnostic, at: Millis);
}

/// The observer, if there is one.
#[derive(Default)]
pub(super) struct CurrentObserver(RefCell<Option<Rc<dyn Observer>>>);

impl Driver {
    /// Shows `observer` everything from now on, including events of streams that are already open.
    pub fn set_observer(&self, observer: Option<Rc<dyn Observer>>) {
        self.0.observer.0.replace(observer);
        self.0.streams.listen(self.0.is_listening());
    }
}

impl Runtime {
    pub(super) fn is_observed(&self) -> bool {
        self.observer.0.borrow().is_some()
    }

    /// Whether a host or observer wants the raw events.
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

    pub(super) fn show_diagnostic(&self, thread: &ThreadId, run: &RunId, diagnostic: &Diagnostic) {
        let at = self.shell.clock.now_ms();
        self.show(|observer| observer.diagnostic(thread, run, diagnostic, at));
    }

    fn show(&self, tell: impl FnOnce(&dyn Observer)) {
        let observer = self.observer.0.borrow().clone();
        if let Some(observer) = observer {
            tell(&*observer);
        }
    }
}
