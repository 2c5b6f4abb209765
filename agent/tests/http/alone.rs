//! Forced cancels of a run, a subagent or a tool, and cancels of a single task that are not allowed.

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
async fn a_second_request_with_force_does_not_wait() {
    for (scene, starts, id, label, outcome) in [
        ("slow", "RUN_STARTED", "runId", "run_command", "cancelled"),
        (
            "slow",
            "TOOL_CALL_START",
            "toolCallId",
            "run_command",
            "success",
        ),
        (
            "subagent",
            "SUBAGENT_STARTED",
            "subagentRunId",
            "search_text",
            "success",
        ),
    ] {
        let agent = patient().await;
        agent.hold("t").await;
        let mut frames = agent.start("t", "r", scene).await;
        agent.step("t", json!({"until": "tool_started"})).await;
        let started = frames.until(starts).await;
        let element = started.last().unwrap()[id].as_str().unwrap();
        if scene == "subagent" {
            agent.step("t", json!({"until": "tool_started"})).await;
        }
        // A request that names no element is about the run.
        let named = (starts != "RUN_STARTED").then_some(element);
        assert_eq!(agent.cancel("r", named).await.0, 202);
        let said = frames.custom("task.cancelling").await;
        assert_eq!(said["elementId"], element);
        assert_eq!(said["running"][0]["label"], label);
        assert!(said["running"][0]["since"].is_u64());
        if starts == "TOOL_CALL_START" {
            assert_eq!(said["running"][0]["elementId"], element);
        }
        let mut force = json!({"type": "task.cancel.request", "force": true});
        if let Some(element) = named {
            force["elementId"] = json!(element);
        }
        assert_eq!(agent.control("r", force).await.0, 202);
        let cancelled = frames.custom("task.cancelled").await;
        assert_eq!(cancelled["elementId"], element);
        agent.post("/test/threads/t/release", &json!({})).await;
        let events = frames.rest().await;
        assert_eq!(customs(&events, "task.cancelled").len(), 0, "one answer");
        let stopped = of_kind(&events, "SUBAGENT_ERROR");
        assert_eq!(stopped.len(), usize::from(scene == "subagent"));
        assert!(stopped.iter().all(|event| event["code"] == "cancelled"));
        assert_eq!(events.last().unwrap()["outcome"]["type"], outcome);
    }
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
