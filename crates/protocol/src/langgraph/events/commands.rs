//! Writes the requests of the thread event protocol: the stream of a thread, and the commands beside
//! it.

use std::collections::BTreeMap;

use midturn_core::id::ThreadId;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::call::{Call, under, with_query};
use crate::json::to_json;
use crate::langgraph::memory::Memory;
use crate::langgraph::options::Options;
use crate::langgraph::request::{input, set};
use crate::langgraph::{answer, ids};
use crate::protocol::{Endpoints, Outgoing};

/// The channels that this client reads.
const CHANNELS: [&str; 5] = ["messages", "lifecycle", "input", "values", "custom"];

/// Fields of commands that the embedder cannot set.
const OWN: [&str; 6] = [
    "input",
    "command",
    "namespace",
    "interrupt_id",
    "response",
    "responses",
];

/// The body of a stream's request.
#[derive(Serialize)]
struct Subscription {
    channels: [&'static str; 5],
    #[serde(skip_serializing_if = "Option::is_none")]
    namespaces: Option<[[&'static str; 0]; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u8>,
}

/// A command. Each is alone in its request, so its number says nothing.
#[derive(Serialize)]
struct Command<P> {
    id: u8,
    method: &'static str,
    params: P,
}

/// An answer to a question.
#[derive(Serialize)]
struct Given<'a> {
    namespace: Vec<&'a str>,
    interrupt_id: &'a str,
    response: Box<RawValue>,
}

/// Opens the thread's stream. It begins with the first event that the server still has, of whatever
/// run.
///
/// The server numbers the events anew for each stream, and the numbers shift when it drops old
/// events. So no number of another stream is sent along: the server would leave out events that
/// nobody has seen.
pub(in crate::langgraph) fn stream(
    endpoints: &Endpoints,
    thread: &ThreadId,
    options: &Options,
) -> Call {
    let path = ["threads", &ids::thread(thread), "stream", "events"];
    // Only the main agent, and nothing inside it.
    let is_narrow = !options.subgraphs;
    let subscription = Subscription {
        channels: CHANNELS,
        namespaces: is_narrow.then_some([[]]),
        depth: is_narrow.then_some(0),
    };
    Call::post(under(&endpoints.agent, &path), to_json(&subscription))
}

/// The command that starts a run, or that answers the questions of the run before.
pub(in crate::langgraph) fn command(outgoing: &Outgoing<'_>, options: &Options) -> Call {
    let request = outgoing.request;
    let memory = Memory::read(&request.memory);
    let mut params: BTreeMap<&str, Box<RawValue>> = BTreeMap::new();
    let extra = options.body.iter();
    for (name, value) in extra.filter(|(name, _)| !OWN.contains(&name.as_str())) {
        params.insert(name, value.clone());
    }
    for (name, value) in [("config", &options.config), ("context", &options.context)] {
        params.extend(value.clone().map(|value| (name, value)));
    }
    let method = if request.resume.is_empty() {
        set(&mut params, "input", &input(outgoing, &memory));
        set(&mut params, "assistant_id", &options.assistant);
        // The queue is the client's. A run that is still active is one whose stop is not over.
        set(&mut params, "multitaskStrategy", "interrupt");
        "run.start"
    } else {
        let responses = answer::responses(&request.resume, &memory, options);
        let responses: Vec<_> = responses.into_iter().map(given).collect();
        match responses.as_slice() {
            [only] => {
                set(&mut params, "namespace", &only.namespace);
                set(&mut params, "interrupt_id", only.interrupt_id);
                set(&mut params, "response", &only.response);
            }
            all => set(&mut params, "responses", all),
        }
        "input.respond"
    };
    let path = ["threads", &ids::thread(&request.thread), "commands"];
    let id = 1;
    let body = to_json(&Command { id, method, params });
    Call::post(under(&outgoing.endpoints.agent, &path), body)
}

fn given<'a>((id, namespace, value): (&'a str, &'a str, String)) -> Given<'a> {
    Given {
        namespace: namespace
            .split('|')
            .filter(|part| !part.is_empty())
            .collect(),
        interrupt_id: id,
        response: RawValue::from_string(value).unwrap_or_default(),
    }
}

/// Asks for the newest run of a thread, given the URL of its runs.
pub(super) fn newest(runs: &str) -> Call {
    Call::get(with_query(runs, "limit", "1"))
}

/// Asks for a run's status, given the URL of the thread's runs.
pub(super) fn status(runs: &str, run: &str) -> Call {
    Call::get(under(runs, &[run]))
}

/// Waits for the end of a run, given the URL of the thread's runs.
pub(super) fn join(runs: &str, run: &str) -> Call {
    Call::get(under(runs, &[run, "join"]))
}
