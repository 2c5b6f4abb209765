//! Test mode: holding a thread and stepping its runs.

use serde_json::json;

use crate::support::{agent, agent_with, kinds, of_kind, soon, text};
use crate::verifier::verify;

#[tokio::test]
async fn a_held_run_sends_only_its_start() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "text").await;
    assert_eq!(frames.next().await.unwrap()["type"], "RUN_STARTED");
    let record = agent.get("/test/runs/r").await;
    assert_eq!(
        (&record["state"], &record["deltas"]),
        (&json!("running"), &json!(0))
    );
}

#[tokio::test]
async fn an_order_makes_exactly_the_requested_number_of_steps() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "text").await;
    for (count, sum) in [(1, 1), (3, 4), (0, 4), (10, 14)] {
        let report = agent.step("t", json!({"count": count})).await;
        assert_eq!(report, json!({"steps": count, "ended": false}));
        assert_eq!(agent.get("/test/runs/r").await["deltas"], sum);
    }
    // An empty order is one step.
    assert_eq!(agent.step("t", json!({})).await["steps"], 1);
    let report = agent.step("t", json!({"until": "end"})).await;
    assert_eq!(report["ended"], true);
    let events = frames.rest().await;
    assert_eq!(verify(&events), Ok(()));
    let pieces = of_kind(&events, "TEXT_MESSAGE_CONTENT").len();
    // Each word is a step, and so is the end. The first 15 words were stepped before this order.
    assert_eq!(report["steps"], pieces - 15 + 1);
}

#[tokio::test]
async fn the_last_word_and_the_end_are_two_steps() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "long 2").await;
    assert_eq!(agent.step("t", json!({"count": 2})).await["ended"], false);
    assert_eq!(agent.get("/test/runs/r").await["state"], "running");
    let last = agent.step("t", json!({"count": 5})).await;
    assert_eq!(last, json!({"steps": 1, "ended": true}));
    assert_eq!(verify(&frames.rest().await), Ok(()));
}

#[tokio::test]
async fn steps_stop_where_a_tool_starts_and_where_it_finishes() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "tools").await;
    agent.step("t", json!({"until": "text"})).await;
    frames.until("TEXT_MESSAGE_CONTENT").await;
    agent.step("t", json!({"until": "tool_started"})).await;
    frames.until("TOOL_CALL_END").await;
    let record = agent.get("/test/runs/r").await;
    assert_eq!(
        (&record["toolsStarted"], &record["toolsFinished"]),
        (&json!(1), &json!(0))
    );
    agent.step("t", json!({"until": "tool_finished"})).await;
    let until = frames.until("TOOL_CALL_RESULT").await;
    assert_eq!(kinds(&until), ["TOOL_CALL_RESULT"]);
    let record = agent.get("/test/runs/r").await;
    assert_eq!(
        (&record["modelCalls"], &record["toolsFinished"]),
        (&json!(2), &json!(1))
    );
    agent.step("t", json!({"until": "end"})).await;
    frames.until("RUN_FINISHED").await;
}

#[tokio::test]
async fn parallel_tools_finish_in_the_order_of_their_durations() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "parallel").await;
    let mut seen = Vec::new();
    for _ in 0..3 {
        agent.step("t", json!({"until": "tool_finished"})).await;
        seen.extend(frames.until("TOOL_CALL_RESULT").await);
    }
    let contents: Vec<_> = of_kind(&seen, "TOOL_CALL_RESULT")
        .into_iter()
        .map(|event| event["content"].as_str().unwrap().trim_start())
        .collect();
    assert!(contents[0].starts_with("No differences"), "{contents:?}");
    assert!(contents[1].starts_with("Checking"), "{contents:?}");
    assert!(contents[2].starts_with("Documenting"), "{contents:?}");
}

#[tokio::test]
async fn a_nested_agent_is_stepped_like_its_parent() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "subagent").await;
    agent.step("t", json!({"until": "tool_started"})).await;
    frames.until("SUBAGENT_STARTED").await;
    assert_eq!(agent.step("t", json!({"count": 2})).await["steps"], 2);
    let inner = frames.until("TEXT_MESSAGE_CONTENT").await;
    assert!(inner.iter().all(|event| event["subagentRunId"].is_string()));
    agent.step("t", json!({"until": "end"})).await;
    frames.until("RUN_FINISHED").await;
}

#[tokio::test]
async fn a_step_may_be_ordered_before_the_run_begins() {
    let agent = agent().await;
    agent.hold("t").await;
    let order = agent.step("t", json!({"count": 2}));
    let begin = agent.start("t", "r", "text");
    let (report, _frames) = tokio::join!(order, begin);
    assert_eq!(report["steps"], 2);
    assert_eq!(agent.get("/test/runs/r").await["deltas"], 2);
}

#[tokio::test]
async fn a_released_thread_continues_by_itself_and_cannot_be_stepped() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "text").await;
    agent.step("t", json!({"count": 2})).await;
    agent.post("/test/threads/t/release", &json!({})).await;
    assert_eq!(verify(&frames.rest().await), Ok(()));
    let answer = agent.post("/test/threads/t/step", &json!({})).await;
    assert_eq!(answer.status(), 409);
}

#[tokio::test]
async fn a_running_run_can_be_held() {
    // Normal speed, so that the run waits for its next word when the thread is held.
    let agent = agent_with(&["--test-mode"]).await;
    let mut frames = agent.start("t", "r", "never").await;
    frames.until("RUN_STARTED").await;
    agent.hold("t").await;
    // After a step the run is quiet, whatever it did when the thread was held.
    agent.step("t", json!({"count": 1})).await;
    let before = agent.get("/test/runs/r").await["deltas"].as_u64().unwrap();
    agent.step("t", json!({"count": 25})).await;
    let after = agent.get("/test/runs/r").await["deltas"].as_u64().unwrap();
    assert_eq!(after - before, 25);
}

#[tokio::test]
async fn other_threads_are_not_held() {
    let agent = agent().await;
    agent.hold("t").await;
    assert_eq!(verify(&agent.events("u", "r", "text").await), Ok(()));
}

#[tokio::test]
async fn an_order_without_a_run_times_out_and_an_invalid_order_is_refused() {
    let agent = agent().await;
    agent.hold("t").await;
    let order = json!({"count": 1, "timeoutMs": 20});
    let answer = agent.post("/test/threads/t/step", &order).await;
    assert_eq!(answer.status(), 408);
    for order in [
        json!({"count": -1}),
        json!({"count": "all"}),
        json!({"until": "doomsday"}),
        json!({"until": "end", "count": 1}),
        json!({"until": 3}),
    ] {
        let answer = agent.post("/test/threads/t/step", &order).await;
        assert_eq!(answer.status(), 422, "{order}");
    }
}

#[tokio::test]
async fn a_stepped_run_sends_the_same_text_as_a_free_run() {
    let agent = agent().await;
    let free = text(&agent.events("free", "r1", "plan").await);
    agent.hold("held").await;
    let mut frames = agent.start("held", "r2", "plan").await;
    agent.step("held", json!({"until": "end"})).await;
    assert_eq!(text(&soon(frames.rest()).await), free);
}
