//! Options about the backend, set by an embedder or on the settings page.
//!
//! [`super::control`] has what the backend announces about itself.

use std::cell::{Ref, RefCell};

use midturn_core::chat::ChatInput;
use midturn_core::run_event::Abilities;
use midturn_protocol::name::Name;
use midturn_protocol::request::Interjections;

use super::Driver;
use crate::transport::RequestOptions;

/// Where the backend is and how to send requests to it. Changes apply to the next request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The agent's URL, absolute or relative to the page.
    pub agent_url: String,
    /// Headers and credentials for all requests: to the agent, and to its control, stop, events and
    /// threads URLs.
    pub request: RequestOptions,
    /// The protocol that the backend speaks. `None`: AG-UI, unless the backend turns out to speak
    /// another one.
    pub protocol: Option<Name>,
    /// What the protocol is configured with: a JSON object as text; empty for the defaults.
    pub protocol_options: String,
    /// Abilities of the backend that are known before it announces them. Read once, when the driver
    /// is made.
    pub abilities: Abilities,
    /// The control URL, absolute or relative to the agent's URL. Overrides the URL that the backend
    /// announces.
    pub control_url: Option<String>,
    /// The plain stop URL, absolute or relative to the agent's URL: asks a backend to stop a run
    /// before its stream is closed. `{threadId}` and `{runId}` are replaced by the ids. Used only
    /// if [`Abilities::plain_stop`] is set and the backend takes no cancel.
    pub stop_url: Option<String>,
    /// The body of a plain stop request. `{threadId}` and `{runId}` are replaced by the ids,
    /// escaped for the inside of a JSON string. Empty: no body. `None`: `{"runId": …}` alone.
    pub stop_body: Option<String>,
    /// When the agent receives an interjection that is made while the agent writes.
    pub interjections: Interjections,
    /// The URL of a thread's stream of events, absolute or relative to the agent's URL. Overrides
    /// the URL that the backend announces.
    pub events_url: Option<String>,
    /// The URL of the backend's threads, absolute or relative to the agent's URL. To delete a
    /// thread, the driver sends a `DELETE` to this URL followed by the thread's id. Overrides the
    /// URL that the backend announces.
    pub threads_url: Option<String>,
    /// The URL below which the backend shows each thread's messages, absolute or relative to the
    /// agent's URL. `None`: the URL of the threads.
    pub past_url: Option<String>,
}

/// The options in use.
pub(super) struct CurrentOptions(RefCell<Options>);

impl CurrentOptions {
    pub(super) fn new(options: Options) -> Self {
        Self(RefCell::new(options))
    }

    pub(super) fn borrow(&self) -> Ref<'_, Options> {
        self.0.borrow()
    }
}

impl Driver {
    /// The current options.
    pub fn options(&self) -> Options {
        self.0.options.borrow().clone()
    }

    /// Uses these options from the next request on. Open streams stay open.
    pub fn set_options(&self, options: Options) {
        let agent = ChatInput::Agent(options.agent_url.clone());
        let before = self.0.options.0.replace(options);
        let now = self.0.options.borrow();
        let is_same = before.agent_url == now.agent_url
            && before.protocol == now.protocol
            && before.protocol_options == now.protocol_options;
        drop(now);
        if !is_same {
            self.0.protocol.forget();
        }
        self.0.push(agent, false);
        self.0.drain();
    }
}

/// The value for requests: whether interjections wait for the agent's response to end.
pub fn interjections(after_response: bool) -> Interjections {
    if after_response {
        Interjections::AfterResponse
    } else {
        Interjections::Boundary
    }
}
