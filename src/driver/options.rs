//! Options about the backend, set by an embedder or on the settings page.
//!
//! [`super::requests`] has what the backend announces about itself.

use midturn_core::run_event::Abilities;
use midturn_protocol::name::Name;
use midturn_protocol::request::Interjections;

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

/// The value for requests: whether interjections wait for the agent's response to end.
pub fn interjections(after_response: bool) -> Interjections {
    if after_response {
        Interjections::AfterResponse
    } else {
        Interjections::Boundary
    }
}
