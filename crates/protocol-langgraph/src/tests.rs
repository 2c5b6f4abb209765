//! Questions and answers of the usual middleware, and subagents: forms of which there are no
//! recordings.

mod files;
mod javascript;

use midturn_core::request::RunRequest;
use midturn_core::run_event::{AnswerForm, FinishOutcome, Interrupt, Limit, RunEvent};
use midturn_core::transcript::{Answer, Resume};
use midturn_protocol::item::Item;
use midturn_protocol::testing::events;
use midturn_protocol::testing::made::{self, assistant, call, resume, user};
use serde_json::{Value, json};

use super::*;

/// The id of a question.
const ID: &str = "0123456789abcdef0123456789abcdef";

fn request(resume: Vec<Resume>) -> RunRequest {
    let sends = call("c0", "send", r#"{"to": "x"}"#);
    RunRequest {
        resume,
        ..made::request(vec![user("u", "go"), assistant("a", "", vec![sends])])
    }
}

fn read(frames: &[(&str, String)], request: &RunRequest) -> Vec<RunEvent> {
    let mut reader = made::reader(&LangGraph::default(), &Endpoints::default(), request);
    let body = frames
        .iter()
        .map(|(event, data)| format!("event: {event}\ndata: {data}\n\n"));
    let body: Vec<String> = body.collect();
    let body = body.concat();
    let mut items = reader.push(body.as_bytes());
    items.extend(reader.finish());
    events(items)
}

/// The questions of a value, and what is remembered of them.
fn asked(question: &Value) -> (Vec<Interrupt>, Memory) {
    let given = resume("before", Answer::Abandoned, AnswerForm::default());
    let data = json!({ "__interrupt__": [question] }).to_string();
    let mut events = read(&[("updates", data)], &request(vec![given]));
    let Some(RunEvent::Finished(FinishOutcome::Interrupt(asked))) = events.pop() else {
        panic!("{events:?}");
    };
    let memories = events.into_iter().filter_map(|event| match event {
        RunEvent::Memory(memory) => Some(memory),
        _ => None,
    });
    (asked, Memory::read(&memories.last().unwrap()))
}

/// What resumes the graph after these answers to the questions of a value.
fn resumed(question: &Value, answers: &[Answer]) -> Value {
    let (asked, memory) = asked(question);
    let answers = asked
        .into_iter()
        .zip(answers)
        .map(|(asked, answer)| resume(&asked.id, answer.clone(), asked.form));
    let answers: Vec<_> = answers.collect();
    let value = answer::resume(&answers, &memory, &Options::default());
    let value: Value = serde_json::from_str(&value).unwrap();
    value[ID].clone()
}

fn yes(arguments: Option<&str>) -> Answer {
    Answer::Approved {
        arguments: arguments.map(str::to_owned),
    }
}

fn no(reason: Option<&str>) -> Answer {
    Answer::Denied {
        reason: reason.map(str::to_owned),
    }
}

fn reviewed() -> Value {
    json!({"id": ID, "value": {
        "action_requests": [
            {"name": "send", "args": {"to": "x"}, "description": "Send it?"},
            {"name": "ask", "args": {}},
            {"name": "other", "args": {}},
        ],
        "review_configs": [
            {"action_name": "send", "allowed_decisions": ["approve", "edit", "reject"]},
            {"action_name": "ask", "allowed_decisions": ["respond"]},
            {"action_name": "other", "allowed_decisions": ["approve"]},
        ],
    }})
}

#[test]
fn each_action_of_the_middleware_is_a_question_of_its_own() {
    let (asked, _) = asked(&reviewed());
    let [send, ask, other] = &asked[..] else {
        panic!("{asked:?}")
    };
    assert_eq!(send.id, format!("{ID}/0"));
    assert_eq!(send.message.as_deref(), Some("Send it?"));
    assert_eq!(send.call, Some("c0".into()));
    let decision = |reason, edits| AnswerForm::Decision {
        reason,
        edits,
        bare: false,
    };
    assert_eq!(send.form, decision(true, true));
    assert_eq!(ask.form, AnswerForm::Words { field: None });
    assert_eq!(other.form, decision(false, false));
    assert_eq!(
        other.metadata.as_deref(),
        Some(r#"{"tool":"other","args":{}}"#)
    );
}

#[test]
fn the_decisions_for_the_middleware_are_in_the_order_of_its_actions() {
    let given = [
        yes(Some(r#"{"to":"y"}"#)),
        Answer::Reply("\"blue\"".to_owned()),
        yes(None),
    ];
    assert_eq!(
        resumed(&reviewed(), &given),
        json!({"decisions": [
            {"type": "edit", "edited_action": {"name": "send", "args": {"to": "y"}}},
            {"type": "respond", "message": "blue"},
            {"type": "approve"},
        ]})
    );
    let given = [no(Some("too late")), Answer::Abandoned, no(None)];
    let refused = resumed(&reviewed(), &given);
    assert_eq!(
        refused["decisions"][0],
        json!({"type": "reject", "message": "too late"})
    );
    assert_eq!(refused["decisions"][1]["type"], "respond");
    assert_eq!(refused["decisions"][2], json!({"type": "reject"}));
    // An action without an answer is refused, so that the others keep their places.
    let short = resumed(&reviewed(), &[yes(None)]);
    assert_eq!(short["decisions"].as_array().unwrap().len(), 3);
    assert_eq!(short["decisions"][2]["type"], "reject");
}

#[test]
fn an_inbox_gets_a_list_of_responses() {
    let question = json!({"id": ID, "value": [{
        "action_request": {"action": "send", "args": {"to": "x"}},
        "config": {"allow_accept": true, "allow_edit": true, "allow_respond": true, "allow_ignore": true},
        "description": "Send it?",
    }]});
    assert_eq!(asked(&question).0[0].call, Some("c0".into()));
    for (answer, expected) in [
        (yes(None), json!([{"type": "accept", "args": null}])),
        (
            yes(Some("{}")),
            json!([{"type": "edit", "args": {"action": "send", "args": {}}}]),
        ),
        (no(None), json!([{"type": "ignore", "args": null}])),
        (no(Some("no")), json!([{"type": "response", "args": "no"}])),
        (Answer::Abandoned, json!([{"type": "ignore", "args": null}])),
    ] {
        assert_eq!(
            resumed(&question, std::slice::from_ref(&answer)),
            expected,
            "{answer:?}"
        );
    }
}

#[test]
fn questions_of_other_values_get_a_fitting_form() {
    let bare = || AnswerForm::Decision {
        reason: false,
        edits: false,
        bare: true,
    };
    let words = |field: Option<&str>| AnswerForm::Words {
        field: field.map(str::to_owned),
    };
    let none = Value::Null;
    for (value, schema, form, message) in [
        (
            json!("Which colour?"),
            &none,
            words(None),
            Some("Which colour?"),
        ),
        (
            json!({"question": "Which?"}),
            &none,
            words(None),
            Some("Which?"),
        ),
        (
            json!({"type": "confirm", "message": "Go on?"}),
            &none,
            bare(),
            Some("Go on?"),
        ),
        (
            json!({"tool": "send", "args": {"to": "x"}}),
            &none,
            bare(),
            None,
        ),
        (json!(7), &none, words(None), None),
        (Value::Null, &none, words(None), None),
        (
            json!("Sure?"),
            &json!({"type": "boolean"}),
            bare(),
            Some("Sure?"),
        ),
        (
            json!("Name?"),
            &json!({"type": "object", "properties": {"name": {"type": "string"}}}),
            words(Some("name")),
            Some("Name?"),
        ),
        (
            json!("How many?"),
            &json!({"type": "integer"}),
            AnswerForm::Json,
            Some("How many?"),
        ),
    ] {
        let question = json!({"id": ID, "value": value, "response_schema": schema});
        let read = asked(&question).0.remove(0);
        assert_eq!(
            (&read.form, read.message.as_deref()),
            (&form, message),
            "{question}"
        );
    }
}

#[test]
fn replies_have_the_form_of_their_question() {
    let reply = |json: &str| [Answer::Reply(json.to_owned())];
    let text = json!({"id": ID, "value": "Which?"});
    assert_eq!(resumed(&text, &reply("\"blue\"")), "blue");
    assert!(resumed(&text, &[Answer::Abandoned]).is_string());
    let named = json!({"id": ID, "value": "Name?",
        "response_schema": {"type": "object", "properties": {"name": {"type": "string"}}}});
    assert_eq!(resumed(&named, &reply("\"Ada\"")), json!({"name": "Ada"}));
    let approved = json!({"id": ID, "value": "Go?", "response_schema": {"type": "object",
        "properties": {"approved": {"type": "boolean"}, "reason": {"type": "string"}}}});
    assert_eq!(
        resumed(&approved, &[no(Some("late"))]),
        json!({"approved": false, "reason": "late"})
    );
}

#[test]
fn a_question_that_two_graphs_report_is_asked_once() {
    let data = json!({ "__interrupt__": [{"id": ID, "value": "Which?"}] }).to_string();
    let frames = [("updates|tools:1", data.clone()), ("updates", data)];
    let events = read(&frames, &request(Vec::new()));
    let Some(RunEvent::Finished(FinishOutcome::Interrupt(asked))) = events.last() else {
        panic!("{events:?}");
    };
    assert_eq!(asked.len(), 1);
}

#[test]
fn a_graph_inside_a_node_is_a_subagent_until_its_node_is_complete() {
    let chunk = |id: &str| {
        let message = json!({"content": "hi", "type": "AIMessageChunk", "id": id});
        json!([message, {"langgraph_node": "model"}]).to_string()
    };
    let update = json!({"researcher": {"messages": [{"content": "hi", "type": "ai", "id": "m"}]}});
    let frames = [
        ("messages|researcher:1|deep:2", chunk("d")),
        ("messages|researcher:1", chunk("m")),
        ("updates", update.to_string()),
    ];
    let told = |event: RunEvent| match event {
        RunEvent::SubagentStarted {
            id, name, parent, ..
        } => Some(format!("start {id} {name} in {parent:?}")),
        RunEvent::SubagentEnded { id, .. } => Some(format!("end {id}")),
        RunEvent::TextStart { message, subagent } => Some(format!("{message} by {subagent:?}")),
        _ => None,
    };
    let events = read(&frames, &request(Vec::new())).into_iter();
    assert_eq!(
        events.filter_map(told).collect::<Vec<_>>(),
        [
            "start researcher:1 researcher in None",
            "start researcher:1|deep:2 deep in Some(researcher:1)",
            "researcher:1|deep:2/d by Some(researcher:1|deep:2)",
            "researcher:1/m by Some(researcher:1)",
            "m by None",
            "end researcher:1|deep:2",
            "end researcher:1",
        ]
    );
}

#[test]
fn the_last_piece_of_a_message_says_that_it_is_cut_off() {
    let piece = |content: &str, ending: Value| {
        let message = json!({"content": content, "type": "AIMessageChunk", "id": "m",
            "response_metadata": ending});
        ("messages", json!([message, {}]).to_string())
    };
    for (ending, limit) in [
        (json!({"finish_reason": "length"}), Some(Limit::Length)),
        (json!({"stop_reason": "max_tokens"}), Some(Limit::Length)),
        (
            json!({"finish_reason": "SAFETY"}),
            Some(Limit::ContentFilter),
        ),
        (json!({"finish_reason": "stop"}), None),
        (json!(null), None),
    ] {
        // Some models end with a piece without text, others with their last words.
        for last in ["", " of it"] {
            let frames = [piece("half", json!({})), piece(last, ending.clone())];
            let events = read(&frames, &request(Vec::new()));
            let limited = |event: &RunEvent| matches!(event, RunEvent::Limited(_));
            let place = events.iter().position(limited);
            let found = place.map(|place| events[place].clone());
            assert_eq!(found, limit.map(RunEvent::Limited), "{ending}");
            let after = events.iter().skip(place.unwrap_or(events.len()));
            let says = |event: &RunEvent| matches!(event, RunEvent::TextDelta { .. });
            assert!(!after.into_iter().any(says), "{events:?}");
        }
    }
}

#[test]
fn a_call_goes_on_after_a_reload_by_its_number() {
    let chunk = |chunk: Value| {
        let message = json!({"content": "", "type": "AIMessageChunk", "id": "m",
            "tool_call_chunks": [chunk]});
        format!("event: messages\ndata: {}\n\n", json!([message, {}]))
    };
    let whole = json!({"n": {"messages": [{"content": "", "type": "ai", "id": "m",
        "tool_calls": [{"id": "c", "name": "t", "args": {"a": 1}}]}]}});
    let begin = |memory: &str| {
        let request = RunRequest {
            memory: memory.to_owned(),
            ..request(Vec::new())
        };
        made::rejoined(&LangGraph::default(), &Endpoints::default(), &request)
    };
    let before = begin("")
        .push(chunk(json!({"index": 0, "id": "c", "name": "t", "args": "{\"a\""})).as_bytes());
    let memories = before.into_iter().filter_map(|item| match item {
        Item::Event {
            event: RunEvent::Memory(memory),
            ..
        } => Some(memory),
        _ => None,
    });
    let mut reader = begin(&memories.last().unwrap());
    let rest = chunk(json!({"index": 0, "args": ": 1}"}));
    let update = format!("event: updates\ndata: {whole}\n\n");
    let items = reader.push([rest, update].concat().as_bytes());
    let written = items.into_iter().filter_map(|item| match item {
        Item::Event {
            event: RunEvent::ToolArgs { call, delta },
            ..
        } => Some(format!("{call} {delta}")),
        Item::Event {
            event: RunEvent::ToolEnd { call },
            ..
        } => Some(format!("{call} end")),
        _ => None,
    });
    assert_eq!(written.collect::<Vec<_>>(), ["c : 1}", "c end"]);
}
