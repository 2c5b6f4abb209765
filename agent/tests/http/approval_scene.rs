//! What the scene `approval` does with each answer to its question.

use serde_json::{Value, json};

use crate::support::{Agent, agent, input, kinds, of_kind, text};
use crate::verifier::verify;

const WROTE: &str = "Wrote 172 bytes to src/retry.rs";
const WROTE_EDITED: &str = "Wrote 4 bytes to src/other.rs";
const DENIED: &str = "The user denied this call.";
const DISMISSED: &str = "The user dismissed the question; the call did not run.";

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
async fn the_tool_runs_only_if_approved_and_the_agent_says_what_it_did() {
    let agent = agent().await;
    let edited = json!({"path": "src/other.rs", "content": "1234"});
    let edited = json!({"approved": true, "editedArgs": edited});
    let answered = |payload: Value| json!({"status": "resolved", "payload": payload});
    let unclear = json!({"status": "resolved"});
    let dropped = json!({"status": "cancelled"});
    let yes = answered(json!({"approved": true}));
    let no = answered(json!({"approved": false}));
    let (untouched, unanswered) = ("not touched the file", "without an answer");
    let (refused, stopped) = (Some("denied"), Some("cancelled"));
    // The answer, how many tools run, the result of the first call, and what the agent says.
    for (thread, answer, ran, result, status, says) in [
        ("yes", yes, 2, WROTE, None, "Done."),
        ("edit", answered(edited), 1, WROTE_EDITED, None, "Done."),
        ("no", no, 0, DENIED, refused, untouched),
        ("unclear", unclear, 0, DENIED, refused, untouched),
        ("dropped", dropped, 0, DISMISSED, stopped, unanswered),
    ] {
        let events = resumed(&agent, thread, answer).await;
        let results = of_kind(&events, "TOOL_CALL_RESULT");
        assert_eq!(results[0]["content"], result, "{thread}");
        assert_eq!(results[0]["metadata"]["status"].as_str(), status);
        let record = agent.ended(&format!("{thread}-2")).await;
        assert_eq!(record["toolsStarted"], ran);
        assert_eq!(results.len(), ran.max(1));
        assert!(text(&events).contains(says), "{thread}: {}", text(&events));
    }
}
