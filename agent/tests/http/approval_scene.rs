//! What the scene `approval` does with each answer to its question.

use serde_json::{Value, json};

use crate::support::{Agent, agent, input, kinds, of_kind, text};
use crate::verifier::verify;

/// Plays `approval`, then a second run with the client's history and the answer. Returns the second
/// run's events.
async fn resumed(agent: &Agent, thread: &str, answer: Value) -> Vec<Value> {
    let asked = agent
        .events(thread, &format!("{thread}-1"), "approval")
        .await;
    let outcome = &asked.last().unwrap()["outcome"];
    assert_eq!(outcome["type"], "interrupt");
    assert_eq!(outcome["interrupts"].as_array().unwrap().len(), 1);
    let interrupt = &outcome["interrupts"][0];
    let start = of_kind(&asked, "TOOL_CALL_START")[0];
    assert_eq!(interrupt["toolCallId"], start["toolCallId"]);
    assert_eq!(agent.ended(&format!("{thread}-1")).await["toolsStarted"], 0);
    let arguments: String = of_kind(&asked, "TOOL_CALL_ARGS")
        .into_iter()
        .map(|event| event["delta"].as_str().unwrap())
        .collect();
    let mut body = input(thread, &format!("{thread}-2"), "approval");
    body["messages"].as_array_mut().unwrap().push(json!({
        "id": start["parentMessageId"],
        "role": "assistant",
        "content": text(&asked),
        "toolCalls": [{
            "id": start["toolCallId"],
            "type": "function",
            "function": {"name": start["toolCallName"], "arguments": arguments},
        }],
    }));
    let mut entry = answer;
    entry["interruptId"] = interrupt["id"].clone();
    body["resume"] = json!([entry]);
    let events = agent.play(&body).await;
    assert_eq!(verify(&events), Ok(()));
    let again = |event: &&Value| event["toolCallId"] == start["toolCallId"];
    let about: Vec<_> = events.iter().filter(again).cloned().collect();
    assert_eq!(
        kinds(&about),
        ["TOOL_CALL_RESULT"],
        "only the result is sent"
    );
    events
}

#[tokio::test]
async fn an_approved_tool_runs_and_the_turn_continues() {
    let agent = agent().await;
    let payload = json!({"approved": true});
    let answer = json!({"status": "resolved", "payload": payload});
    let events = resumed(&agent, "yes", answer).await;
    assert_eq!(of_kind(&events, "TOOL_CALL_RESULT").len(), 2);
    assert!(text(&events).starts_with("Done."));
}

#[tokio::test]
async fn a_tool_runs_with_the_edited_arguments() {
    let agent = agent().await;
    let edited = json!({"path": "src/other.rs", "content": "1234"});
    let payload = json!({"approved": true, "editedArgs": edited});
    let answer = json!({"status": "resolved", "payload": payload});
    let events = resumed(&agent, "edit", answer).await;
    let result = of_kind(&events, "TOOL_CALL_RESULT")[0];
    assert_eq!(result["content"], "Wrote 4 bytes to src/other.rs");
}

#[tokio::test]
async fn a_denied_tool_does_not_run_and_the_answer_says_so() {
    let agent = agent().await;
    let answer = json!({"status": "resolved", "payload": {"approved": false}});
    let events = resumed(&agent, "no", answer).await;
    assert_eq!(agent.ended("no-2").await["toolsStarted"], 0);
    let result = of_kind(&events, "TOOL_CALL_RESULT")[0];
    assert_eq!(result["metadata"]["status"], "denied");
    assert!(text(&events).contains("not touched the file"));
}

#[tokio::test]
async fn a_dismissed_question_does_not_run_the_tool_and_the_answer_says_so() {
    let agent = agent().await;
    let events = resumed(&agent, "never-mind", json!({"status": "cancelled"})).await;
    assert_eq!(agent.ended("never-mind-2").await["toolsStarted"], 0);
    assert!(text(&events).contains("without an answer"));
}

#[tokio::test]
async fn an_answer_without_an_explicit_approval_is_a_denial() {
    let agent = agent().await;
    let events = resumed(&agent, "unclear", json!({"status": "resolved"})).await;
    let result = of_kind(&events, "TOOL_CALL_RESULT")[0];
    assert_eq!(result["metadata"]["status"], "denied");
}
