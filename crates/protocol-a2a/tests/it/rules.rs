//! What a client of A2A must survive, one test for each rule.

use midturn_core::run_event::{FinishOutcome, LostReason, RunEvent};
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::item::Item;
use midturn_protocol::testing::events;

use super::sessions::{Session, memory_of, ok, question_of, reply, resume, user};

const TASK: &str = r#"{"task":{"id":"T","contextId":"C","status":{"state":"TASK_STATE_WORKING"}}}"#;

fn status(state: &str) -> String {
    format!(r#"{{"statusUpdate":{{"taskId":"T","contextId":"C","status":{{"state":"{state}"}}}}}}"#)
}

fn said(state: &str, id: &str, text: &str) -> String {
    format!(
        r#"{{"statusUpdate":{{"taskId":"T","status":{{"state":"{state}","message":{{"messageId":"{id}",
        "role":"ROLE_AGENT","parts":[{{"text":"{text}"}}]}}}}}}}}"#
    )
    .replace('\n', "")
}

fn artifact(id: &str, text: &str, append: bool) -> String {
    format!(
        r#"{{"artifactUpdate":{{"taskId":"T","artifact":{{"artifactId":"{id}","parts":[{{"text":"{text}"}}]}},"append":{append}}}}}"#
    )
}

fn items(session: Session, frames: &[&str]) -> Vec<Item> {
    let mut reader = session.reader();
    let mut body = String::new();
    for frame in frames {
        body.push_str(&["data: ", frame, "\r\n\r\n"].concat());
    }
    let mut items = reader.push(body.as_bytes());
    items.extend(reader.finish());
    items
}

fn run(frames: &[&str]) -> Vec<RunEvent> {
    events(items(Session::new(""), frames))
}

/// The texts of all messages, by the order in which they began.
fn texts(events: &[RunEvent]) -> Vec<String> {
    let mut texts: Vec<(String, String)> = Vec::new();
    for event in events {
        let (message, text, whole) = match event {
            RunEvent::TextDelta { message, delta } => (message, delta, false),
            RunEvent::TextReplaced { message, text } => (message, text, true),
            _ => continue,
        };
        let place = texts.iter().position(|held| held.0 == message.as_str());
        let place = place.unwrap_or_else(|| {
            texts.push((message.to_string(), String::new()));
            texts.len() - 1
        });
        if whole {
            texts[place].1.clear();
        }
        texts[place].1.push_str(text);
    }
    texts.into_iter().map(|held| held.1).collect()
}

fn kinds(items: &[Item]) -> Vec<Kind> {
    let kind = |item: &Item| match item {
        Item::Diagnostic(found) => Some(found.kind),
        _ => None,
    };
    items.iter().filter_map(kind).collect()
}

#[test]
fn a_second_round_after_the_end_is_dropped() {
    let done = status("TASK_STATE_COMPLETED");
    let found = items(
        Session::new(""),
        &[
            TASK,
            &artifact("a", "one", false),
            &done,
            &status("TASK_STATE_WORKING"),
            &done,
        ],
    );
    assert_eq!(kinds(&found), [Kind::AfterEnd, Kind::AfterEnd]);
    let ends = |event: &&RunEvent| matches!(event, RunEvent::Finished(_) | RunEvent::Failed(_));
    assert_eq!(events(found).iter().filter(ends).count(), 1);
}

#[test]
fn an_end_without_a_final_state_is_looked_up_in_the_task() {
    let task = |state: &str, text: &str| {
        ok(&format!(
            r#"{{"result":{{"id":"T","contextId":"C","status":{{"state":"{state}"}},
            "artifacts":[{{"artifactId":"a","parts":[{{"text":"{text}"}}]}}]}}}}"#
        ))
    };
    let of = |answers| Session {
        answers,
        ..Session::new("")
    };
    let frames = [TASK, &artifact("a", "one ", false)];
    let ended = events(items(
        of(vec![task("TASK_STATE_COMPLETED", "one two")]),
        &frames,
    ));
    assert_eq!(texts(&ended), ["one two"]);
    assert_eq!(
        ended.last(),
        Some(&RunEvent::Finished(FinishOutcome::Success))
    );
    let works = events(items(of(vec![task("TASK_STATE_WORKING", "o")]), &frames));
    assert_eq!(texts(&works), ["one "], "what was streamed is kept");
    assert_eq!(works.last(), Some(&RunEvent::Lost(LostReason::Truncated)));
    let silent = run(&frames);
    assert_eq!(silent.last(), Some(&RunEvent::Lost(LostReason::Truncated)));
    let waits = events(items(
        of(vec![task("TASK_STATE_INPUT_REQUIRED", "one ")]),
        &frames,
    ));
    assert_eq!(question_of(&waits), "T:r.1");
}

#[test]
fn a_missing_or_unknown_state_goes_on() {
    let bare = r#"{"statusUpdate":{"taskId":"T"}}"#;
    let found = items(
        Session::new(""),
        &[
            TASK,
            bare,
            bare,
            &status("TASK_STATE_PONDERING"),
            &status("completed"),
        ],
    );
    assert_eq!(kinds(&found), [Kind::BadField, Kind::BadField]);
    assert_eq!(
        events(found).last(),
        Some(&RunEvent::Finished(FinishOutcome::Success))
    );
}

#[test]
fn an_empty_context_does_not_replace_the_known_one() {
    let told = run(&[TASK, &status("TASK_STATE_COMPLETED")]);
    let memory = memory_of(&told);
    let next = Session::new("").then(&memory, vec![user("u-2", "more")], Vec::new());
    let message = r#"{"message":{"messageId":"m","contextId":"","role":"ROLE_AGENT","parts":[{"text":"hi"}]}}"#;
    let found = events(items(next, &[message]));
    assert!(memory_of(&found).contains(r#""context":"C""#), "{found:?}");
    assert_eq!(
        found.last(),
        Some(&RunEvent::Finished(FinishOutcome::Success))
    );
}

#[test]
fn texts_without_a_last_chunk_end_with_the_run() {
    let found = run(&[
        TASK,
        &artifact("a", "x", false),
        &status("TASK_STATE_COMPLETED"),
    ]);
    let ends = |event: &&RunEvent| matches!(event, RunEvent::TextEnd { .. });
    assert_eq!(found.iter().filter(ends).count(), 1);
    // The core tells a text that was cut by a stop from its missing end.
    let found = run(&[
        TASK,
        &artifact("a", "x", false),
        &status("TASK_STATE_CANCELED"),
    ]);
    assert_eq!(found.iter().filter(ends).count(), 0);
    assert_eq!(
        found.last(),
        Some(&RunEvent::Finished(FinishOutcome::Cancelled))
    );
}

#[test]
fn a_chunk_of_an_unknown_artifact_creates_it() {
    let found = run(&[
        TASK,
        &artifact("a", "one ", true),
        &artifact("a", "two", true),
    ]);
    assert_eq!(texts(&found), ["one two"]);
}

#[test]
fn an_artifact_that_is_sent_anew_is_replaced() {
    let found = run(&[
        TASK,
        &artifact("a", "one ", false),
        &artifact("a", "two", true),
        &artifact("b", "x", false),
        &artifact("a", "three", false),
    ]);
    assert_eq!(texts(&found), ["three", "x"]);
}

#[test]
fn the_same_status_twice_is_shown_once() {
    let once = said("TASK_STATE_WORKING", "m", "Reading.");
    let unnamed = once.replace(r#""messageId":"m","#, "");
    let notes = |found: Vec<RunEvent>| -> std::collections::BTreeSet<String> {
        let id = |event: RunEvent| match event {
            RunEvent::Note { id, .. } => Some(id.to_string()),
            _ => None,
        };
        found.into_iter().filter_map(id).collect()
    };
    assert_eq!(notes(run(&[TASK, &once, &once])).len(), 1);
    assert_eq!(notes(run(&[TASK, &unnamed, &unnamed])).len(), 1);
    let other = unnamed.replace("Reading", "Writing");
    assert_eq!(notes(run(&[TASK, &unnamed, &other])).len(), 2);
}

#[test]
fn a_preflight_or_a_page_of_a_proxy_means_nothing() {
    for (status, body) in [
        (405, "Method Not Allowed"),
        (502, "<html>"),
        (403, r#"{"error":{"code":403,"message":"no"}}"#),
        (401, r#"{"detail":"no"}"#),
        (200, "[]"),
    ] {
        let mut reader = Session::new("").reader();
        let mut answer = ok(body);
        answer.status = status;
        assert_eq!(reader.document(&answer), [], "{body}");
    }
}

#[test]
fn an_error_of_the_protocol_is_read_whatever_its_status() {
    let body = r#"{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"Bad parts",
        "details":[{"reason":"INVALID_PARAMS"}]}}"#;
    let mut reader = Session::new(r#"{"binding":"http"}"#).reader();
    let mut answer = ok(body);
    answer.status = 400;
    let found = events(reader.document(&answer));
    assert!(matches!(found.last(), Some(RunEvent::Failed(error)) if error.message == "Bad parts"));
    assert!(
        memory_of(&found).contains("u-1"),
        "a refused message does not go again"
    );
}

#[test]
fn an_error_frame_without_json_fails_with_its_text() {
    let mut reader = Session::new("").reader();
    let found = events(reader.push(b"event: error\ndata: out of ink\n\n"));
    assert!(matches!(found.last(), Some(RunEvent::Failed(error)) if error.message == "out of ink"));
}

#[test]
fn the_id_of_a_frame_may_be_a_string_a_number_or_missing() {
    for id in ["\"q1\"", "7", "null"] {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{TASK}}}"#);
        assert_eq!(run(&[&frame]).first(), Some(&RunEvent::Started));
    }
}

#[test]
fn items_of_another_task_are_dropped() {
    let other = status("TASK_STATE_COMPLETED").replace(r#""T""#, r#""X""#);
    let found = items(Session::new(""), &[TASK, &other]);
    assert_eq!(kinds(&found), [Kind::OutOfOrder]);
    assert!(matches!(events(found).last(), Some(RunEvent::Lost(_))));
}

#[test]
fn the_last_message_is_the_answer_only_without_an_artifact() {
    let last = said("TASK_STATE_COMPLETED", "m", "All done.");
    assert_eq!(texts(&run(&[TASK, &last])), ["All done."]);
    let found = run(&[TASK, &artifact("a", "x", false), &last]);
    assert_eq!(texts(&found), ["x"]);
    assert!(
        found
            .iter()
            .any(|event| matches!(event, RunEvent::Note { title, .. } if title == "All done."))
    );
}

#[test]
fn an_answer_begins_with_the_old_question_and_still_goes_on() {
    let asks = said("TASK_STATE_INPUT_REQUIRED", "m", "Sure?");
    let first = run(&[TASK, &asks]);
    let given = vec![resume(&question_of(&first), reply("yes"))];
    let answers = Session::new("").then(&memory_of(&first), vec![user("u-1", "hello")], given);
    let stale = TASK.replace("WORKING", "INPUT_REQUIRED");
    let found = events(items(answers, &[&stale, &status("TASK_STATE_COMPLETED")]));
    assert_eq!(
        found.last(),
        Some(&RunEvent::Finished(FinishOutcome::Success))
    );
}

#[test]
fn a_second_question_of_a_task_has_another_id() {
    let asks = said("TASK_STATE_INPUT_REQUIRED", "m", "Sure?");
    let first = run(&[TASK, &asks]);
    let given = vec![resume(&question_of(&first), reply("yes"))];
    let again = Session::new("").then(&memory_of(&first), vec![user("u-1", "hello")], given);
    let second = events(items(again, &[&asks]));
    assert_eq!(question_of(&first), "T:r.1");
    assert_eq!(question_of(&second), "T:r.2");
}

#[test]
fn a_schema_in_a_question_is_not_shown() {
    let asks = r#"{"statusUpdate":{"taskId":"T","status":{"state":"TASK_STATE_INPUT_REQUIRED",
        "message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"Sure?"},
        {"data":{"type":"object","properties":{}}},{"data":{"folder":12}}]}}}}"#;
    let found = run(&[TASK, &asks.replace('\n', "")]);
    let notes = found
        .iter()
        .filter(|event| matches!(event, RunEvent::Note { .. }));
    assert_eq!(notes.count(), 1);
}

#[test]
fn a_file_with_its_bytes_is_a_result_without_a_call() {
    let file = r#"{"artifactUpdate":{"taskId":"T","artifact":{"artifactId":"A","parts":[
        {"raw":"aGk=","mediaType":"image/png"}]}}}"#
        .replace('\n', "");
    let done = status("TASK_STATE_COMPLETED");
    let events = run(&[TASK, &file, &file, &done]);
    let files = events.iter().filter_map(|event| match event {
        RunEvent::ToolResult {
            call, attachments, ..
        } => Some((call, &attachments[0])),
        _ => None,
    });
    let files: Vec<_> = files.collect();
    assert_eq!(
        (&*files[0].1.name, files[0].1.bytes()),
        ("image.png", Some(b"hi".to_vec()))
    );
    // The core takes a second result of a call for the first one again.
    assert!(files.iter().all(|(call, _)| *call == files[0].0));
}
