//! Who listens to the driver: the embedder's host, and the debug observer.
//!
//! Both are called at once and return nothing, so the chat never waits for them. Without them,
//! nothing is prepared for them.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::{Chat, ChatInput, ChatStep};
use midturn_core::id::{RunId, ThreadId};
use midturn_core::time::Millis;
use midturn_protocol::diagnostic::Diagnostic;

use super::context::Context;

/// Listens to the agent.
pub trait Host {
    /// A run's event as the backend sent it: JSON text, usually an object. Called before the chat
    /// applies the event.
    fn event(&self, thread: &ThreadId, run: &RunId, json: &str);
}

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

/// Who listens to the driver.
pub(super) struct Listeners {
    cx: Rc<Context>,
    host: RefCell<Option<Rc<dyn Host>>>,
    observer: RefCell<Option<Rc<dyn Observer>>>,
}

impl Listeners {
    pub(super) fn new(cx: Rc<Context>) -> Self {
        Self {
            cx,
            host: RefCell::default(),
            observer: RefCell::default(),
        }
    }

    pub(super) fn set_host(&self, host: Option<Rc<dyn Host>>) {
        self.host.replace(host);
    }

    pub(super) fn set_observer(&self, observer: Option<Rc<dyn Observer>>) {
        self.observer.replace(observer);
    }

    pub(super) fn is_observed(&self) -> bool {
        self.observer.borrow().is_some()
    }

    /// Whether anybody wants the raw events.
    pub(super) fn want_events(&self) -> bool {
        self.host.borrow().is_some() || self.is_observed()
    }

    pub(super) fn input(&self, input: &ChatInput, at: Millis) {
        self.show(|observer| observer.input(&self.cx.chat(), input, at));
    }

    pub(super) fn step(&self, step: &ChatStep) {
        self.show(|observer| observer.step(&self.cx.chat(), step));
    }

    pub(super) fn request(&self, thread: &ThreadId, run: &RunId, url: &str, body: &str) {
        let at = self.cx.now();
        self.show(|observer| observer.request(thread, run, url, body, at));
    }

    pub(super) fn events(&self, thread: &ThreadId, run: &RunId, events: &[String]) {
        let host = self.host.borrow().clone();
        if let Some(host) = host {
            for json in events {
                host.event(thread, run, json);
            }
        }
        let at = self.cx.now();
        self.show(|observer| {
            for json in events {
                observer.event(thread, run, json, at);
            }
        });
    }

    /// Counts a diagnostic about the bytes of a stream, and shows it.
    pub(super) fn diagnostic(&self, thread: &ThreadId, run: &RunId, diagnostic: &Diagnostic) {
        self.cx.count_diagnostic();
        let at = self.cx.now();
        self.show(|observer| observer.diagnostic(thread, run, diagnostic, at));
    }

    fn show(&self, tell: impl FnOnce(&dyn Observer)) {
        let observer = self.observer.borrow().clone();
        if let Some(observer) = observer {
            tell(&*observer);
        }
    }
}
