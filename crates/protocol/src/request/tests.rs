//! The bodies of requests, compared as JSON.

use serde_json::{Value, json};

use super::*;
use crate::testing::made::{self, assistant, call, resume, user};

fn body(messages: Vec<HistoryMessage>, resume: Vec<Resume>) -> Value {
    let request = RunRequest {
        resume,
        ..made::request(messages)
    };
    serde_json::from_str(&run_agent_input(
        &request,
        &[],
        &|_| None,
        Interjections::Boundary,
    ))
    .unwrap()
}

#[test]
fn a_plain_request_has_the_fields_that_old_backends_require_and_no_null() {
    let expected = json!({
        "protocolVersion": "1.0", "threadId": "t", "runId": "r",
        "messages": [{"id": "u", "role": "user", "content": "hi \"\u{1f600}\"\n"}],
        "tools": [], "context": [], "state": {},
        "forwardedProps": {"midturn": {"onDisconnect": "continue"}},
    });
    let said = user("u", "hi \"\u{1f600}\"\n");
    assert_eq!(body(vec![said], vec![]), expected);
}

#[test]
fn the_request_asks_for_interjections_after_the_response() {
    let request = made::request(Vec::new());
    let when = Interjections::AfterResponse;
    let body = run_agent_input(&request, &[], &|_| None, when);
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        body["forwardedProps"]["midturn"],
        json!({"onDisconnect": "continue", "interject": "after-response"})
    );
}

#[test]
fn reasoning_goes_to_backends_that_know_it_or_have_sealed_it() {
    let thought = |id: &str, encrypted: Option<&str>| HistoryMessage::Reasoning {
        id: id.into(),
        text: "hm".into(),
        encrypted: encrypted.map(str::to_owned),
    };
    for (memory, expected) in [(KNOWS_REASONING, 2), ("", 1), ("{}", 1)] {
        let request = RunRequest {
            memory: memory.to_owned(),
            ..made::request(vec![thought("a", None), thought("b", Some("sealed"))])
        };
        let when = Interjections::default();
        let body = run_agent_input(&request, &[], &|_| None, when);
        let body: Value = serde_json::from_str(&body).unwrap();
        let sent = body["messages"].as_array().unwrap();
        assert_eq!(sent.len(), expected, "{memory}");
        assert_eq!(sent[expected - 1]["encryptedValue"], "sealed");
    }
}

#[test]
fn empty_fields_are_left_out_and_opaque_values_are_sent_back() {
    let kept = HistoryCall {
        encrypted: Some("e2".into()),
        ..call("c", "n", "{\"a\": 1}")
    };
    let messages = vec![
        HistoryMessage::Reasoning {
            id: "z".into(),
            text: "hm".into(),
            encrypted: Some("e1".into()),
        },
        assistant("a", "", vec![kept]),
        HistoryMessage::Tool {
            id: "x".into(),
            call: "c".into(),
            content: "stopped".into(),
            failed: true,
            encrypted: Some("e3".into()),
            attachments: Vec::new(),
        },
        HistoryMessage::Assistant {
            id: "b".into(),
            text: "done".into(),
            calls: Vec::new(),
            encrypted: Some("e4".into()),
        },
    ];
    let expected = json!([
        {"id": "z", "role": "reasoning", "content": "hm", "encryptedValue": "e1"},
        {"id": "a", "role": "assistant", "toolCalls": [{
            "id": "c", "type": "function", "encryptedValue": "e2",
            "function": {"name": "n", "arguments": "{\"a\": 1}"},
        }]},
        {"id": "x", "role": "tool", "toolCallId": "c", "content": "stopped",
         "error": "stopped", "encryptedValue": "e3"},
        {"id": "b", "role": "assistant", "content": "done", "encryptedValue": "e4"},
    ]);
    assert_eq!(body(messages, vec![])["messages"], expected);
}

#[test]
fn incomplete_arguments_are_sent_as_an_empty_object() {
    for (arguments, sent) in [
        ("{\"a\": 1", "{}"),
        ("", "{}"),
        (" {\"a\":1}", " {\"a\":1}"),
    ] {
        let message = assistant("a", "", vec![call("c", "n", arguments)]);
        let body = body(vec![message], vec![]);
        let function = &body["messages"][0]["toolCalls"][0]["function"];
        assert_eq!(function["arguments"], sent);
    }
}

#[test]
fn each_kind_of_answer_is_written_in_its_form() {
    let arguments = |text: &str| Some(text.to_owned());
    for (answer, expected) in [
        (
            Answer::Approved { arguments: None },
            json!({"status": "resolved", "payload": {"approved": true}}),
        ),
        (
            Answer::Approved {
                arguments: arguments("{\"a\": 1}"),
            },
            json!({"status": "resolved", "payload": {"approved": true, "editedArgs": {"a": 1}}}),
        ),
        (
            Answer::Approved {
                arguments: arguments("{\"a\""),
            },
            json!({"status": "resolved", "payload": {"approved": true}}),
        ),
        (
            Answer::Denied { reason: None },
            json!({"status": "resolved", "payload": {"approved": false}}),
        ),
        (
            Answer::Denied {
                reason: Some("no \"b\"".to_owned()),
            },
            json!({"status": "resolved", "payload": {"approved": false, "reason": "no \"b\""}}),
        ),
        (
            Answer::Reply("[1, 2]".to_owned()),
            json!({"status": "resolved", "payload": [1, 2]}),
        ),
        (
            Answer::Reply("[1".to_owned()),
            json!({"status": "cancelled"}),
        ),
        (Answer::Abandoned, json!({"status": "cancelled"})),
    ] {
        let mut expected = expected;
        expected["interruptId"] = json!("i");
        let form = AnswerForm::Decision {
            reason: true,
            edits: true,
            bare: false,
        };
        let body = body(Vec::new(), vec![resume("i", answer, form)]);
        assert_eq!(body["resume"], json!([expected]));
    }
}

#[test]
fn an_answer_leaves_out_what_the_schema_forbids() {
    let decision = |bare| AnswerForm::Decision {
        reason: false,
        edits: false,
        bare,
    };
    let edited = || Answer::Approved {
        arguments: Some("{}".to_owned()),
    };
    let denied = || Answer::Denied {
        reason: Some("no".to_owned()),
    };
    let words = |field: Option<&str>| AnswerForm::Words {
        field: field.map(str::to_owned),
    };
    let reply = || Answer::Reply("\"main\"".to_owned());
    for (form, answer, payload) in [
        (decision(false), edited(), json!({"approved": true})),
        (decision(false), denied(), json!({"approved": false})),
        (decision(true), edited(), json!(true)),
        (decision(true), denied(), json!(false)),
        (words(Some("branch")), reply(), json!({"branch": "main"})),
        (words(None), reply(), json!("main")),
    ] {
        let body = body(Vec::new(), vec![resume("i", answer, form)]);
        assert_eq!(body["resume"][0]["payload"], payload);
    }
}
