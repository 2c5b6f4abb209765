//! The `LangGraph` API: recorded runs of a real server.

#![allow(
    clippy::unwrap_used,
    reason = "tests may panic; clippy exempts test functions, not their helpers"
)]

mod controls;
mod ends;
mod properties;
mod requests;
mod states;
mod survive;

use midturn_core::id::{RunId, ThreadId};
use midturn_core::request::RunRequest;
use midturn_core::run_event::{AnswerForm, RunEvent};
use midturn_core::transcript::Answer;
use midturn_protocol::protocol::{Begin, Endpoints, Protocol as _};
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::{self, Exchange, made};
use midturn_protocol_langgraph::LangGraph;

/// The backend's URLs.
pub(crate) fn endpoints() -> Endpoints {
    Endpoints {
        agent: "/lg".to_owned(),
        ..Endpoints::default()
    }
}

/// The recorded exchange of this name.
pub(crate) fn exchange(name: &str) -> Exchange {
    let mut all = testing::exchanges().into_iter();
    all.find(|held| held.name == name).unwrap()
}

/// The thread in an exchange's target.
pub(crate) fn thread_of(exchange: &Exchange) -> ThreadId {
    exchange.target.split('/').nth(2).unwrap_or_default().into()
}

/// The request of a recorded run, as the core would have made it.
pub(crate) fn request_of(exchange: &Exchange, memory: String) -> RunRequest {
    let body = exchange.request.clone().unwrap_or_default();
    let messages = body["input"]["messages"].as_array().cloned();
    let messages = messages.unwrap_or_default().into_iter().enumerate();
    let messages = messages.map(|(place, message)| {
        let id = format!("{}-user-{place}", exchange.name);
        made::user(&id, message["content"].as_str().unwrap())
    });
    let yes = Answer::Approved { arguments: None };
    let resume = body
        .get("command")
        .map(|_| made::resume("any", yes, AnswerForm::default()));
    RunRequest {
        thread: thread_of(exchange),
        run: run_of(exchange),
        resume: resume.into_iter().collect(),
        memory,
        ..made::request(messages.collect())
    }
}

fn run_of(exchange: &Exchange) -> RunId {
    format!("{}.1", exchange.name).into()
}

/// What the protocol remembers after an exchange, and before it.
pub(crate) fn memory_after(exchange: &Exchange) -> String {
    let items = testing::read(reader(exchange), exchange, [exchange.body.as_slice()]);
    let memories = testing::events(items)
        .into_iter()
        .filter_map(|event| match event {
            RunEvent::Memory(memory) => Some(memory),
            _ => None,
        });
    memories.last().unwrap_or_else(|| memory_before(exchange))
}

fn memory_before(exchange: &Exchange) -> String {
    let Some((before, step)) = exchange.name.rsplit_once('-') else {
        return String::new();
    };
    // The steps of one thread, and the message after a cancel.
    let before = match step {
        "2" | "3" if exchange.name.starts_with("approval") => {
            format!("{before}-{}", step.parse::<u8>().unwrap() - 1)
        }
        "2" if before == "rejoin" || before == "rejoin-plain" => format!("{before}-1"),
        "next" => before.to_owned(),
        _ => return String::new(),
    };
    memory_after(&self::exchange(&before))
}

/// A reader for an exchange. Rejoined streams are read by a new page.
pub(crate) fn reader(exchange: &Exchange) -> Box<dyn Reader> {
    let memory = memory_before(exchange);
    let request = request_of(exchange, memory.clone());
    // A stream is rejoined under the run's own id.
    let run = match exchange.name.as_str() {
        "rejoin-2" => "rejoin-1.1".into(),
        "rejoin-plain-2" => "rejoin-plain-1.1".into(),
        _ => run_of(exchange),
    };
    LangGraph::default().reader(&Begin {
        endpoints: &endpoints(),
        thread: &thread_of(exchange),
        run: &run,
        state: "",
        memory: &memory,
        request: exchange.target.starts_with("POST").then_some(&request),
    })
}

#[test]
fn every_recording_is_read_as_its_golden_file_however_it_is_split() {
    testing::check_all(reader);
}
