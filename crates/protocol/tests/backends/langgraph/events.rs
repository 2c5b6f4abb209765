//! The thread event protocol: recorded streams of a real server.

mod equal;
mod made_up;
mod properties;
mod requests;
mod survive;

use midturn_core::history::HistoryMessage;
use midturn_core::id::RunId;
use midturn_core::request::RunRequest;
use midturn_core::run_event::RunEvent;
use midturn_protocol::call::Reply;
use midturn_protocol::item::Item;
use midturn_protocol::langgraph::LangGraph;
use midturn_protocol::protocol::{Begin, Protocol as _};
use midturn_protocol::reader::Reader;

use super::{endpoints, exchange, thread_of};
use crate::recorded::{self, Exchange};

/// The protocol with this stream.
pub(super) fn protocol() -> LangGraph {
    LangGraph::new(r#"{"stream":"events"}"#)
}

/// The frames of a body, each with the empty line at its end.
pub(super) fn frames(body: &[u8]) -> Vec<String> {
    let body = String::from_utf8(body.to_vec()).unwrap();
    let parts = body.split("\r\n\r\n").filter(|part| !part.is_empty());
    parts.map(|part| format!("{part}\r\n\r\n")).collect()
}

/// The server's ids of the runs in a recorded stream.
pub(super) fn runs(exchange: &Exchange) -> Vec<String> {
    let body = String::from_utf8(exchange.body.clone()).unwrap();
    let starts = body.split("\"event_id\":\"synth:").skip(1);
    let mut runs: Vec<String> = starts
        .filter_map(|rest| Some(rest.split_once(':')?.0.to_owned()))
        .collect();
    runs.dedup();
    runs
}

pub(super) fn request(exchange: &Exchange, messages: Vec<HistoryMessage>) -> RunRequest {
    RunRequest {
        thread: thread_of(exchange),
        run: run_of(exchange),
        messages,
        resume: Vec::new(),
        state: String::new(),
        memory: String::new(),
    }
}

pub(super) fn run_of(exchange: &Exchange) -> RunId {
    format!("{}.1", exchange.name).into()
}

/// A reader whose command is not answered yet.
pub(super) fn waiting(exchange: &Exchange) -> Box<dyn Reader> {
    let request = request(exchange, Vec::new());
    protocol().reader(&Begin {
        endpoints: &endpoints(),
        thread: &request.thread,
        run: &request.run,
        state: "",
        memory: "",
        request: Some(&request),
    })
}

/// The server's answer that it has started this run.
pub(super) fn started(run: &str) -> Reply {
    Reply {
        status: 200,
        body: format!(r#"{{"type":"success","id":1,"result":{{"run_id":"{run}"}}}}"#),
    }
}

/// A reader whose command is answered: of the first run that begins in the stream.
pub(super) fn reader(exchange: &Exchange) -> Box<dyn Reader> {
    let mut reader = waiting(exchange);
    if exchange.is_stream {
        let runs = runs(exchange);
        // One stream begins in the middle of the first run.
        let run = &runs[usize::from(exchange.name == "events-since")];
        reader.answered(Some(&started(run)));
    }
    reader
}

/// The events of a whole recording, read by this reader.
pub(super) fn read(reader: &mut dyn Reader, exchange: &Exchange) -> Vec<RunEvent> {
    let items: Vec<Item> = reader.push(&exchange.body);
    recorded::events(items)
}

/// Whether an event ends a run.
pub(super) fn is_end(event: &RunEvent) -> bool {
    matches!(
        event,
        RunEvent::Finished(_) | RunEvent::Failed(_) | RunEvent::Lost(_)
    )
}
