//! What the shell needs of a protocol: which requests to send, how to read the answers, and what
//! the backend can do. Each protocol is one implementation of [`Protocol`].

use std::rc::Rc;

use midturn_core::control::{CancelAnswer, InterjectionAnswer};
use midturn_core::history::HistoryMessage;
use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::request::RunRequest;
use midturn_core::run_event::Abilities;

use crate::call::{Call, Reply};
use crate::reader::Reader;
use crate::request::{Bytes, Interjections, Tool};

/// A protocol between a chat and an agent's backend.
///
/// A protocol has no state. What it must keep between requests goes through the core: the reader
/// reports [`RunEvent::Memory`], and the text comes back with every later request of the thread.
///
/// [`RunEvent::Memory`]: midturn_core::run_event::RunEvent::Memory
pub trait Protocol {
    /// What the backend can do, as far as the protocol and the configuration tell. `None` if the
    /// backend announces it in its streams.
    fn abilities(&self, endpoints: &Endpoints) -> Option<Abilities>;

    /// The request for the backend's description of itself; `None` if it has none at this place. The
    /// shell asks for it before the first other request: at place 0, then at 1 and so on, until an
    /// answer is [one](Self::described).
    fn description(&self, _endpoints: &Endpoints, _place: usize) -> Option<Call> {
        None
    }

    /// The protocol as the backend's description configures it; `None` if the answer is no
    /// description.
    fn described(&self, _endpoints: &Endpoints, _reply: &Reply) -> Option<Rc<dyn Protocol>> {
        None
    }

    /// The request that starts a run.
    fn run(&self, outgoing: &Outgoing<'_>) -> Call;

    /// A reader for the response to a run's request, or for a rejoined stream.
    fn reader(&self, begin: &Begin<'_>) -> Box<dyn Reader>;

    /// The request that stops a run; `None` if the backend takes none, or if the run cannot be
    /// named yet.
    fn cancel(&self, place: &Place<'_>) -> Option<Call>;

    /// Reads the answer to [`cancel`](Self::cancel); `None` if no answer came.
    fn cancel_answer(&self, place: &Place<'_>, reply: Option<&Reply>) -> CancelAnswer;

    /// The request that joins a run's stream again; `None` if that is impossible.
    fn rejoin(&self, place: &Place<'_>) -> Option<Call>;

    /// Whether the stream of [`rejoin`](Self::rejoin) has the events of other runs too.
    fn rejoins_thread(&self) -> bool {
        false
    }

    /// The request that stops one task of a run, or forces a stop that is under way. Its answer is
    /// read by [`cancel_answer`](Self::cancel_answer).
    fn stop_task(
        &self,
        _place: &Place<'_>,
        _task: Option<&ActivityId>,
        _force: bool,
    ) -> Option<Call> {
        None
    }

    /// The request that sends an interjection into a run.
    fn interject(&self, _place: &Place<'_>, _said: &Interjection<'_>) -> Option<Call> {
        None
    }

    /// Reads the answer to [`interject`](Self::interject); `None` if no answer came.
    fn interject_answer(&self, _reply: Option<&Reply>) -> InterjectionAnswer {
        InterjectionAnswer::Unreachable
    }

    /// The request for the messages of a thread, for a device that has none of them; `None` if the
    /// backend keeps none.
    fn past(&self, _endpoints: &Endpoints, _thread: &ThreadId) -> Option<Call> {
        None
    }

    /// The messages in the answer to [`past`](Self::past), oldest first; none if the backend does not
    /// know the thread. `None` if the answer has no meaning.
    fn past_messages(&self, _thread: &ThreadId, _reply: &Reply) -> Option<Vec<HistoryMessage>> {
        None
    }

    /// The request that deletes a thread at the backend.
    fn delete_thread(&self, _endpoints: &Endpoints, _thread: &ThreadId) -> Option<Call> {
        None
    }
}

/// The URLs of a backend. All but the agent's are absolute or relative to the agent's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endpoints {
    /// The agent's URL, absolute or relative to the page.
    pub agent: String,
    /// The URL for control messages.
    pub control: Option<String>,
    /// The plain stop URL; `{threadId}` and `{runId}` are replaced.
    pub stop: Option<String>,
    /// The body of a plain stop request; `{threadId}` and `{runId}` are replaced.
    pub stop_body: Option<String>,
    /// The URL of a thread's stream of events.
    pub events: Option<String>,
    /// The URL of the threads.
    pub threads: Option<String>,
    /// The URL below which each thread's messages are.
    pub past: Option<String>,
}

/// A run's request, and what belongs to it.
#[derive(Clone, Copy)]
pub struct Outgoing<'a> {
    /// The URLs.
    pub endpoints: &'a Endpoints,
    /// The request.
    pub request: &'a RunRequest,
    /// The client tools.
    pub tools: &'a [Tool],
    /// The bytes of attached files.
    pub bytes: Bytes<'a>,
    /// When interjections reach the agent.
    pub interjections: Interjections,
}

/// What a reader begins with.
#[derive(Clone, Copy, Debug)]
pub struct Begin<'a> {
    /// The URLs.
    pub endpoints: &'a Endpoints,
    /// The thread.
    pub thread: &'a ThreadId,
    /// The run.
    pub run: &'a RunId,
    /// The state that backend and client share, as JSON text; empty for none.
    pub state: &'a str,
    /// What the protocol keeps for the thread; empty if nothing.
    pub memory: &'a str,
    /// The calls that the run's request answers, and other context, come from the request itself;
    /// `None` when a stream is rejoined after a reload.
    pub request: Option<&'a RunRequest>,
}

/// A run at the backend.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The URLs.
    pub endpoints: &'a Endpoints,
    /// The thread.
    pub thread: &'a ThreadId,
    /// The run.
    pub run: &'a RunId,
    /// What the protocol keeps for the thread; empty if nothing.
    pub memory: &'a str,
    /// The cursor of the last event that was applied.
    pub cursor: Option<u64>,
    /// The last cursor as the reader wrote it. Unknown after a reload.
    pub last_id: Option<&'a str>,
    /// Milliseconds since the Unix epoch.
    pub now_ms: u64,
}

/// An interjection on its way.
#[derive(Clone, Copy, Debug)]
pub struct Interjection<'a> {
    /// Its id.
    pub id: &'a MessageId,
    /// Its text.
    pub text: &'a str,
    /// The tool call or subagent run it is for; `None` for the main agent.
    pub target: Option<&'a ActivityId>,
}
