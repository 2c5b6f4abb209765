//! The bodies of requests against the recorded ones, and the other calls.

use midturn_core::control::CancelAnswer;
use midturn_core::run_event::{Abilities, RunEvent};
use midturn_protocol::call::Ask;
use midturn_protocol::protocol::Protocol;
use midturn_protocol::request::Tool;
use midturn_protocol::testing::{Exchange, events, exchanges};
use midturn_protocol_openai::{Chat, Responses};
use serde_json::{Map, Value, json};

use super::recordings::{after, named, thread_of};
use super::thread::Thread;
use super::{endpoints, is_chat};

/// The recorded requests that are no request of ours.
const NOT_OURS: &[(&str, &str)] = &[
    ("chat-bad-request", "has no messages"),
    ("responses-no-input", "has no input"),
    (
        "responses-stateless-2",
        "leaves out a part of the history, see the test below",
    ),
];

/// The protocol with the options that give a recorded request.
fn protocol_for(exchange: &Exchange) -> Box<dyn Protocol> {
    let request = exchange.request.as_ref().unwrap();
    let mut options = Map::new();
    options.insert("model".to_owned(), request["model"].clone());
    if request["background"] == true {
        options.insert("background".to_owned(), json!(true));
    }
    if !request["conversation"].is_null() {
        let body = json!({"conversation": request["conversation"]});
        options.insert("body".to_owned(), body);
    }
    let options = Value::Object(options).to_string();
    if is_chat(exchange) {
        Box::new(Chat::new(&options))
    } else {
        Box::new(Responses::new(&options))
    }
}

fn tools_of(request: &Value) -> Vec<Tool> {
    let tools = request["tools"].as_array().into_iter().flatten();
    tools
        .map(|tool| {
            let tool = tool.get("function").unwrap_or(tool);
            Tool {
                name: tool["name"].as_str().unwrap().to_owned(),
                description: String::new(),
                parameters: Some(tool["parameters"].to_string()),
            }
        })
        .collect()
}

#[test]
fn each_request_is_the_one_recorded_in_its_situation() {
    let mut same = 0;
    for exchange in exchanges() {
        let Some(request) = &exchange.request else {
            continue;
        };
        if NOT_OURS.iter().any(|left| left.0 == exchange.name) {
            continue;
        }
        let mut thread = thread_of(&exchange);
        thread.tools = tools_of(request);
        let mut body = thread.body(&*protocol_for(&exchange));
        // The recorded client did not send this field, which servers may leave out.
        let tools = body.get_mut("tools").and_then(Value::as_array_mut);
        for tool in tools.into_iter().flatten() {
            tool.as_object_mut().unwrap().remove("strict");
        }
        assert_eq!(body, *request, "{}", exchange.name);
        same += 1;
    }
    println!("openai: {same} requests are the recorded ones, other: {NOT_OURS:?}");
}

#[test]
fn a_stateless_request_has_the_whole_history() {
    let exchange = named("responses-stateless-2");
    let body = thread_of(&exchange).body(&Responses::new(r#"{"stateless":true}"#));
    let call = |id: &str, name: &str, arguments: &str| json!({"type": "function_call", "call_id": id, "name": name, "arguments": arguments});
    let output = |id: &str, text: &str| json!({"type": "function_call_output", "call_id": id, "output": text});
    assert_eq!(
        body["input"],
        json!([
            {"role": "user", "content": "both of them"},
            {"type": "message", "role": "assistant", "content": "Two things to look up. "},
            call("call_count_apples_lTPGqg", "count_apples", "{\"row\": 1}"),
            call("call_frost_risk_lTPGqg", "frost_risk", "{\"night\": \"2026-04-11\", \"district\": \"Hardanger\"}"),
            output("call_count_apples_lTPGqg", "37 apples"),
            output("call_frost_risk_lTPGqg", "low"),
        ])
    );
    assert_eq!(body["store"], false);
    assert!(body.get("previous_response_id").is_none());
    // The recorded items have the same form.
    let recorded = &exchange.request.unwrap()["input"];
    assert_eq!(recorded[1], body["input"][2]);
    assert_eq!(recorded[2]["type"], body["input"][4]["type"]);
}

#[test]
fn the_text_of_a_cancelled_response_is_sent_as_an_item() {
    let mut thread = after(&named("responses-plain"));
    let completed = thread.memory.clone();
    thread.next_run();
    thread.say("harvest slowly");
    let protocol = Responses::new("");
    let mut reader = thread.reader(&protocol);
    let cancelled = reader.push(&named("responses-cancel").body);
    thread.apply(events(cancelled));
    thread.next_run();
    thread.say("And now?");
    let body = thread.body(&protocol);
    let response = "caresp_86a7090c0439965900UPWluGDrOH8rtWozKDDWGOwpgkzoq44N";
    assert!(completed.contains(response));
    assert_eq!(body["previous_response_id"], response);
    assert_eq!(
        body["input"],
        json!([
            {"role": "user", "content": "harvest slowly"},
            {"type": "message", "role": "assistant", "content": "basket1 basket2 basket3 basket4 "},
            {"role": "user", "content": "And now?"},
        ])
    );
}

#[test]
fn a_second_question_names_the_response_before_and_an_edited_first_one_none() {
    let mut thread = after(&named("responses-plain"));
    thread.next_run();
    let shorter = thread.messages.clone();
    thread.say("And pears?");
    let body = thread.body(&Responses::new(""));
    assert_eq!(body["input"], "And pears?");
    assert!(body["previous_response_id"].is_string());
    thread.messages = shorter.into_iter().take(1).collect();
    let body = thread.body(&Responses::new(""));
    assert_eq!(body["input"], "plain please");
    assert!(body.get("previous_response_id").is_none());
}

#[test]
fn a_lost_memory_brings_the_whole_history_and_its_approvals() {
    let mut thread = thread_of(&named("responses-approval-2-yes"));
    for memory in ["", "{", r#"{"kind":"other"}"#] {
        memory.clone_into(&mut thread.memory);
        let body = thread.body(&Responses::new(""));
        let id = "mcpr_0d1ba6f72e4816df0067FcfHcd3AhAWhrpyM1v1D14ENyM2pRM";
        assert_eq!(
            body["input"],
            json!([
                {"role": "user", "content": "fell the old tree"},
                {"type": "message", "role": "assistant", "content": "The old tree must be felled first. "},
                {"type": "mcp_approval_request", "id": id, "server_label": "sawmill",
                 "name": "fell_tree", "arguments": "{\"row\":7,\"tree\":3}"},
                {"type": "mcp_approval_response", "approval_request_id": id, "approve": true},
            ])
        );
    }
}

#[test]
fn an_approval_without_an_answer_is_denied() {
    let mut thread = after(&named("responses-approval-1"));
    thread.next_run();
    thread.say("Never mind.");
    let body = thread.body(&Responses::new(""));
    assert_eq!(
        body["input"],
        json!([
            {"type": "mcp_approval_response", "approve": false,
             "approval_request_id": "mcpr_0d1ba6f72e4816df0067FcfHcd3AhAWhrpyM1v1D14ENyM2pRM"},
            {"role": "user", "content": "Never mind."},
        ])
    );
}

#[test]
fn an_approved_call_does_not_run_again_after_its_response_was_cancelled() {
    let mut thread = thread_of(&named("responses-approval-2-yes"));
    let protocol = Responses::new("");
    let stream = named("responses-approval-2-yes").body;
    let end = stream.windows(8).position(|at| at == b"Timber! ").unwrap();
    let mut reader = thread.reader(&protocol);
    let mut items = reader.push(&stream[..end]);
    items.extend(reader.broke("stopped".to_owned()));
    thread.apply(events(items));
    thread.resume.clear();
    thread.next_run();
    thread.say("And now?");
    let body = thread.body(&protocol);
    let id = "mcpr_0d1ba6f72e4816df0067FcfHcd3AhAWhrpyM1v1D14ENyM2pRM";
    assert_eq!(
        body["input"],
        json!([
            {"type": "mcp_approval_response", "approval_request_id": id, "approve": false,
             "reason": "{\"felled\":\"row 7, tree 3\"}"},
            {"role": "user", "content": "And now?"},
        ])
    );
}

#[test]
fn a_background_response_is_cancelled_and_joined_by_its_id() {
    let protocol = Responses::new(r#"{"background":true}"#);
    let thread = after(&named("responses-bg-1"));
    let url = "/v1/responses/caresp_de2ffbec47670bd7006vujvzlQMM8R1bktYt4bkleImxAXS9yL";
    let cancel = thread.place(|place| protocol.cancel(place)).unwrap();
    assert_eq!(cancel.url, format!("{url}/cancel"));
    assert_eq!(cancel.ask, Ask::Post(String::new()));
    let rejoin = thread.place(|place| protocol.rejoin(place)).unwrap();
    assert_eq!(rejoin.url, format!("{url}?stream=true&starting_after=8"));
    assert_eq!(rejoin.ask, Ask::Get { after: None });
    // The recorded requests.
    let target = |name: &str| named(name).target;
    assert_eq!(
        target("responses-bg-2-rejoin"),
        format!("GET {}", rejoin.url)
    );
    assert!(target("responses-cancel-call").ends_with("/cancel"));
    // Before the response's id came.
    let thread = Thread::of("hello");
    assert_eq!(thread.place(|place| protocol.cancel(place)), None);
    assert_eq!(thread.place(|place| protocol.rejoin(place)), None);
}

#[test]
fn only_the_background_can_be_cancelled_and_joined() {
    let background = Responses::new(r#"{"background":true}"#);
    let able = Abilities {
        cancel: true,
        rejoin: true,
        ..Abilities::default()
    };
    assert_eq!(background.abilities(&endpoints()), Some(able));
    let none = Some(Abilities::default());
    let thread = after(&named("responses-plain"));
    let plain: [Box<dyn Protocol>; 2] = [Box::new(Chat::new("")), Box::new(Responses::new(""))];
    for protocol in plain {
        assert_eq!(protocol.abilities(&endpoints()), none);
        assert_eq!(thread.place(|place| protocol.cancel(place)), None);
        assert_eq!(thread.place(|place| protocol.rejoin(place)), None);
    }
}

#[test]
fn each_recorded_answer_to_a_cancel_is_read() {
    let protocol = Responses::new(r#"{"background":true}"#);
    let thread = Thread::of("hello");
    for (name, answer) in [
        ("responses-cancel-call", CancelAnswer::Accepted),
        ("responses-cancel-call-again", CancelAnswer::Accepted),
        (
            "responses-bg-cancel-too-late",
            CancelAnswer::AlreadyFinished,
        ),
        ("responses-cancel-foreground-call", CancelAnswer::Unknown),
    ] {
        let reply = named(name).reply();
        let found = thread.place(|place| protocol.cancel_answer(place, Some(&reply)));
        assert_eq!(found, answer, "{name}");
    }
    let none = thread.place(|place| protocol.cancel_answer(place, None));
    assert_eq!(none, CancelAnswer::Unreachable);
}

#[test]
fn an_accepted_cancel_ends_the_run_even_if_its_stream_does_not() {
    let protocol = Responses::new(r#"{"background":true}"#);
    let reply = named("responses-cancel-call").reply();
    let stream = named("responses-cancel").body;
    let end = stream
        .windows(22)
        .position(|at| at == b"event: response.failed")
        .unwrap();
    let mut reader = Thread::of("harvest slowly").reader(&protocol);
    assert!(!events(reader.push(&stream[..end])).is_empty());
    let last = events(reader.cancel_accepted(&reply)).pop();
    let cancelled = midturn_core::run_event::FinishOutcome::Cancelled;
    assert_eq!(last, Some(RunEvent::Finished(cancelled)));
    assert!(reader.ended());
    assert!(events(reader.push(&stream[end..])).is_empty());
    assert!(events(reader.finish()).is_empty());
}
