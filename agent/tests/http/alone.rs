//! Cancels of a single tool or subagent: forced ones, and ones that are not allowed.

use serde_json::json;

use crate::support::{Agent, agent_with, customs, of_kind};

/// An agent whose grace time is longer than any test.
async fn patient() -> Agent {
    agent_with(&[
        "--test-mode",
        "--speed=1000000",
        "--control=on",
        "--grace=3600",
    ])
    .await
}

#[tokio::test]
async fn a_second_request_with_force_does_not_wait_for_a_subagents_tool() {
    let agent = patient().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "subagent").await;
    agent.step("t", json!({"until": "tool_started"})).await;
    let started = frames.until("SUBAGENT_STARTED").await;
    let explorer = started.last().unwrap()["subagentRunId"].clone();
    let explorer = explorer.as_str().unwrap();
    agent.step("t", json!({"until": "tool_started"})).await;
    assert_eq!(agent.cancel("r", Some(explorer)).await.0, 202);
    let said = frames.custom("task.cancelling").await;
    assert_eq!(said["elementId"], explorer);
    assert_eq!(said["running"][0]["label"], "search_text");
    assert!(said["running"][0]["since"].is_u64());
    let force = json!({"type": "task.cancel.request", "elementId": explorer, "force": true});
    assert_eq!(agent.control("r", force).await.0, 202);
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    let cancelled = customs(&events, "task.cancelled");
    assert_eq!(cancelled.len(), 1);
    assert_eq!(cancelled[0]["elementId"], explorer);
    assert_eq!(of_kind(&events, "SUBAGENT_ERROR")[0]["code"], "cancelled");
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
}

#[tokio::test]
async fn a_second_request_with_force_does_not_wait_for_a_tool() {
    let agent = patient().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "slow").await;
    agent.step("t", json!({"until": "tool_started"})).await;
    let started = frames.until("TOOL_CALL_START").await;
    let tool = started.last().unwrap()["toolCallId"].clone();
    let tool = tool.as_str().unwrap();
    assert_eq!(agent.cancel("r", Some(tool)).await.0, 202);
    let said = frames.custom("task.cancelling").await;
    assert_eq!(said["running"][0]["elementId"], tool);
    let force = json!({"type": "task.cancel.request", "elementId": tool, "force": true});
    assert_eq!(agent.control("r", force).await.0, 202);
    let cancelled = frames.custom("task.cancelled").await;
    assert_eq!(cancelled["elementId"], tool);
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
}

#[tokio::test]
async fn a_task_that_forbids_cancellation_is_not_cancelled_alone() {
    let agent = patient().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "firm").await;
    agent.step("t", json!({"until": "tool_started"})).await;
    let mut elements = Vec::new();
    let mut events = Vec::new();
    while elements.len() < 3 {
        agent.step("t", json!({"count": 1})).await;
        for event in frames.brought(&agent, "r").await {
            match event["type"].as_str() {
                Some("SUBAGENT_STARTED") => elements.push(event["subagentRunId"].clone()),
                Some("TOOL_CALL_START") if event["subagentRunId"].is_null() => {
                    elements.push(event["toolCallId"].clone());
                }
                _ => {}
            }
            events.push(event);
        }
    }
    for element in &elements {
        let (status, answer) = agent.cancel("r", element.as_str()).await;
        let failed = json!({
            "type": "task.cancel.failed",
            "elementId": element,
            "error": "This task cannot be cancelled by itself",
        });
        assert_eq!((status, answer), (409, failed));
    }
    let force = json!({"type": "task.cancel.request", "force": true});
    assert_eq!(agent.control("r", force).await.0, 202);
    events.extend(frames.rest().await);
    let announced = customs(&events, "task.cancellable");
    assert!(
        announced
            .iter()
            .all(|value| !elements.contains(&value["elementId"]))
    );
    assert_eq!(events.last().unwrap()["outcome"]["type"], "cancelled");
}
