//! The requests, compared with the recorded ones of the same situation.

use midturn_core::history::HistoryMessage;
use midturn_core::id::AttachmentId;
use midturn_core::request::RunRequest;
use midturn_core::run_event::{AnswerForm, FinishOutcome, Interrupt, RunEvent};
use midturn_core::transcript::Answer;
use midturn_protocol::call::Call;
use midturn_protocol::protocol::{Outgoing, Protocol as _};
use midturn_protocol::testing::made::{self, file, outgoing, reply, resume, user, with_files};
use midturn_protocol::testing::{self, events};
use midturn_protocol_langgraph::LangGraph;
use serde_json::{Value, json};

use super::{endpoints, exchange, memory_after, reader, request_of};

/// What the core writes as the result of a call that has none.
pub(super) const NO_RESULT: &str = "No result: the call was stopped before it finished.";

fn sent(options: &str, request: &RunRequest) -> (Call, Value) {
    let image = |id: &AttachmentId| (id.as_str() != "gone").then_some(b"hi".as_slice());
    let call = LangGraph::new(options).run(&Outgoing {
        bytes: &image,
        ..outgoing(&endpoints(), request)
    });
    let body = made::body(&call);
    (call, body)
}

fn agent(id: &str, text: &str, calls: &[&str]) -> HistoryMessage {
    let calls = calls.iter().map(|call| made::call(call, "bake_loaf", "{}"));
    made::assistant(id, text, calls.collect())
}

fn tool(id: &str, call: &str, content: &str) -> HistoryMessage {
    made::result(id, call, content, true)
}

/// The messages that a run after a recorded one sends.
fn messages_after(name: &str, history: Vec<HistoryMessage>) -> Value {
    let recorded = exchange(name);
    let mut request = request_of(&recorded, memory_after(&recorded));
    request.messages = history;
    request.resume = Vec::new();
    sent("", &request).1["input"]["messages"].clone()
}

/// The questions of a recorded run.
fn questions(name: &str) -> Vec<Interrupt> {
    let recorded = exchange(name);
    let items = testing::read(reader(&recorded), &recorded, [recorded.body.as_slice()]);
    match events(items).pop() {
        Some(RunEvent::Finished(FinishOutcome::Interrupt(asked))) => asked,
        other => panic!("{other:?}"),
    }
}

/// The value that resumes a recorded run with these answers.
fn resumed(name: &str, options: &str, answers: Vec<Answer>) -> Value {
    let recorded = exchange(name);
    let mut request = request_of(&recorded, memory_after(&recorded));
    let asked = questions(name).into_iter().zip(answers);
    request.resume = asked
        .map(|(asked, answer)| resume(&asked.id, answer, asked.form))
        .collect();
    let body = sent(options, &request).1;
    assert_eq!(body.get("input"), None);
    body["command"]["resume"].clone()
}

#[test]
fn a_run_sends_what_the_recorded_client_sent_and_asks_for_a_stream_to_rejoin() {
    for name in ["plain", "proof", "rejoin-1", "subgraph"] {
        let recorded = exchange(name);
        let request = request_of(&recorded, String::new());
        let (call, body) = sent(r#"{"assistant":"bakery"}"#, &request);
        assert_eq!(
            format!("POST {}", call.url),
            recorded.target.replace(" /", " /lg/")
        );
        let mut expected = recorded.request.unwrap();
        expected["input"]["messages"][0]["id"] = json!(format!("{name}-user-0"));
        for (field, value) in [
            (
                "stream_mode",
                json!(["messages-tuple", "updates", "custom"]),
            ),
            ("stream_subgraphs", json!(true)),
            ("stream_resumable", json!(true)),
            ("multitask_strategy", json!("interrupt")),
            ("if_not_exists", json!("create")),
            ("on_disconnect", json!("continue")),
        ] {
            expected[field] = value;
        }
        assert_eq!(body, expected, "{name}");
    }
}

#[test]
fn options_reach_the_body_but_never_replace_what_the_client_needs() {
    let request = request_of(&exchange("plain"), String::new());
    let options = r#"{"assistant":"a","subgraphs":false,"onDisconnect":"cancel",
        "config":{"recursion_limit":9},"context":{"user":"u"},
        "body":{"metadata":{"n":1.0},"stream_mode":"values","input":{},"command":{}}}"#;
    let body = sent(options, &request).1;
    assert_eq!(body["assistant_id"], "a");
    assert_eq!(body["stream_subgraphs"], false);
    assert_eq!(body["on_disconnect"], "cancel");
    assert_eq!(body["config"], json!({"recursion_limit": 9}));
    assert_eq!(body["context"], json!({"user": "u"}));
    assert_eq!(body["metadata"], json!({"n": 1.0}));
    assert_eq!(
        body["stream_mode"],
        json!(["messages-tuple", "updates", "custom"])
    );
    assert_eq!(body["input"]["messages"][0]["content"], "plain please");
    assert_eq!(body.get("command"), None);
}

#[test]
fn a_further_run_sends_only_the_new_message() {
    let history = vec![
        user("plain-user-0", "plain please"),
        agent("msg-34134caa07", "The ovens…", &[]),
        user("u2", "and now?"),
    ];
    let expected = json!([{"role": "user", "content": "and now?", "id": "u2"}]);
    assert_eq!(messages_after("plain", history.clone()), expected);
    // Without a memory, the server has everything up to the agent's last message.
    let mut request = request_of(&exchange("plain"), String::new());
    request.messages = history;
    assert_eq!(sent("", &request).1["input"]["messages"], expected);
}

#[test]
fn a_text_that_a_stop_cut_off_is_sent_back_before_the_new_message() {
    let history = vec![
        user("cancel-count-interrupt-user-0", "count now"),
        agent("msg-half", "loaf1 loaf2 ", &[]),
        user("u2", "plain again"),
    ];
    assert_eq!(
        messages_after("cancel-count-interrupt", history),
        json!([
            {"role": "assistant", "content": "loaf1 loaf2 ", "id": "msg-half"},
            {"role": "user", "content": "plain again", "id": "u2"},
        ])
    );
}

#[test]
fn a_text_that_the_graph_did_not_keep_is_not_sent_back() {
    let recorded = exchange("cancel-count-interrupt");
    let mut reader = reader(&recorded);
    reader.push(&recorded.body);
    reader.finish();
    let success = reply(200, r#"{"status":"success"}"#);
    let end = events(reader.answered(Some(&success)));
    let memory = end.into_iter().find_map(|event| match event {
        RunEvent::Memory(memory) => Some(memory),
        _ => None,
    });
    let text = events(testing::read(
        super::reader(&recorded),
        &recorded,
        [recorded.body.as_slice()],
    ));
    let id = text.into_iter().find_map(|event| match event {
        RunEvent::TextStart { message, .. } => Some(message),
        _ => None,
    });
    let mut request = request_of(&recorded, memory.unwrap());
    request
        .messages
        .push(agent(id.unwrap().as_str(), "loaf1", &[]));
    request.messages.push(user("u2", "and now?"));
    let expected = json!([{"role": "user", "content": "and now?", "id": "u2"}]);
    assert_eq!(sent("", &request).1["input"]["messages"], expected);
}

#[test]
fn a_call_that_a_stop_left_open_gets_a_tool_message() {
    let history = vec![
        user("cancel-bake-interrupt-user-0", "bake now"),
        agent("msg-d04c09ff37", "Baking now. ", &["call-b5cf9859"]),
        tool("call-b5cf9859.stopped", "call-b5cf9859", NO_RESULT),
        user("u2", "plain again"),
    ];
    assert_eq!(
        messages_after("cancel-bake-interrupt", history),
        json!([
            {"role": "tool", "content": NO_RESULT, "id": "call-b5cf9859.stopped",
             "tool_call_id": "call-b5cf9859", "status": "error"},
            {"role": "user", "content": "plain again", "id": "u2"},
        ])
    );
}

#[test]
fn another_browser_answers_the_calls_that_were_left_open() {
    // It has no memory, and all but the new message and the result is from the server.
    let mut request = request_of(&exchange("plain"), String::new());
    request.messages = vec![
        user("u", "bake now"),
        agent("a", "Baking now. ", &["c1", "c2"]),
        tool("r1", "c1", "baked"),
        tool("c2.stopped", "c2", NO_RESULT),
        user("u2", "and now?"),
    ];
    assert_eq!(
        sent("", &request).1["input"]["messages"],
        json!([
            {"role": "tool", "content": NO_RESULT, "id": "c2.stopped", "tool_call_id": "c2",
             "status": "error"},
            {"role": "user", "content": "and now?", "id": "u2"},
        ])
    );
}

#[test]
fn what_the_server_did_for_another_browser_is_not_sent_back() {
    let history = vec![
        user("plain-user-0", "plain please"),
        agent("msg-34134caa07", "The ovens…", &[]),
        user("theirs", "bake now"),
        agent("a", "Baking now. ", &["c1", "c2"]),
        tool("r1", "c1", "baked"),
        tool("c2.stopped", "c2", NO_RESULT),
        user("u2", "and now?"),
    ];
    let sent = messages_after("plain", history);
    let ids: Vec<_> = sent
        .as_array()
        .unwrap()
        .iter()
        .map(|held| &held["id"])
        .collect();
    // The server knows the person's message by its id.
    assert_eq!(ids, ["theirs", "c2.stopped", "u2"]);
}

#[test]
fn a_call_that_the_server_never_had_is_not_answered_there() {
    let history = vec![
        user("cancel-count-interrupt-user-0", "count now"),
        agent("msg-half", "", &["call-half"]),
        tool("call-half.stopped", "call-half", NO_RESULT),
        user("u2", "plain again"),
    ];
    let expected = json!([{"role": "user", "content": "plain again", "id": "u2"}]);
    assert_eq!(messages_after("cancel-count-interrupt", history), expected);
}

#[test]
fn a_run_without_anything_new_sends_the_last_message_again() {
    let history = vec![user("burn-user-0", "burn please")];
    let expected = json!([{"role": "user", "content": "burn please", "id": "burn-user-0"}]);
    assert_eq!(messages_after("burn", history), expected);
}

#[test]
fn files_are_sent_as_blocks() {
    let mut request = request_of(&exchange("plain"), String::new());
    let files = vec![
        file("a", "image/png"),
        file("b", "application/pdf"),
        file("c", "text/plain"),
        file("gone", "text/plain"),
    ];
    request.messages = vec![with_files("u", "look", files)];
    assert_eq!(
        sent("", &request).1["input"]["messages"][0]["content"],
        json!([
            {"type": "text", "text": "look"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}},
            {"type": "file", "base64": "aGk=", "mime_type": "application/pdf", "filename": "b.bin"},
            {"type": "text", "text": "[Attached document c.bin]\nhi"},
            {"type": "text", "text": "[The attached file gone.bin could not be sent]"},
        ])
    );
}

#[test]
fn answers_are_sent_by_the_ids_of_their_questions() {
    let yes = || Answer::Approved { arguments: None };
    let no = || Answer::Denied { reason: None };
    let options = r#"{"approve":{"ok":true},"deny":{"ok":false}}"#;
    // The recorded client answered each single question with a bare value, which the server takes
    // as well.
    for (name, answer) in [("approval-yes", yes()), ("approval-no", no())] {
        let first = format!("{name}-1");
        let id = questions(&first).remove(0).id;
        let recorded = exchange(&format!("{name}-2")).request.unwrap();
        assert_eq!(
            resumed(&first, options, vec![answer])[&id],
            recorded["command"]["resume"]
        );
    }
    let recorded = exchange("approvals-crowd-2").request.unwrap();
    let crowd = resumed("approvals-crowd-1", options, vec![yes(), no()]);
    assert_eq!(crowd, recorded["command"]["resume"]);
    let half = exchange("approvals-crowd-half-2").request.unwrap();
    let first = resumed("approvals-crowd-half-1", options, vec![yes()]);
    assert_eq!(first, half["command"]["resume"]);
    // Without the options, an approval is `true`, as in the recording `approval-bare-2`.
    let bare = exchange("approval-bare-2").request.unwrap();
    let id = questions("approval-bare-1").remove(0).id;
    assert_eq!(
        resumed("approval-bare-1", "", vec![yes()])[&id],
        bare["command"]["resume"]
    );
    assert_eq!(
        resumed("approval-bare-1", "", vec![Answer::Abandoned])[&id],
        false
    );
}

#[test]
fn an_answer_without_a_memory_still_reaches_its_question() {
    let id = "9dbd307e909cc3bd206f5fe21acdab0b";
    let mut request = request_of(&exchange("plain"), "lost".to_owned());
    let mut answer = |interrupt: &str, form| {
        let yes = Answer::Approved { arguments: None };
        request.resume = vec![resume(interrupt, yes, form)];
        sent("", &request).1["command"]["resume"].clone()
    };
    let bare = AnswerForm::Decision {
        reason: false,
        edits: false,
        bare: true,
    };
    assert_eq!(answer(id, bare.clone()), json!({ id: true }));
    assert_eq!(answer("another-form", bare), true);
    assert_eq!(
        answer(&format!("{id}/0"), AnswerForm::default()),
        json!({ id: {"decisions": [{"type": "approve"}]} })
    );
}
