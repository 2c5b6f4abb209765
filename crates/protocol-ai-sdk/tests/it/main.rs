//! The AI SDK's recorded exchanges: read, and compared with what its own client made of them and
//! with the requests that it sent.

#![allow(
    clippy::unwrap_used,
    reason = "tests may panic; clippy exempts test functions, not their helpers"
)]

mod chunks;
mod client;
mod content;
mod endings;
mod properties;
mod rejoin;
mod requests;
mod rules;
mod session;
mod stop;

use std::collections::HashMap;

use midturn_core::id::RunId;
use midturn_core::request::RunRequest;
use midturn_protocol::protocol::{Begin, Endpoints, Protocol};
use midturn_protocol::reader::Reader;
use midturn_protocol::testing::{Exchange, check_all, exchanges};
use midturn_protocol_ai_sdk::AiSdk;

/// The protocol, as the app at this exchange's route needs it.
fn protocol_of(exchange: &Exchange) -> AiSdk {
    // The streams of this route are kept.
    let kept = exchange.target.contains("/api/");
    AiSdk::new(if kept { r#"{"resume":true}"# } else { "" })
}

/// A reader for a run.
fn reader(
    protocol: &AiSdk,
    run: &RunId,
    memory: &str,
    request: Option<&RunRequest>,
) -> Box<dyn Reader> {
    protocol.reader(&Begin {
        endpoints: &Endpoints::default(),
        thread: &"t".into(),
        run,
        state: "",
        memory,
        request,
    })
}

#[test]
fn each_recording_gives_the_same_events_at_every_split() {
    let requests: HashMap<String, RunRequest> = exchanges()
        .into_iter()
        .filter(|exchange| exchange.is_stream && exchange.request.is_some())
        .map(|exchange| {
            let request = session::request_of(&session::before(&exchange.name));
            (exchange.name, request)
        })
        .collect();
    check_all(|exchange| {
        let request = requests.get(&exchange.name);
        let first = RunId::from("m1.1");
        let run = request.map_or(&first, |request| &request.run);
        let memory = request.map_or("", |request| &request.memory);
        reader(&protocol_of(exchange), run, memory, request)
    });
}
