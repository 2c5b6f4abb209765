//! Tools that a client offers with its input, over HTTP.

use serde_json::{Value, json};

use crate::later::statuses;
use crate::support::{
    Agent, Frames, agent, agent_with, customs, input, next, of_kind, text, written,
};
use crate::verifier::verify;

fn offering(run: &str, prompt: &str, name: &str) -> Value {
    let mut body = input("t", run, prompt);
    body["tools"] = json!([
        {"name": "not a name", "description": "an endpoint would refuse it"},
        {
            "name": name,
            "description": "Asks the user for a colour",
            "parameters": {
                "type": "object",
                "properties": {"about": {"type": "string"}, "many": {"type": "boolean"}},
            },
        },
    ]);
    body
}

/// The input of the next run, with the thread's messages and the result of the client's call.
async fn answering(agent: &Agent, call: &Value) -> Value {
    let result = json!({"id": "a1", "role": "tool", "toolCallId": call, "content": "red"});
    let mut body = next(agent, "r2", &[result]).await;
    body["tools"] = offering("r2", "page", "pick_colour")["tools"].take();
    body
}

#[tokio::test]
async fn a_run_ends_with_a_pending_client_call_and_the_next_run_continues() {
    let agent = agent().await;
    let events = agent.play(&offering("r1", "page", "pick_colour")).await;
    assert_eq!(verify(&events), Ok(()));
    let starts = of_kind(&events, "TOOL_CALL_START");
    assert_eq!(starts[1]["toolCallName"], "pick_colour");
    let call = &starts[1]["toolCallId"];
    let arguments = of_kind(&events, "TOOL_CALL_ARGS").into_iter();
    let arguments: String = arguments
        .filter(|event| event["toolCallId"] == *call)
        .map(|event| event["delta"].as_str().unwrap())
        .collect();
    assert_eq!(arguments, "{\"about\":\"tidepool\",\"many\":true}");
    assert_eq!(of_kind(&events, "TOOL_CALL_RESULT").len(), 1);
    let outcome = json!({"type": "success", "pendingToolCallIds": [call]});
    assert_eq!(events.last().unwrap()["outcome"], outcome);
    let body = answering(&agent, call).await;
    let events = agent.play(&body).await;
    assert_eq!(verify(&events), Ok(()));
    assert_eq!(text(&events), "Thank you. Your client says: red");
    assert_eq!(
        events.last().unwrap()["outcome"],
        json!({"type": "success"})
    );
}

#[tokio::test]
async fn a_client_call_that_did_not_run_is_not_shown_as_completed() {
    for status in ["cancelled", "denied"] {
        let agent = agent().await;
        let events = agent.play(&offering("r1", "page", "pick_colour")).await;
        let call = &events.last().unwrap()["outcome"]["pendingToolCallIds"][0];
        let mut body = answering(&agent, call).await;
        let result = body["messages"].as_array_mut().unwrap().last_mut().unwrap();
        result["metadata"] = json!({"status": status});
        agent.play(&body).await;
        let over = written(&agent, "t").await;
        let shown = statuses(&over, "r1");
        assert!(shown.contains(&("pick_colour", status)), "{shown:?}");
    }
}

#[tokio::test]
async fn a_client_tool_does_not_replace_an_agent_tool_of_the_same_name() {
    let agent = agent().await;
    for name in ["read_file", "explore"] {
        let run = format!("r-{name}");
        let mut body = offering(&run, "page", name);
        body["threadId"] = json!(name);
        let events = agent.play(&body).await;
        assert!(text(&events).contains("has not offered me any tool"));
    }
}

#[tokio::test]
async fn a_message_while_another_tool_runs_closes_the_client_call() {
    let agent = agent_with(&["--test-mode", "--speed=1000000", "--control=on"]).await;
    agent.hold("t").await;
    let body = offering("r", "page", "pick_colour");
    let mut frames = Frames::new(agent.post("/agui", &body).await);
    let mut events = Vec::new();
    while of_kind(&events, "TOOL_CALL_END").len() < 2 {
        agent.step("t", json!({"count": 1})).await;
        events.extend(frames.brought(&agent, "r").await);
    }
    assert_eq!(agent.say("r", "i1", "text").await.0, 202);
    agent.post("/test/threads/t/release", &json!({})).await;
    events.extend(frames.rest().await);
    assert_eq!(verify(&events), Ok(()));
    let results = of_kind(&events, "TOOL_CALL_RESULT");
    assert_eq!(results.len(), 2);
    assert_eq!(results[0]["metadata"]["status"], "cancelled");
    assert_eq!(customs(&events, "interjection.delivered").len(), 1);
    assert_eq!(
        events.last().unwrap()["outcome"],
        json!({"type": "success"})
    );
}
