//! What was read of each stream, against the server's own messages: those in the stream's `updates`,
//! and those in a thread's state.
//!
//! No client's results were recorded for this protocol. The server's messages take their place: they
//! are what its client shows at the end.

use std::collections::BTreeMap;

use midturn_core::history::HistoryMessage;
use midturn_core::id::ThreadId;
use midturn_core::run_event::RunEvent;
use midturn_protocol::call::Ask;
use midturn_protocol::protocol::Protocol;
use midturn_protocol::testing::made::reply;
use midturn_protocol::testing::{self, Exchange, events};
use midturn_protocol_langgraph::LangGraph;
use serde_json::{Value, json};

use super::{endpoints, exchange, reader, thread_of};

/// What was said and done: texts and reasoning by message, arguments and results by call.
#[derive(Debug, Default, PartialEq)]
struct Done {
    texts: BTreeMap<String, String>,
    reasoning: BTreeMap<String, String>,
    arguments: BTreeMap<String, Value>,
    results: BTreeMap<String, (String, bool)>,
}

/// Why a recording is not compared, or not the same.
fn difference(exchange: &Exchange) -> Option<&'static str> {
    let cut = [
        "cancel-count-",
        "busy-interrupt-1",
        "busy-rollback-1",
        "hangup",
        "rejoin-",
    ];
    let name = exchange.name.as_str();
    if name.starts_with("mode-") || name == "thread-stream-cancel" {
        Some("a mode without the server's messages")
    } else if name == "busy-default-2" || name == "rejoin-4-no-cursor-after-end" {
        Some("an empty stream")
    } else if name == "rejoin-3-whole-after-end" || name.ends_with("-next") {
        None
    } else if name == "burn" {
        Some("failed: the server has lost the text")
    } else if cut.iter().any(|start| name.starts_with(start)) {
        Some("cut off: either side has a part")
    } else {
        None
    }
}

fn ours(exchange: &Exchange) -> Done {
    let mut done = Done::default();
    let mut arguments: BTreeMap<String, String> = BTreeMap::new();
    let items = testing::read(reader(exchange), exchange, [exchange.body.as_slice()]);
    for event in events(items) {
        // The server's messages do not tell whose they are.
        let own = |id: &str| id.rsplit('/').next().unwrap().to_owned();
        match event {
            RunEvent::TextDelta { message, delta } => {
                done.texts
                    .entry(own(message.as_str()))
                    .or_default()
                    .push_str(&delta);
            }
            RunEvent::ReasoningDelta { message, delta } => {
                let id = message.as_str().split(':').next().unwrap().to_owned();
                done.reasoning.entry(id).or_default().push_str(&delta);
            }
            RunEvent::ToolArgs { call, delta } => {
                arguments
                    .entry(call.to_string())
                    .or_default()
                    .push_str(&delta);
            }
            RunEvent::ToolResult {
                call,
                content,
                failed,
                ..
            } => {
                done.results.insert(call.to_string(), (content, failed));
            }
            _ => {}
        }
    }
    done.arguments = (arguments.into_iter())
        .map(|(call, json)| (call, serde_json::from_str(&json).unwrap_or_default()))
        .collect();
    done
}

fn theirs(exchange: &Exchange) -> Done {
    let mut done = Done::default();
    let body = String::from_utf8(exchange.body.clone()).unwrap();
    for frame in body
        .split("\r\n\r\n")
        .filter(|frame| frame.contains("event: updates"))
    {
        let data = frame
            .lines()
            .find_map(|line| line.strip_prefix("data: "))
            .unwrap();
        let nodes: BTreeMap<String, Value> = serde_json::from_str(data).unwrap();
        for message in nodes
            .values()
            .filter_map(|change| change["messages"].as_array())
            .flatten()
        {
            their_message(message, &mut done);
        }
    }
    done
}

fn their_message(message: &Value, done: &mut Done) {
    let id = message["id"].as_str().unwrap().to_owned();
    if message["type"] == "tool" {
        let call = message["tool_call_id"].as_str().unwrap().to_owned();
        let content = message["content"].as_str().unwrap().to_owned();
        done.results
            .insert(call, (content, message["status"] == "error"));
        return;
    }
    let blocks = message["content"].as_array().cloned();
    let blocks = blocks.unwrap_or_else(|| vec![message["content"].clone()]);
    for block in blocks {
        let (held, text) = match block.as_str() {
            Some(text) => (&mut done.texts, text),
            None => (&mut done.reasoning, block["reasoning"].as_str().unwrap()),
        };
        if !text.is_empty() {
            held.entry(id.clone()).or_default().push_str(text);
        }
    }
    for call in message["tool_calls"].as_array().unwrap() {
        let id = call["id"].as_str().unwrap().to_owned();
        done.arguments.insert(id, call["args"].clone());
    }
}

#[test]
fn what_was_read_of_each_stream_is_what_the_server_has() {
    let (mut equal, mut reasons) = (0, BTreeMap::<&str, Vec<String>>::new());
    for exchange in testing::exchanges() {
        if !exchange.is_stream {
            continue;
        }
        if let Some(reason) = difference(&exchange) {
            reasons.entry(reason).or_default().push(exchange.name);
        } else {
            assert_eq!(ours(&exchange), theirs(&exchange), "{}", exchange.name);
            equal += 1;
        }
    }
    println!("langgraph: {equal} streams as the server has them");
    for (reason, names) in &reasons {
        println!("  {}: {reason}: {names:?}", names.len());
    }
    assert_eq!(equal, 44);
}

/// The messages in the answer to a search for a thread.
fn past_messages(thread: &ThreadId, body: &str) -> Option<Vec<HistoryMessage>> {
    LangGraph::new("").past_messages(thread, &reply(200, body))
}

/// A search's answer that has a thread with the values of a recorded state.
fn found(thread: &str, state: &[u8]) -> Option<String> {
    let state: Value = serde_json::from_slice(state).ok()?;
    let values = state.get("values")?;
    Some(json!([{ "thread_id": thread, "values": values }]).to_string())
}

#[test]
fn a_thread_is_loaded_as_the_server_has_it() {
    let state = exchange("approval-ignored-state");
    let thread = thread_of(&state);
    let asked = LangGraph::new("").past(&endpoints(), &thread).unwrap();
    assert!(asked.url.ends_with("/lg/threads/search"), "{}", asked.url);
    let Ask::Post(body) = &asked.ask else {
        panic!("a search is posted");
    };
    let body: Value = serde_json::from_str(body).unwrap();
    assert_eq!(body["ids"], json!([thread.as_str()]));
    let body = found(thread.as_str(), &state.body).unwrap();
    assert_eq!(past_messages(&thread, "[]"), Some(Vec::new()));
    assert_eq!(
        past_messages(&"another".into(), &body),
        Some(Vec::new()),
        "an old server does not look at the ids"
    );
    let read = past_messages(&thread, &body).unwrap();
    let told = read.iter().map(|message| match message {
        HistoryMessage::User { text, .. } => format!("user {text}"),
        HistoryMessage::Assistant { text, calls, .. } => {
            let calls: Vec<_> = calls
                .iter()
                .map(|call| (&call.name, &call.arguments))
                .collect();
            format!("agent {text}{calls:?}")
        }
        other => format!("{other:?}"),
    });
    let expected = [
        "user fire it up",
        r#"agent The oven is cold. [("light_oven", "{\"deck\":\"lower\",\"degrees\":230}")]"#,
        "user plain weather",
        "agent The ovens are warm and the first bread comes out at six. []",
    ];
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[test]
fn each_recorded_state_is_read() {
    let mut states = 0;
    for exchange in testing::exchanges() {
        let is_state =
            exchange.name.ends_with("-state") && !exchange.name.contains("rollback-state");
        let thread = "00000000-0000-4000-8000-000000000000";
        if let Some(body) = found(thread, &exchange.body).filter(|_| is_state) {
            let read = past_messages(&thread.into(), &body).unwrap();
            assert!(!read.is_empty(), "{}", exchange.name);
            states += 1;
        }
    }
    assert_eq!(states, 9);
}

#[test]
fn an_odd_answer_to_a_search_has_no_messages() {
    for odd in ["", "{}", "3", "{\"detail\":\"Not Found\"}"] {
        assert_eq!(past_messages(&"t".into(), odd), None, "{odd}");
    }
    for odd in [
        r#"[3,null,{"thread_id":"t","values":[]}]"#,
        r#"[{"thread_id":3,"values":{"messages":[1,{"type":"ai"}]}}]"#,
    ] {
        assert_eq!(past_messages(&"t".into(), odd), Some(Vec::new()), "{odd}");
    }
    let failed = reply(500, "[]");
    assert_eq!(LangGraph::new("").past_messages(&"t".into(), &failed), None);
}
