//! Stored threads over HTTP: their events, their list, and how their runs ended.

use serde_json::{Value, json};

use crate::support::{Agent, Frames, agent, agent_with, next_input, soon, written};
use crate::verifier::verify;

pub(crate) async fn all(agent: &Agent, thread: &str, until: &str) -> Vec<Value> {
    agent.follow(thread, "0").await.until(until).await
}

#[tokio::test]
async fn a_thread_is_replayed_exactly_as_streamed_and_from_any_event() {
    let agent = agent_with(&["--speed=1000000"]).await;
    let mut frames = agent.start("t", "r", "team").await;
    let mut seen = Vec::new();
    let mut ids = Vec::new();
    while let Some(data) = frames.next_data().await {
        seen.push(data);
        ids.push(frames.last_id.clone().unwrap());
    }
    let expected: Vec<_> = (1..=seen.len()).map(|id| id.to_string()).collect();
    assert_eq!(ids, expected);
    for after in [0, 1, seen.len() / 2, seen.len() - 1] {
        let mut again = agent.follow("t", &after.to_string()).await;
        for data in &seen[after..] {
            assert_eq!(again.next_data().await.as_ref(), Some(data));
        }
    }
    // The same log at its other URL, with the position in the query instead of a header.
    let url = format!("{}/threads/t/events?after={}", agent.url, seen.len() - 1);
    let mut again = Frames::new(soon(agent.client.get(url).send()).await.unwrap());
    assert_eq!(again.next_data().await.as_ref(), seen.last());
}

#[tokio::test]
async fn a_reader_that_disconnects_during_a_query_loses_no_data() {
    let agent = agent().await;
    agent.events("t", "r", "long 500").await;
    for _ in 0..40 {
        let followers = (0..8).map(|_| async {
            let mut frames = agent.follow("t", "0").await;
            frames.next().await;
        });
        futures_util::future::join_all(followers).await;
    }
    let log = all(&agent, "t", "RUN_FINISHED").await;
    assert_eq!(verify(&log), Ok(()));
}

#[tokio::test]
async fn a_follower_gets_new_events() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r1", "text").await;
    frames.until("RUN_STARTED").await;
    let mut follower = agent.follow("t", "0").await;
    follower.until("RUN_STARTED").await;
    agent.step("t", json!({"count": 1})).await;
    follower.until("TEXT_MESSAGE_CONTENT").await;
    agent.post("/test/threads/t/release", &json!({})).await;
    follower.until("RUN_FINISHED").await;
    let next = next_input("r2", "text");
    agent.post("/agui", &next).await;
    let second = follower.until("RUN_FINISHED").await;
    assert_eq!(verify(&second), Ok(()));
}

#[tokio::test]
async fn invalid_positions_and_unknown_threads_are_refused() {
    let agent = agent().await;
    agent.events("t", "r", "text").await;
    for (path, status) in [
        ("/agui/events", 422),
        ("/agui/events?threadId=nothing", 404),
        ("/agui/events?threadId=t&after=x", 422),
        ("/agui/events?threadId=t&after=-1", 422),
        ("/threads/nothing", 404),
        ("/threads/nothing/events", 404),
    ] {
        let request = agent.client.get(format!("{}{path}", agent.url));
        let answer = soon(request.send()).await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
    }
}

#[tokio::test]
async fn threads_are_listed_shown_renamed_and_deleted() {
    let agent = agent().await;
    agent.events("t", "r", "tools, please").await;
    agent.ended("r").await;
    let listed = agent.get("/threads").await;
    assert_eq!(listed["threads"][0]["title"], "tools, please");
    let shown = written(&agent, "t").await;
    let messages = shown["snapshot"]["messages"].as_array().unwrap();
    let roles: Vec<_> = messages
        .iter()
        .map(|m| m["role"].as_str().unwrap())
        .collect();
    let expected = [
        "user",
        "assistant",
        "tool",
        "assistant",
        "tool",
        "assistant",
        "activity",
    ];
    assert_eq!(roles, expected);
    let arguments = messages[1]["toolCalls"][0]["function"]["arguments"].as_str();
    assert_eq!(arguments, Some("{\"path\":\"src/retry.rs\"}"));
    let turn = &messages[6]["content"];
    assert_eq!(turn["outcome"], "finished");
    assert_eq!(turn["activities"].as_array().unwrap().len(), 2);
    assert_eq!(shown["runs"][0]["outcome"], "finished");
    let client = &agent.client;
    let url = format!("{}/threads/t", agent.url);
    let renamed = client.patch(&url).json(&json!({"title": " Retries "}));
    let renamed: Value = soon(renamed.send()).await.unwrap().json().await.unwrap();
    assert_eq!(renamed["title"], "Retries");
    let empty = client.patch(&url).json(&json!({"title": " "}));
    assert_eq!(soon(empty.send()).await.unwrap().status(), 422);
    let deleted = soon(client.delete(&url).send()).await.unwrap();
    assert_eq!(deleted.status(), 204);
    assert_eq!(agent.get("/threads").await["threads"], json!([]));
    let again = soon(client.delete(&url).send()).await.unwrap();
    assert_eq!(again.status(), 404);
    // A new thread can have the id of a deleted one.
    let mut frames = agent.start("t", "r", "text").await;
    frames.rest().await;
    let log = all(&agent, "t", "RUN_FINISHED").await;
    assert_eq!(verify(&log), Ok(()));
}

#[tokio::test]
async fn a_thread_with_a_running_run_is_shown_so_far_and_cannot_be_deleted() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "text").await;
    agent.step("t", json!({"count": 2})).await;
    frames.until("TEXT_MESSAGE_CONTENT").await;
    frames.until("TEXT_MESSAGE_CONTENT").await;
    let shown = agent.get("/threads/t").await;
    assert_eq!(shown["runs"][0]["outcome"], "running");
    assert_eq!(shown["snapshot"]["messages"][1]["content"], "The retry ");
    let url = format!("{}/threads/t", agent.url);
    let deleted = soon(agent.client.delete(url).send()).await.unwrap();
    assert_eq!(deleted.status(), 409);
}

#[tokio::test]
async fn replay_cancelled_task_shows_the_partial_response_and_the_reason() {
    let agent = agent_with(&["--test-mode", "--speed=1000000", "--control=on"]).await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "text").await;
    agent.step("t", json!({"count": 2})).await;
    assert_eq!(agent.cancel("r", None).await.0, 202);
    frames.rest().await;
    let shown = written(&agent, "t").await;
    let message = &shown["snapshot"]["messages"][1];
    assert_eq!(message["content"], "The retry ");
    assert_eq!(
        message["metadata"],
        json!({"cancelled": true, "cancellationReason": "not needed"})
    );
    assert_eq!(shown["runs"][0]["cancelled"], true);
    assert_eq!(shown["runs"][0]["cancellationReason"], "not needed");
}

#[tokio::test]
async fn session_persistence_keeps_an_interjection_under_its_tool_call() {
    let agent = agent_with(&["--test-mode", "--speed=1000000", "--control=on"]).await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "subagent").await;
    agent.step("t", json!({"until": "tool_started"})).await;
    let (_, routed) = agent.say("r", "i1", "Check OAuth").await;
    assert_eq!(routed["targetAgent"], "explore");
    agent.post("/test/threads/t/release", &json!({})).await;
    frames.rest().await;
    let shown = written(&agent, "t").await;
    let messages = shown["snapshot"]["messages"].as_array().unwrap();
    let turn = &messages.last().unwrap()["content"];
    let said = &turn["interjections"][0];
    assert_eq!(said["message"], "Check OAuth");
    assert_eq!(said["status"], "delivered");
    assert_eq!(said["parentId"], routed["parentId"]);
    let activities = turn["activities"].as_array().unwrap().iter();
    let nested = activities.filter(|one| one["parentId"] == routed["parentId"]);
    let kinds: Vec<_> = nested.map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["subagent", "interjection"]);
}

#[tokio::test]
async fn a_disconnect_stores_a_cancelled_run() {
    let agent = agent().await;
    let mut frames = agent.start("t", "r", "never").await;
    frames.until("TEXT_MESSAGE_CONTENT").await;
    drop(frames);
    let shown = written(&agent, "t").await;
    assert_eq!(shown["runs"][0]["outcome"], "cancelled");
    assert_eq!(
        shown["runs"][0]["cancellationReason"],
        "The client disconnected"
    );
}
