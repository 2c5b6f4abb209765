//! The host: the embedder's listener for the agent's events.
//!
//! The chat never waits for a host.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::input::Input;

use super::{Driver, Runtime};

/// Listens to the agent.
pub trait Host {
    /// A run's event as the backend sent it: JSON text, usually an object. Called before the chat
    /// applies the event.
    fn event(&self, thread: &ThreadId, run: &RunId, json: &str);
}

/// The host, if there is one.
#[derive(Default)]
pub(super) struct CurrentHost(RefCell<Option<Rc<dyn Host>>>);

impl CurrentHost {
    fn get(&self) -> Option<Rc<dyn Host>> {
        self.0.borrow().clone()
    }
}

impl Driver {
    /// Tells `host` everything from now on. Events come only from streams opened from now on.
    pub fn set_host(&self, host: Option<Rc<dyn Host>>) {
        self.0.host.0.replace(host);
    }

    /// Shares this state (JSON text) with the backend of a thread from the next run on.
    pub fn share(&self, thread: &ThreadId, state: String) {
        let input = Input::StateGiven { state };
        self.0.push(ChatInput::In(thread.clone(), input), false);
        self.0.drain();
    }
}

impl Runtime {
    pub(super) fn has_host(&self) -> bool {
        self.host.get().is_some()
    }

    pub(super) fn tell_events(&self, thread: &ThreadId, run: &RunId, events: &[String]) {
        if let Some(host) = self.host.get() {
            for json in events {
                host.event(thread, run, json);
            }
        }
    }
}
