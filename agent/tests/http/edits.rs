//! Interjections that are changed or taken back, over HTTP and in the store.

use serde_json::{Value, json};

use crate::support::{Agent, agent_with, customs, of_kind, soon, written};

const OPTIONS: [&str; 3] = ["--test-mode", "--speed=1000000", "--control=on"];

/// The interjections in the thread's snapshot.
async fn shown(agent: &Agent) -> Value {
    let thread = agent.get("/threads/t").await;
    let messages = thread["snapshot"]["messages"].as_array().unwrap();
    messages.last().unwrap()["content"]["interjections"].clone()
}

fn refused(code: &str, error: &str) -> (u16, Value) {
    let answer = json!({"type": "interjection.failed", "id": "i1", "code": code, "error": error});
    (409, answer)
}

#[tokio::test]
async fn a_waiting_message_is_changed_and_another_taken_back() {
    let agent = agent_with(&OPTIONS).await;
    let mut frames = agent.held("tools", "tool_started").await;
    let to_root = |id: &str| {
        (
            202,
            json!({"id": id, "parentId": "root", "targetAgent": "main"}),
        )
    };
    assert_eq!(agent.say("r", "i1", "Mind the header").await, to_root("i1"));
    assert_eq!(agent.say("r", "i1", "Mind the footer").await, to_root("i1"));
    assert_eq!(agent.say("r", "i2", "And the tests").await, to_root("i2"));
    assert_eq!(agent.say("r", "i2", "").await, to_root("i2"));
    assert_eq!(agent.say("r", "i2", "").await, to_root("i2"));
    let live = shown(&agent).await;
    assert_eq!(live[0]["message"], "Mind the footer");
    assert_eq!(
        (&live[1]["status"], &live[1]["reason"]),
        (&json!("undelivered"), &json!("Taken back"))
    );
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    let said: Vec<_> = customs(&events, "user.interjection")
        .iter()
        .map(|value| value["message"].clone())
        .collect();
    assert_eq!(
        said,
        ["Mind the header", "Mind the footer", "And the tests"]
    );
    assert_eq!(customs(&events, "interjection.delivered").len(), 1);
    assert_eq!(
        customs(&events, "interjection.undelivered"),
        [&json!({"id": "i2", "reason": "Taken back"})]
    );
    // The stored thread shows the same after the run.
    written(&agent, "t").await;
    let kept = shown(&agent).await;
    assert_eq!(kept[0]["status"], "delivered");
    assert_eq!(kept[1], live[1]);
    assert_eq!(agent.say("r", "i2", "").await, to_root("i2"));
    let late = agent.say("r", "i2", "After all").await;
    assert_eq!((late.0, &late.1["code"]), (409, &json!("taken_back")));
}

#[tokio::test]
async fn a_change_of_a_delivered_message_is_refused_during_and_after_the_run() {
    let agent = agent_with(&OPTIONS).await;
    let mut frames = agent.held("tools", "tool_started").await;
    assert_eq!(agent.say("r", "i1", "Mind the header").await.0, 202);
    agent.step("t", json!({"until": "tool_finished"})).await;
    agent.step("t", json!({"until": "tool_started"})).await;
    frames.custom("interjection.delivered").await;
    let delivered = refused(
        "already_delivered",
        "The message has been delivered already",
    );
    for text in ["Mind the footer", ""] {
        assert_eq!(agent.say("r", "i1", text).await, delivered);
    }
    assert_eq!(agent.say("r", "i1", "Mind the header").await.0, 202);
    agent.post("/test/threads/t/release", &json!({})).await;
    frames.rest().await;
    agent.ended("r").await;
    for text in ["Mind the footer", ""] {
        assert_eq!(agent.say("r", "i1", text).await, delivered);
    }
    assert_eq!(agent.say("r", "i1", "Mind the header").await.0, 202);
}

#[tokio::test]
async fn the_model_gets_only_the_changed_text_of_a_message_before_its_first_word() {
    let agent = agent_with(&OPTIONS).await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "text").await;
    assert_eq!(agent.say("r", "i1", "long").await.0, 202);
    // The scripted model plays what the last message asks for.
    assert_eq!(agent.say("r", "i1", "tools").await.0, 202);
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    assert_eq!(of_kind(&events, "TOOL_CALL_RESULT").len(), 2);
    assert_eq!(customs(&events, "interjection.delivered").len(), 1);
}

#[tokio::test]
async fn a_message_before_the_models_first_word_can_be_taken_back() {
    let agent = agent_with(&OPTIONS).await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "text").await;
    assert_eq!(agent.say("r", "i1", "tools").await.0, 202);
    assert_eq!(agent.say("r", "i1", "").await.0, 202);
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    assert_eq!(of_kind(&events, "TOOL_CALL_START").len(), 0);
    assert_eq!(customs(&events, "interjection.undelivered").len(), 1);
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
}

#[tokio::test]
async fn a_new_target_gets_the_message() {
    let agent = agent_with(&OPTIONS).await;
    let mut frames = agent.held("subagent", "tool_started").await;
    frames.until("SUBAGENT_STARTED").await;
    assert_eq!(
        agent.say("r", "i1", "Check").await.1["targetAgent"],
        "explore"
    );
    let body =
        json!({"type": "user.interjection", "id": "i1", "message": "Check", "target": "root"});
    let (status, answer) = agent.control("r", body).await;
    assert_eq!((status, &answer["targetAgent"]), (202, &json!("main")));
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    let delivered = events
        .iter()
        .find(|e| e["name"] == "interjection.delivered")
        .unwrap();
    assert!(delivered["subagentRunId"].is_null(), "by the main agent");
}

#[tokio::test]
async fn a_message_is_still_taken_back_after_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let store = format!("--store={}", directory.path().join("agent.db").display());
    let options = ["--test-mode", "--speed=1000000", "--control=on", &store];
    {
        let agent = agent_with(&options).await;
        let mut frames = agent.held("tools", "tool_started").await;
        assert_eq!(agent.say("r", "i1", "Mind the header").await.0, 202);
        assert_eq!(agent.say("r", "i1", "").await.0, 202);
        agent.shutdown.cancel();
        frames.rest().await;
        soon(agent.stopped()).await;
    }
    let agent = agent_with(&options).await;
    assert_eq!(shown(&agent).await[0]["reason"], "Taken back");
    assert_eq!(agent.say("r", "i1", "").await.0, 202);
    let expected = refused("taken_back", "The message has been taken back");
    assert_eq!(agent.say("r", "i1", "After all").await, expected);
}
