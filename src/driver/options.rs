//! What an embedder or the settings page chooses about the backend.
//!
//! Not responsible for what the backend announces about itself (see [`super::control`]).

use midturn_core::run_event::Abilities;
use midturn_protocol::request::Interjections;

use crate::transport::RequestOptions;

/// Where the backend is and how to speak to it. Changes apply to the next request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The agent's URL, absolute or relative to the page.
    pub agent_url: String,
    /// Headers and credentials, for requests to the agent, its control URL and its events URL.
    pub request: RequestOptions,
    /// What the backend is known to be able to do before it says so. Read once, when the driver
    /// is made.
    pub abilities: Abilities,
    /// Where to ask for a cancel, absolute or relative to the agent's URL; wins over what the
    /// backend announces.
    pub control_url: Option<String>,
    /// Where to ask a plain backend to stop a run before its stream is closed, absolute or relative
    /// to the agent's URL; `{threadId}` and `{runId}` stand for theirs. Counts where
    /// [`Abilities::plain_stop`] says so, and only for a backend that takes no cancel.
    pub stop_url: Option<String>,
    /// The body of a stop's request, in which `{threadId}` and `{runId}` stand for theirs as the inside
    /// of a JSON string. Empty: no body. None: `{"runId": …}` alone.
    pub stop_body: Option<String>,
    /// What becomes of an interjection that comes while the agent writes.
    pub interjections: Interjections,
    /// Where a thread's stream of events is; wins over what the backend announces.
    pub events_url: Option<String>,
    /// Where the backend's threads are, absolute or relative to the agent's URL: one is deleted by
    /// a `DELETE` of this with its id after it. Wins over what the backend announces.
    pub threads_url: Option<String>,
}

/// Whether interjections wait for the agent's response to end, as the requests say it.
pub fn interjections(after_response: bool) -> Interjections {
    if after_response {
        Interjections::AfterResponse
    } else {
        Interjections::Boundary
    }
}
