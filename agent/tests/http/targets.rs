//! Targets of an interjection over HTTP: the working agent, or all agents.

use serde_json::json;

use crate::control::controlled;
use crate::support::customs;

#[tokio::test]
async fn the_answer_to_a_message_for_all_agents_lists_every_copy() {
    let agent = controlled().await;
    let mut frames = agent.held("subagent", "tool_started").await;
    let call = frames.until("SUBAGENT_STARTED").await;
    let call = &call.last().unwrap()["parentToolCallId"];
    let said = json!({
        "type": "user.interjection", "id": "i1", "message": "mind the dates", "target": "all",
    });
    let (status, answer) = agent.control("r", said.clone()).await;
    assert_eq!((status, &answer["targetAgent"]), (202, &json!("main")));
    assert_eq!(answer["also"][0]["id"], "i1~2");
    assert_eq!(&answer["also"][0]["parentId"], call);
    let again = agent.control("r", said).await;
    assert_eq!(again, (status, answer));
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    assert_eq!(customs(&events, "user.interjection").len(), 2);
    assert_eq!(customs(&events, "interjection.delivered").len(), 2);
    for wrong in [json!([]), json!([1]), json!(["auto"]), json!("")] {
        let body = json!({
            "type": "user.interjection", "id": "i2", "message": "x", "target": wrong,
        });
        assert!([404, 409, 422].contains(&agent.control("r", body).await.0));
    }
}

#[tokio::test]
async fn a_message_goes_to_a_working_explorer() {
    let agent = controlled().await;
    let mut frames = agent.held("subagent", "tool_started").await;
    let call = frames.until("SUBAGENT_STARTED").await;
    let call = &call.last().unwrap()["parentToolCallId"];
    let (_, answer) = agent.say("r", "i1", "Check OAuth").await;
    assert_eq!(
        (&answer["parentId"], &answer["targetAgent"]),
        (call, &json!("explore"))
    );
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    let said = events.iter().find(|e| e["name"] == "user.interjection");
    assert!(said.unwrap()["subagentRunId"].is_string());
    assert_eq!(customs(&events, "interjection.delivered").len(), 1);
}
