//! The `LangGraph` API (Agent Server, `LangGraph` Platform, and servers like them), as a
//! [`Protocol`].
//!
//! The server keeps the thread: a request brings only the messages that the server lacks. A stream
//! of a run does not say how the run ended, so the reader asks the server when the stream is over. A lost
//! stream continues after its last event, also after a reload.
//!
//! Tools of the page are not offered: a graph brings its own tools, which run at the server.

mod agents;
mod answer;
mod ask;
mod calls;
mod content;
mod ends;
mod ids;
mod memory;
mod messages;
mod missing;
mod options;
mod past;
mod request;
#[cfg(test)]
mod tests;
mod translate;
mod updates;
mod wire;
mod written;

use midturn_core::control::CancelAnswer;
use midturn_core::history::HistoryMessage;
use midturn_core::id::ThreadId;
use midturn_core::run_event::Abilities;
use midturn_protocol::call::{Call, Reply, under, with_query};
use midturn_protocol::protocol::{Begin, Endpoints, Outgoing, Place, Protocol};
use midturn_protocol::reader::{MAX_EVENT_BYTES, Reader, SseReader};

use memory::Memory;
pub use options::{OnDisconnect, Options, Replace};
use translate::Translator;

/// The id before a stream's first event.
const BEGINNING: &str = "-1";

/// The `LangGraph` API.
#[derive(Debug, Default)]
pub struct LangGraph {
    options: Options,
}

impl LangGraph {
    /// With the embedder's options: a JSON object, or an empty text for none. See [`Options`].
    pub fn new(options: &str) -> Self {
        Self {
            options: Options::read(options),
        }
    }

    /// The URL of a run, once the server has named it.
    fn run_url(place: &Place<'_>, memory: &Memory, last: Option<&str>) -> Option<String> {
        let thread = ids::thread(place.thread);
        let run = memory.server_run(place.run.as_str())?;
        let mut path = vec!["threads", &thread, "runs", run];
        path.extend(last);
        Some(under(&place.endpoints.agent, &path))
    }
}

impl Protocol for LangGraph {
    fn abilities(&self, _: &Endpoints) -> Option<Abilities> {
        Some(Abilities {
            cancel: true,
            rejoin: true,
            resend: false,
            interject: false,
            keeps_history: true,
            plain_stop: false,
        })
    }

    fn run(&self, outgoing: &Outgoing<'_>) -> Call {
        let thread = ids::thread(&outgoing.request.thread);
        let path = ["threads", &thread, "runs", "stream"];
        let url = under(&outgoing.endpoints.agent, &path);
        Call::post(url, request::body(outgoing, &self.options))
    }

    fn reader(&self, begin: &Begin<'_>) -> Box<dyn Reader> {
        let translator = Translator::new(begin, self.options.replace);
        Box::new(SseReader::new(translator, MAX_EVENT_BYTES))
    }

    /// Stops the run by its id. There is no way to stop a run whose id is not known: the server
    /// could only stop all runs of all threads.
    fn cancel(&self, place: &Place<'_>) -> Option<Call> {
        let url = Self::run_url(place, &Memory::read(place.memory), Some("cancel"))?;
        let url = with_query(&url, "wait", "true");
        let url = with_query(&url, "action", self.options.replace.word());
        Some(Call::post(url, String::new()))
    }

    fn cancel_answer(&self, _: &Place<'_>, reply: Option<&Reply>) -> CancelAnswer {
        match reply.map(|reply| reply.status) {
            Some(200..=299) => CancelAnswer::Accepted,
            // The server has named the run, so it is over.
            Some(404 | 409 | 410) => CancelAnswer::AlreadyFinished,
            Some(400..=407 | 411..=428 | 430..=499) => CancelAnswer::Refused,
            Some(_) | None => CancelAnswer::Unreachable,
        }
    }

    /// Continues after the last event. The server is not told any modes: with modes, some versions leave out
    /// the events of inner graphs.
    fn rejoin(&self, place: &Place<'_>) -> Option<Call> {
        let memory = Memory::read(place.memory);
        let known = memory.run(place.run.as_str());
        let url = Self::run_url(place, &memory, Some("stream"))?;
        let cursor = place.cursor.map(ids::id_at);
        let last = || {
            let last = place.last_id?;
            Some(last.parse().map_or_else(|_| last.to_owned(), ids::id_at))
        };
        let after = match known {
            // Reads the questions again, which only the stream has.
            Some(run) if run.asks && place.last_id.is_none() && !run.unnumbered => {
                Some(BEGINNING.to_owned())
            }
            // Without numbers, what was shown would come twice.
            Some(run) if run.unnumbered => last(),
            _ => cursor.or_else(last).or_else(|| Some(BEGINNING.to_owned())),
        };
        Some(Call::get_after(url, after))
    }

    fn past(&self, endpoints: &Endpoints, thread: &ThreadId) -> Option<Call> {
        Some(past::past(endpoints, thread))
    }

    fn past_messages(&self, thread: &ThreadId, reply: &Reply) -> Option<Vec<HistoryMessage>> {
        let answered = matches!(reply.status, 200..=299);
        answered.then(|| past::past_messages(thread, &reply.body))?
    }

    fn delete_thread(&self, endpoints: &Endpoints, thread: &ThreadId) -> Option<Call> {
        let thread = ids::thread(thread);
        Some(Call::delete(under(&endpoints.agent, &["threads", &thread])))
    }
}
