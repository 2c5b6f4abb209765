//! Answers to questions: an answer counts once, and only if the agent asked.

use serde_json::{Value, json};

use crate::support::{Agent, Frames, agent, input, of_kind, resolved};

/// Plays a run that ends with an approval question. Returns a request body that approves the call.
pub(crate) async fn asked(agent: &Agent, thread: &str) -> Value {
    let asked = agent.events(thread, "r1", "approval").await;
    let interrupt = &asked.last().unwrap()["outcome"]["interrupts"][0];
    let start = of_kind(&asked, "TOOL_CALL_START")[0];
    let arguments = of_kind(&asked, "TOOL_CALL_ARGS").into_iter();
    let arguments: String = arguments.map(|e| e["delta"].as_str().unwrap()).collect();
    let mut body = input(thread, "r2", "approval");
    body["messages"].as_array_mut().unwrap().push(json!({
        "id": start["parentMessageId"],
        "role": "assistant",
        "toolCalls": [{
            "id": start["toolCallId"],
            "type": "function",
            "function": {"name": start["toolCallName"], "arguments": arguments},
        }],
    }));
    body["resume"] = json!([resolved(interrupt, &json!({"approved": true}))]);
    body
}

/// Sends the body as a run with this id. Returns the last event and the number of tools started.
async fn sent(agent: &Agent, body: &Value, run: &str) -> (Value, u64) {
    let mut body = body.clone();
    body["runId"] = json!(run);
    let events = agent.play(&body).await;
    let started = agent.ended(run).await["toolsStarted"].as_u64().unwrap();
    (events.last().unwrap().clone(), started)
}

fn assert_not_found((last, started): &(Value, u64)) {
    assert_eq!(last["code"], "interrupt_not_found", "{last}");
    assert_eq!(*started, 0);
}

#[tokio::test]
async fn the_same_answer_in_two_runs_runs_the_tool_once() {
    let agent = agent().await;
    let body = asked(&agent, "t").await;
    let (last, started) = sent(&agent, &body, "r2").await;
    assert_eq!(last["type"], "RUN_FINISHED");
    assert!(started > 0);
    assert_not_found(&sent(&agent, &body, "r3").await);
}

/// As a client does that was reloaded before it had read anything of the run.
#[tokio::test]
async fn the_same_answer_in_the_same_run_gets_that_run_again() {
    let agent = agent().await;
    let body = asked(&agent, "t").await;
    agent.hold("t").await;
    let mut one = Frames::new(agent.post("/agui", &body).await);
    one.until("RUN_STARTED").await;
    let mut other = Frames::new(agent.post("/agui", &body).await);
    agent.post("/test/threads/t/release", &json!({})).await;
    let (one, other) = (one.rest().await, other.rest().await);
    // `one` has read RUN_STARTED already.
    assert_eq!(other[1..], one);
    assert!(agent.ended("r2").await["toolsStarted"].as_u64() > Some(0));
    // Also after its end.
    assert_eq!(agent.play(&body).await, other);
    assert_eq!(agent.get("/healthz").await["runs"]["started"], 2);
}

#[tokio::test]
async fn a_call_without_an_open_question_does_not_run() {
    let agent = agent().await;
    let mut body = asked(&agent, "t").await;
    body["threadId"] = json!("other");
    assert_not_found(&sent(&agent, &body, "r2").await);
}

#[tokio::test]
async fn a_denied_or_rejected_call_cannot_be_approved_later() {
    let agent = agent().await;
    let body = asked(&agent, "denied").await;
    let mut denied = body.clone();
    denied["resume"][0]["payload"] = json!({"approved": false});
    assert_eq!(sent(&agent, &denied, "d2").await.0["type"], "RUN_FINISHED");
    assert_not_found(&sent(&agent, &body, "d3").await);

    let body = asked(&agent, "passed").await;
    let mut other = body.clone();
    other.as_object_mut().unwrap().remove("resume");
    let said = json!({"id": "u2", "role": "user", "content": "text"});
    other["messages"].as_array_mut().unwrap().push(said);
    assert_eq!(sent(&agent, &other, "p2").await.0["type"], "RUN_FINISHED");
    assert_not_found(&sent(&agent, &body, "p3").await);
}

#[tokio::test]
async fn an_answer_without_an_open_question_closes_no_question() {
    let agent = agent().await;
    let body = asked(&agent, "t").await;
    let mut wrong = body.clone();
    wrong["resume"][0]["interruptId"] = json!("approve:made-up");
    assert_not_found(&sent(&agent, &wrong, "w1").await);
    assert_not_found(&sent(&agent, &wrong, "w2").await);
    assert!(sent(&agent, &body, "r2").await.1 > 0);
}

#[tokio::test]
async fn an_approved_call_runs_with_the_arguments_that_the_model_asked_for() {
    let agent = agent().await;
    let mut body = asked(&agent, "t").await;
    let call = &mut body["messages"][1]["toolCalls"][0]["function"];
    call["arguments"] = json!("{\"path\":\"made-up\",\"content\":\"made up\"}");
    let events = agent.play(&body).await;
    let result = of_kind(&events, "TOOL_CALL_RESULT")[0]["content"].to_string();
    assert!(
        result.starts_with("\"Wrote ") && !result.contains("made-up"),
        "{result}"
    );
}
