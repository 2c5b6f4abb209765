//! The requests, compared with those that the protocol's own client sent in the same situations.

use midturn_core::history::HistoryMessage;
use midturn_core::input::Input;
use midturn_core::request::RunRequest;
use midturn_core::run_event::AnswerForm;
use midturn_core::transcript::Answer;
use midturn_protocol::testing::exchanges;
use midturn_protocol::testing::made::{self, assistant, resume};
use midturn_protocol_ai_sdk::AiSdk;
use serde_json::{Value, json};

use super::session::{YES, after, before, body_of, feed, reader_of, request_of};

/// A body without what the client makes up: the ids of the person's messages.
fn comparable(mut body: Value) -> Value {
    for message in body["messages"].as_array_mut().unwrap() {
        if message["role"] == "user" {
            message["id"] = json!("user");
        }
        for part in message["parts"].as_array_mut().unwrap() {
            // A cut text counts as done.
            if part["state"] == "streaming" {
                part["state"] = json!("done");
            }
        }
    }
    body
}

/// The client's request with what is different here on purpose.
fn changed(name: &str, mut body: Value) -> Value {
    match name {
        // A stopped call has failed; its last progress is no result.
        "cancel-tool-next" => {
            let part = body["messages"][1]["parts"][2].as_object_mut().unwrap();
            part.remove("preliminary");
            part.remove("output");
            part.insert("state".into(), json!("output-error"));
            let error = "No result: the call was stopped before it finished.";
            part.insert("errorText".into(), json!(error));
        }
        // The question was closed in a request of its own, as denied.
        "permit-ignored-2" => {
            let part = &mut body["messages"][1]["parts"][2];
            part["state"] = json!("output-denied");
            part["approval"]["approved"] = json!(false);
            part["approval"]["reason"] = json!("The question was closed without an answer.");
        }
        _ => {}
    }
    body
}

#[test]
fn each_request_is_that_of_the_protocols_own_client() {
    let (mut equal, mut different) = (0, 0);
    for exchange in exchanges() {
        let name = exchange.name.as_str();
        // The second message of `second-2` was sent while a run was active, which never happens.
        let sent = exchange.is_stream && name != "second-2";
        let Some(recorded) = exchange.request.filter(|_| sent) else {
            continue;
        };
        let mut request = request_of(&before(name));
        request.thread = recorded["id"].as_str().unwrap().into();
        let ours = comparable(body_of(&AiSdk::new(""), &request));
        let theirs = comparable(recorded);
        let expected = changed(name, theirs.clone());
        assert_eq!(ours, expected, "{name}");
        if expected == theirs {
            equal += 1;
        } else {
            different += 1;
        }
    }
    println!("ai-sdk: {equal} requests equal to the client's, {different} different with a reason");
    assert_eq!((equal, different), (33, 2));
}

#[test]
fn closing_a_question_denies_its_call() {
    let mut convo = after("permit-ignored-1");
    let run = convo.turn("m1").last_run();
    convo.put(Input::ComposerChanged { text: "no".into() });
    convo.put(Input::Replace {
        run,
        id: "m2".into(),
    });
    let body = body_of(&AiSdk::new(""), &request_of(&convo));
    assert_eq!(body["messageId"], "bs3XERXFKEX4xrOk");
    assert_eq!(body["messages"].as_array().unwrap().len(), 2);
    let part = &body["messages"][1]["parts"][2];
    assert_eq!(part["state"], "approval-responded");
    assert_eq!(part["approval"]["approved"], false);
}

/// A stream up to its question, with everything that a question can have.
const SIGNED: &str = r#"data: {"type":"start","messageId":"a"}

data: {"type":"start-step"}

data: {"type":"tool-input-available","toolCallId":"c","toolName":"t","input":{"x":1.0},"dynamic":true,"title":"T","providerMetadata":{"p":{"k":1}},"toolMetadata":{"o":2}}

data: {"type":"tool-approval-request","approvalId":"q","toolCallId":"c","reason":"costly","signature":"s","approvalDescriptor":{"d":1},"inputSchemaInput":{"y":2}}

data: {"type":"finish","finishReason":"tool-calls"}

data: [DONE]

"#;

#[test]
fn an_approval_goes_back_with_its_signature_and_all_else_of_the_call() {
    let mut convo = midturn_core::testing::builder::convo().running("m1");
    let protocol = AiSdk::new("");
    let items = reader_of(&protocol, &convo).push(SIGNED.as_bytes());
    feed(&mut convo, items);
    convo.put(Input::Answer {
        turn: "m1".into(),
        interrupt: "q".to_owned(),
        answer: YES,
    });
    let body = body_of(&protocol, &request_of(&convo));
    assert_eq!(
        body["messages"][1],
        json!({"id": "a", "role": "assistant", "parts": [
            {"type": "step-start"},
            {"type": "dynamic-tool", "toolName": "t", "toolCallId": "c", "title": "T",
             "state": "approval-responded", "input": {"x": 1.0},
             "callProviderMetadata": {"p": {"k": 1}}, "toolMetadata": {"o": 2},
             "approval": {"id": "q", "approved": true, "requestReason": "costly",
                "signature": "s", "descriptor": {"d": 1}, "inputSchemaInput": {"y": 2}}},
        ]})
    );
    // Numbers are sent as they came.
    assert!(request_of(&convo).messages.len() > 1);
}

fn request(messages: Vec<HistoryMessage>) -> RunRequest {
    RunRequest {
        memory: "[]".to_owned(),
        ..made::request(messages)
    }
}

fn user(text: &str) -> HistoryMessage {
    made::user("u", text)
}

fn text(id: &str, text: &str) -> HistoryMessage {
    assistant(id, text, Vec::new())
}

fn call(id: &str, arguments: &str) -> HistoryMessage {
    assistant(id, "", vec![made::call("c", "t", arguments)])
}

fn result(content: &str, failed: bool) -> HistoryMessage {
    made::result("c.output", "c", content, failed)
}

fn messages(history: Vec<HistoryMessage>) -> Value {
    body_of(&AiSdk::new(""), &request(history))["messages"].take()
}

#[test]
fn a_history_of_another_protocol_is_sent_with_steps() {
    let sent = messages(vec![
        user("hi"),
        text("x", "one"),
        call("y", "{"),
        result("r", true),
        text("z", "two"),
        text("empty", ""),
        user("bye"),
    ]);
    assert_eq!(
        sent[1],
        json!({"id": "x", "role": "assistant", "parts": [
            {"type": "text", "text": "one", "state": "done"},
            {"type": "tool-t", "toolCallId": "c", "state": "output-error", "input": {},
             "errorText": "r"},
            {"type": "step-start"},
            {"type": "text", "text": "two", "state": "done"},
        ]})
    );
    assert_eq!(sent.as_array().unwrap().len(), 3);
}

#[test]
fn outputs_are_sent_as_json_if_they_are() {
    for (content, expected) in [
        (r#"{"a":1}"#, json!({"a": 1})),
        ("null", Value::Null),
        ("words", json!("words")),
        ("", json!("")),
    ] {
        let sent = messages(vec![user("hi"), call("y", "{}"), result(content, false)]);
        let part = &sent[1]["parts"][0];
        assert_eq!(part["output"], expected, "{content}");
        assert_eq!(part["state"], "output-available");
    }
}

#[test]
fn a_call_without_a_result_is_sent_as_failed() {
    let sent = messages(vec![user("hi"), call("y", "{}")]);
    assert_eq!(sent[1]["parts"][0]["state"], "output-error");
}

#[test]
fn an_answer_to_an_unknown_question_is_left_out() {
    let mut asked = request(vec![user("hi"), call("y", "{}")]);
    asked.resume = vec![resume("q", Answer::Abandoned, AnswerForm::default())];
    let body = body_of(&AiSdk::new(""), &asked);
    assert_eq!(body["messages"][1]["parts"][0]["state"], "output-error");
}
