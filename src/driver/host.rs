//! Who has put the chat on a page, and hears what comes of its agent.
//!
//! Not responsible for what a host does with it: nothing of the chat waits for that.

use std::rc::Rc;

use midturn_core::change::{Change, ChatChange};
use midturn_core::chat::ChatInput;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::input::Input;

use super::{Driver, Inner};

/// Hears of it.
pub trait Host {
    /// An event of a run, as the backend has sent it: its JSON text, most likely an object. Comes
    /// before what the chat makes of it.
    fn event(&self, thread: &ThreadId, run: &RunId, json: &str);

    /// What the backend shares with its client is now this, as JSON text.
    fn state(&self, thread: &ThreadId, json: &str);
}

impl Driver {
    /// Tells `host` of everything from now on; of the events of streams that are opened from now on.
    pub fn set_host(&self, host: Option<Rc<dyn Host>>) {
        self.0.host.replace(host);
    }

    /// Shares this with the backend of a thread from the next run on: JSON text.
    pub fn share(&self, thread: &ThreadId, state: String) {
        let input = Input::StateGiven { state };
        self.0.push(ChatInput::In(thread.clone(), input), false);
        self.0.drain();
    }
}

impl Inner {
    pub(super) fn has_host(&self) -> bool {
        self.host.borrow().is_some()
    }

    pub(super) fn tell_events(&self, thread: &ThreadId, run: &RunId, events: &[String]) {
        let host = self.host.borrow().clone();
        if let Some(host) = host {
            for json in events {
                host.event(thread, run, json);
            }
        }
    }

    pub(super) fn tell_changes(&self, changes: &[ChatChange]) {
        let host = self.host.borrow().clone();
        let Some(host) = host else { return };
        for change in changes {
            let ChatChange::In(thread, Change::State) = change else {
                continue;
            };
            let state = {
                let chat = self.chat.borrow();
                chat.conversation(thread)
                    .map(|held| held.state().to_owned())
            };
            if let Some(state) = state {
                host.state(thread, &state);
            }
        }
    }
}
