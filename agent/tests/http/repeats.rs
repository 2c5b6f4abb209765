//! Run requests that are repeated, retried or in conflict.

use serde_json::{Value, json};

use crate::support::{Agent, Frames, agent, input, kinds, next_input, written};
use crate::verifier::verify;

/// The events of a run that Midturn asks for.
async fn midturns(agent: &Agent, thread: &str, run: &str, prompt: &str) -> Vec<Value> {
    let mut body = input(thread, run, prompt);
    body["forwardedProps"] = json!({"midturn": {"onDisconnect": "continue"}});
    Frames::new(agent.post("/agui", &body).await).rest().await
}

#[tokio::test]
async fn a_repeated_message_starts_one_run() {
    let agent = agent().await;
    let first = midturns(&agent, "t", "r1", "tools").await;
    assert_eq!(midturns(&agent, "t", "r2", "tools").await, first);
    // Of any client while the run is in progress.
    agent.hold("u").await;
    let mut one = agent.start("u", "r3", "tools").await;
    one.until("RUN_STARTED").await;
    let mut other = agent.start("u", "r4", "tools").await;
    agent.post("/test/threads/u/release", &json!({})).await;
    let (one, other) = (one.rest().await, other.rest().await);
    // `one` has read RUN_STARTED already.
    assert_eq!(other[1..], one);
    let health = agent.get("/healthz").await;
    assert_eq!(health["runs"]["started"], 2);
}

#[tokio::test]
async fn a_plain_client_gets_another_answer_to_the_same_message_by_another_run_id() {
    let agent = agent().await;
    let first = agent.events("t", "r1", "text").await;
    assert_eq!(agent.events("t", "r1", "text").await, first);
    written(&agent, "t").await;
    let second = agent.events("t", "r2", "text").await;
    assert_eq!(verify(&second), Ok(()));
    assert_eq!(second[0]["runId"], "r2");
    assert_eq!(agent.get("/healthz").await["runs"]["started"], 2);
}

#[tokio::test]
async fn requests_with_the_same_message_at_the_same_moment_start_one_run() {
    let agent = agent().await;
    for round in 0..20 {
        let thread = format!("t{round}");
        agent.hold(&thread).await;
        // Even rounds: each request has a run id of its own. Odd rounds: all have the same.
        let asked = (0..6).map(|ask| {
            let run = if round % 2 == 0 { ask } else { 0 };
            let body = input(&thread, &format!("{thread}-r{run}"), "tools");
            let agent = &agent;
            async move { agent.post("/agui", &body).await }
        });
        let answers = futures_util::future::join_all(asked).await;
        agent
            .post(&format!("/test/threads/{thread}/release"), &json!({}))
            .await;
        let mut streams = Vec::new();
        for answer in answers {
            streams.push(Frames::new(answer).rest().await);
        }
        assert_eq!(verify(&streams[0]), Ok(()));
        for other in &streams[1..] {
            assert_eq!(*other, streams[0], "everybody gets the same run");
        }
    }
    assert_eq!(agent.get("/healthz").await["runs"]["started"], 20);
}

#[tokio::test]
async fn a_shared_run_is_cancelled_when_its_last_client_disconnects() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut one = agent.start("t", "r1", "tools").await;
    one.until("RUN_STARTED").await;
    let mut other = agent.start("t", "r2", "tools").await;
    other.until("RUN_STARTED").await;
    drop(one);
    agent.step("t", json!({"until": "tool_started"})).await;
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = other.rest().await;
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
    agent.hold("u").await;
    let mut one = agent.start("u", "r3", "never").await;
    one.until("RUN_STARTED").await;
    let mut other = agent.start("u", "r4", "never").await;
    other.until("RUN_STARTED").await;
    drop(one);
    drop(other);
    assert_eq!(agent.ended("r3").await["state"], "cancelled");
}

#[tokio::test]
async fn a_failed_message_can_be_sent_again() {
    let agent = agent().await;
    let first = agent.events("t", "r1", "fail").await;
    assert_eq!(kinds(&first).last(), Some(&"RUN_ERROR"));
    let second = agent.events("t", "r2", "fail").await;
    assert_eq!(second[0]["runId"], "r2");
    // A run id is never executed twice, even after a failure.
    assert_eq!(agent.events("t", "r2", "fail").await, second);
    let used = agent.post("/agui", &input("t", "r2", "text")).await;
    assert_eq!(used.status(), 409);
}

#[tokio::test]
async fn a_repeated_request_for_a_scene_that_refuses_once_is_no_run_of_its_own() {
    let agent = agent().await;
    for scene in ["http429", "busy"] {
        let run = |number| format!("{scene}-{number}");
        let refused = agent.post("/agui", &input(scene, &run(1), scene)).await;
        assert!(refused.status().is_client_error(), "{scene}");
        let events = agent.events(scene, &run(2), scene).await;
        assert_eq!(agent.ended(&run(2)).await["state"], "finished");
        assert_eq!(midturns(&agent, scene, &run(3), scene).await, events);
        let repeated = agent.get(&format!("/test/runs/{}", run(3))).await;
        assert_ne!(repeated["state"], "running");
    }
    assert_eq!(agent.get("/healthz").await["runs"]["running"], 0);
}

#[tokio::test]
async fn a_busy_thread_refuses_another_message() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r1", "text").await;
    frames.until("RUN_STARTED").await;
    let next = next_input("r2", "text");
    let answer = agent.post("/agui", &next).await;
    assert_eq!(answer.status(), 409);
    let error: Value = answer.json().await.unwrap();
    assert_eq!(error["error"]["code"], "thread_busy");
}
