//! Questions of nested agents over HTTP, also after a restart and in the store.

use serde_json::{Value, json};

use crate::support::{agent, agent_with, next, of_kind, resolved, soon, written};
use crate::verifier::verify;

fn answers(interrupts: &Value, approved: &[bool]) -> Value {
    let asked = interrupts.as_array().unwrap().iter().zip(approved);
    let answers = asked.map(|(one, approved)| resolved(one, &json!({"approved": approved})));
    answers.collect()
}

fn results(events: &[Value]) -> Vec<(&str, Option<&str>)> {
    let results = of_kind(events, "TOOL_CALL_RESULT").into_iter();
    let results = results.map(|event| {
        (
            event["content"].as_str().unwrap(),
            event["metadata"]["status"].as_str(),
        )
    });
    results.collect()
}

#[tokio::test]
async fn a_subagent_asks_and_continues_with_the_answer() {
    let agent = agent().await;
    let asked = agent.events("t", "r1", "delegate").await;
    assert_eq!(verify(&asked), Ok(()));
    let suspended = of_kind(&asked, "SUBAGENT_FINISHED")[0];
    let interrupts = asked.last().unwrap()["outcome"]["interrupts"].clone();
    assert_eq!(interrupts[0]["subagentRunId"], suspended["subagentRunId"]);
    let outcome = json!({"type": "suspended", "interruptIds": [interrupts[0]["id"]]});
    assert_eq!(suspended["outcome"], outcome);
    let mut body = next(&agent, "r2", &[]).await;
    body["resume"] = answers(&interrupts, &[true]);
    let events = agent.play(&body).await;
    assert_eq!(verify(&events), Ok(()));
    let started = of_kind(&events, "SUBAGENT_STARTED")[0];
    assert_eq!(started["subagentRunId"], suspended["subagentRunId"]);
    assert_eq!(
        results(&events),
        [
            ("Wrote 31 bytes to src/retry.rs", None),
            ("I have written src/retry.rs.", None)
        ]
    );
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
    // The same answer in another run starts nothing.
    body["runId"] = json!("r3");
    let again = agent.play(&body).await;
    assert_eq!(again.last().unwrap()["code"], "interrupt_not_found");
}

#[tokio::test]
async fn after_a_restart_two_subagents_and_the_main_agent_continue_together() {
    let directory = tempfile::tempdir().unwrap();
    let store = format!("--store={}", directory.path().join("agent.db").display());
    let options = ["--test-mode", "--speed=1000000", &store];
    let interrupts = {
        let agent = agent_with(&options).await;
        let asked = agent.events("t", "r1", "delegate 2").await;
        assert_eq!(verify(&asked), Ok(()));
        written(&agent, "t").await;
        agent.shutdown.cancel();
        soon(agent.stopped()).await;
        asked.last().unwrap()["outcome"]["interrupts"].clone()
    };
    assert_eq!(interrupts.as_array().unwrap().len(), 3);
    assert!(interrupts[0]["subagentRunId"].is_null(), "the main agent's");
    let agent = agent_with(&options).await;
    let mut body = next(&agent, "r2", &[]).await;
    body["resume"] = answers(&interrupts, &[true, false, true]);
    let events = agent.play(&body).await;
    assert_eq!(verify(&events), Ok(()));
    let mut got = results(&events);
    got.sort_unstable();
    assert_eq!(
        got,
        [
            ("I have left src/retry.rs as it was.", None),
            ("I have written tests/retry.rs.", None),
            ("The user denied this call.", Some("denied")),
            ("Wrote 11 bytes to README.md", None),
            ("Wrote 31 bytes to tests/retry.rs", None),
        ]
    );
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
}

#[tokio::test]
async fn another_message_instead_of_an_answer_ends_the_subagent() {
    let agent = agent().await;
    let asked = agent.events("t", "r1", "delegate").await;
    let interrupts = asked.last().unwrap()["outcome"]["interrupts"].clone();
    let said = json!({"id": "u2", "role": "user", "content": "text"});
    let body = next(&agent, "r2", &[said]).await;
    let events = agent.play(&body).await;
    assert_eq!(
        results(&events),
        [("User interrupted with new message", Some("denied"))]
    );
    assert_eq!(of_kind(&events, "SUBAGENT_STARTED").len(), 0);
    let mut late = next(&agent, "r3", &[]).await;
    late["resume"] = answers(&interrupts, &[true]);
    let events = agent.play(&late).await;
    assert_eq!(events.last().unwrap()["code"], "interrupt_not_found");
}

#[tokio::test]
async fn an_interjection_before_the_run_waits_rejects_the_question() {
    let agent = agent_with(&["--test-mode", "--speed=1000000", "--control=on"]).await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "delegate 2").await;
    let mut events = Vec::new();
    // Three calls of the main agent, and one call of a nested agent that asks.
    while of_kind(&events, "TOOL_CALL_END").len() < 4 {
        agent.step("t", json!({"count": 1})).await;
        events.extend(frames.brought(&agent, "r").await);
    }
    let body = json!({
        "type": "user.interjection", "id": "i1", "message": "Show me first", "target": "root",
    });
    assert_eq!(agent.control("r", body).await.0, 202);
    agent.post("/test/threads/t/release", &json!({})).await;
    events.extend(frames.rest().await);
    assert_eq!(verify(&events), Ok(()));
    let rejected = results(&events);
    let rejected = rejected
        .iter()
        .filter(|(_, status)| *status == Some("denied"));
    assert_eq!(rejected.count(), 3, "nobody asks any more");
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
}
