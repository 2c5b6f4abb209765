//! A response that the server no longer has.

use super::super::super::testing::{assistant, body, line, reader, request, sse, user};
use super::super::Responses;
use super::{CREATED, memory, memory_of};
use midturn_core::request::RunRequest;
use midturn_protocol::item::Item;
use midturn_protocol::testing::made::reply;

const OPENAI: &str = r#"{"message":"Previous response with id 'resp' not found.","type":"invalid_request_error","param":"previous_response_id","code":"previous_response_not_found"}"#;

/// A request that continues the response `resp`.
fn continuing() -> RunRequest {
    let mut asked = request(vec![
        user("hi"),
        assistant("m", "Yes?", Vec::new()),
        user("more"),
    ]);
    asked.memory = memory(&["m"], &[]);
    assert_eq!(sent(&asked)["previous_response_id"], "resp");
    asked
}

fn sent(asked: &RunRequest) -> serde_json::Value {
    body(&Responses::default(), asked, &[])
}

fn refused(status: u16, body: &str) -> Vec<Item> {
    let mut reader = reader(&Responses::default(), Some(&continuing()));
    reader.document(&reply(status, body))
}

fn streamed(frames: &[&str]) -> Vec<Item> {
    let mut reader = reader(&Responses::default(), Some(&continuing()));
    reader.push(sse(frames).as_bytes())
}

/// Asserts that the run fails, and that the next request brings the whole history.
fn assert_forgotten(items: &[Item]) {
    let last = items.last().map(line).unwrap_or_default();
    assert!(last.contains("no longer has the conversation"), "{last}");
    let mut next = continuing();
    next.memory = memory_of(items);
    let sent = sent(&next);
    assert!(sent.get("previous_response_id").is_none(), "{sent}");
    assert_eq!(sent["input"].as_array().map(Vec::len), Some(3), "{sent}");
}

#[test]
fn the_next_request_after_a_refusal_brings_the_whole_history() {
    let param = r#"{"message":"Not found.","param":"previous_response_id"}"#;
    let named = r#"{"message":"Response with id 'resp' not found.","code":404}"#;
    for (status, error) in [(400, OPENAI), (404, OPENAI), (400, param), (404, named)] {
        let items = refused(status, &format!(r#"{{"error":{error}}}"#));
        assert_eq!(items.len(), 2, "no run has begun");
        assert_forgotten(&items);
        assert_forgotten(&refused(status, error));
    }
}

#[test]
fn the_refusal_may_come_in_the_stream() {
    let error = format!(r#"{{"type":"error","error":{OPENAI}}}"#);
    assert_forgotten(&streamed(&[&error]));
    let failed = format!(
        r#"{{"type":"response.failed","response":{{"status":"failed","error":{OPENAI}}}}}"#
    );
    assert_forgotten(&streamed(&[CREATED, &failed]));
}

#[test]
fn another_refusal_forgets_nothing() {
    let other = r#"{"error":{"message":"No such model.","param":"model"}}"#;
    for (status, body) in [(401, OPENAI), (503, OPENAI), (400, other), (404, "<html>")] {
        assert_eq!(refused(status, body), [], "{status} {body}");
    }
    // The request had the whole history.
    let mut reader = reader(&Responses::default(), Some(&request(vec![user("hi")])));
    assert_eq!(reader.document(&reply(400, OPENAI)), []);
}
