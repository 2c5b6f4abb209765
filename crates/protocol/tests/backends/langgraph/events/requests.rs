//! The requests of the thread event protocol.

use midturn_core::history::HistoryMessage;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::request::RunRequest;
use midturn_core::run_event::AnswerForm;
use midturn_core::transcript::{Answer, Resume};
use midturn_protocol::call::{Ask, Call};
use midturn_protocol::langgraph::LangGraph;
use midturn_protocol::protocol::{Outgoing, Place, Protocol as _};
use midturn_protocol::request::Interjections;
use serde_json::{Value, json};

use super::super::{endpoints, thread_of};
use super::{exchange, protocol, reader, run_of, runs};
use crate::recorded;
use midturn_core::run_event::RunEvent;

fn call_of(protocol: &LangGraph, request: &RunRequest) -> Call {
    protocol.run(&Outgoing {
        endpoints: &endpoints(),
        request,
        tools: &[],
        bytes: &|_| None,
        interjections: Interjections::default(),
    })
}

fn body(call: &Call) -> Value {
    let Ask::Post(body) = &call.ask else {
        panic!("{call:?}");
    };
    serde_json::from_str(body).unwrap()
}

fn says(text: &str) -> RunRequest {
    RunRequest {
        thread: "01a203af-c391-7740-97c3-801edaeff6eb".into(),
        run: "r".into(),
        messages: vec![HistoryMessage::User {
            id: "m".into(),
            text: text.to_owned(),
            attachments: Vec::new(),
        }],
        resume: Vec::new(),
        state: String::new(),
        memory: String::new(),
    }
}

/// The memory after a recorded stream.
fn memory_of(name: &str) -> String {
    let exchange = exchange(name);
    let run = runs(&exchange)[0].clone();
    let mut waiting = super::waiting(&exchange);
    let mut items = waiting.answered(Some(&super::started(&run)));
    items.extend(waiting.push(&exchange.body));
    items.extend(waiting.finish());
    let memories = recorded::events(items)
        .into_iter()
        .filter_map(|event| match event {
            RunEvent::Memory(memory) => Some(memory),
            _ => None,
        });
    memories.last().unwrap()
}

fn place<'a>(
    endpoints: &'a midturn_protocol::protocol::Endpoints,
    thread: &'a ThreadId,
    run: &'a RunId,
    memory: &'a str,
) -> Place<'a> {
    Place {
        endpoints,
        thread,
        run,
        memory,
        cursor: Some(9),
        last_id: Some("9"),
        now_ms: 0,
    }
}

#[test]
fn a_run_is_a_stream_and_then_a_command() {
    let protocol = LangGraph::new(r#"{"stream":"events","assistant":"bakery"}"#);
    let call = call_of(&protocol, &says("fire it up"));
    assert_eq!(
        call.url,
        "/lg/threads/01a203af-c391-7740-97c3-801edaeff6eb/stream/events"
    );
    let channels = json!(["messages", "lifecycle", "input", "values", "custom"]);
    assert_eq!(body(&call), json!({"channels": channels}));
    let command = call.next.unwrap();
    assert_eq!(
        command.url,
        "/lg/threads/01a203af-c391-7740-97c3-801edaeff6eb/commands"
    );
    // As recorded, but for the message's id, and for what a run does to one that is still active.
    let mut expected = exchange("events-run-start").request.unwrap();
    expected["params"]["input"]["messages"][0]["id"] = "m".into();
    expected["params"]["multitaskStrategy"] = "interrupt".into();
    assert_eq!(body(&command), expected);
}

#[test]
fn run_streams_are_the_default_and_have_no_second_request() {
    for options in ["", r#"{"stream":"runs"}"#] {
        let call = call_of(&LangGraph::new(options), &says("hi"));
        assert!(call.url.ends_with("/runs/stream"), "{options}");
        assert_eq!(call.next, None, "{options}");
    }
}

#[test]
fn the_body_adds_to_the_parameters_and_ours_win() {
    let options = r#"{"stream":"events","subgraphs":false,"config":{"tags":["a"]},
        "body":{"metadata":{"a":1},"input":1,"responses":[1],"multitaskStrategy":"reject"}}"#;
    let call = call_of(&LangGraph::new(options), &says("hi"));
    assert_eq!(body(&call)["namespaces"], json!([[]]));
    assert_eq!(body(&call)["depth"], 0);
    let command = body(&call.next.unwrap());
    let params = &command["params"];
    assert_eq!(params["metadata"], json!({"a": 1}));
    assert_eq!(params["config"], json!({"tags": ["a"]}));
    assert_eq!(params["multitaskStrategy"], "interrupt");
    assert_eq!(params["input"]["messages"][0]["content"], "hi");
    assert_eq!(params["responses"], Value::Null);
}

fn answer(id: &str, answer: Answer) -> Resume {
    Resume {
        interrupt: id.to_owned(),
        answer,
        form: AnswerForm::Decision {
            reason: false,
            edits: false,
            bare: true,
        },
    }
}

#[test]
fn an_answer_is_a_command_of_its_own() {
    let id = "815d2ea2b35e3b826bbb14910bf557f5";
    let mut request = says("fire it up");
    request.memory = memory_of("events-stream");
    request.resume = vec![answer(id, Answer::Approved { arguments: None })];
    let protocol = LangGraph::new(r#"{"stream":"events","approve":{"ok":true}}"#);
    let command = body(&call_of(&protocol, &request).next.unwrap());
    let mut expected = exchange("events-respond").request.unwrap();
    expected["id"] = 1.into();
    assert_eq!(command, expected);
}

#[test]
fn several_answers_are_one_command() {
    let mut request = says("both");
    request.resume = vec![
        answer("a", Answer::Approved { arguments: None }),
        answer("b", Answer::Denied { reason: None }),
    ];
    request.memory = json!({"mark": "langgraph1", "asked": [
        {"id": "a", "namespace": "tools:1|x:2", "kind": "own"}, {"id": "b", "kind": "own"},
    ]})
    .to_string();
    let command = body(&call_of(&protocol(), &request).next.unwrap());
    let expected = json!([
        {"namespace": ["tools:1", "x:2"], "interrupt_id": "a", "response": true},
        {"namespace": [], "interrupt_id": "b", "response": false},
    ]);
    assert_eq!(command["method"], "input.respond");
    assert_eq!(command["params"], json!({"responses": expected}));
}

#[test]
fn a_run_is_joined_again_as_it_was_started_whatever_the_option_is_now() {
    let exchange = exchange("events-values");
    let (thread, run) = (thread_of(&exchange), run_of(&exchange));
    let memory = memory_of("events-values");
    let endpoints = endpoints();
    let place = place(&endpoints, &thread, &run, &memory);
    let server = &runs(&exchange)[0];
    for protocol in [protocol(), LangGraph::default()] {
        let call = protocol.rejoin(&place).unwrap();
        assert_eq!(call.url, format!("/lg/threads/{thread}/stream/events"));
        // The numbers of one stream mean nothing in another one.
        assert_eq!(body(&call).get("since"), None);
        let next = call.next.unwrap();
        assert_eq!(next.url, format!("/lg/threads/{thread}/runs/{server}"));
        let cancel = protocol.cancel(&place).unwrap();
        let expected =
            format!("/lg/threads/{thread}/runs/{server}/cancel?wait=true&action=interrupt");
        assert_eq!(cancel.url, expected);
    }
    assert_eq!(
        protocol().rejoin(&Place {
            memory: "",
            ..place
        }),
        None
    );
    let _ = reader(&exchange);
}
