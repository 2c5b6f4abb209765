//! A cancel closes the connection to the model at once, and leaves a history that the model takes.

use serde_json::{Value, json};

use crate::api::{ALL, Api, MOMENTS, Moment, agent_of};
use crate::endpoint::{Endpoint, Request};
use crate::support::{Agent, Frames, customs, input, kinds, soon};

/// Waits until the client has seen the beginning of a response up to this moment.
async fn seen(frames: &mut Frames, moment: Moment) {
    let kind = match moment {
        Moment::Thinking => "REASONING_MESSAGE_CONTENT",
        Moment::Text => "TEXT_MESSAGE_CONTENT",
        Moment::Arguments => "TOOL_CALL_ARGS",
    };
    frames.until(kind).await;
}

/// The input of the thread's next run: its messages so far, and another one.
async fn next_input(agent: &Agent, run: &str) -> Value {
    let shown = agent.get("/threads/t").await;
    let messages = shown["snapshot"]["messages"].as_array().unwrap().iter();
    let mut messages: Vec<Value> = messages
        .filter(|message| !["activity", "reasoning"].contains(&message["role"].as_str().unwrap()))
        .cloned()
        .collect();
    messages.push(json!({"id": "u2", "role": "user", "content": "and now?"}));
    let mut body = input("t", run, "");
    body["messages"] = json!(messages);
    body
}

#[tokio::test]
async fn a_cancel_closes_the_connection_and_the_next_request_is_valid() {
    for api in ALL {
        for moment in MOMENTS {
            cancelled_at(api, moment).await;
        }
    }
}

async fn cancelled_at(api: Api, moment: Moment) {
    let endpoint = Endpoint::start().await;
    let agent = agent_of(api, &endpoint, &["--reasoning-effort=high"]).await;
    let mut frames = agent.start("t", "r", "look at both").await;
    let mut request = endpoint.request().await;
    request.begin(api.until(moment)).await;
    seen(&mut frames, moment).await;
    assert_eq!(agent.cancel("r", None).await.0, 202);
    // The test sends nothing more: the agent does not wait for the next event.
    request.closed().await;

    let events = frames.rest().await;
    assert_eq!(events.last().unwrap()["outcome"]["type"], "cancelled");
    assert_eq!(customs(&events, "task.cancelled").len(), 1);
    let content = [
        "TEXT_MESSAGE_CONTENT",
        "REASONING_MESSAGE_CONTENT",
        "TOOL_CALL_ARGS",
    ];
    assert!(
        kinds(&events).iter().all(|kind| !content.contains(kind)),
        "{api:?} {moment:?}: {events:#?}"
    );
    soon(agent.ended("r")).await;
    assert!(endpoint.is_left_alone().await, "{api:?} {moment:?}");

    let next = next_input(&agent, "r2").await;
    let mut frames = Frames::new(agent.post("/agui", &next).await);
    let request = endpoint.request().await;
    let results = api.results(&request.body);
    let said = api.conversation(&request.body).to_string();
    let partial = said.contains("Je regarde ");
    assert_eq!(partial, moment != Moment::Thinking, "{said}");
    // DeepSeek refuses a call without the reasoning before it. Other APIs take back only signed reasoning.
    let reasoned = api == Api::Chat && moment == Moment::Arguments;
    assert_eq!(said.contains("Two files"), reasoned, "{said}");
    match (moment, &results[..]) {
        (Moment::Arguments, [result]) => assert!(!result.is_empty()),
        (Moment::Thinking | Moment::Text, []) => {}
        (_, other) => panic!("{api:?} {moment:?}: {other:?}"),
    }
    if api == Api::Anthropic {
        // The signed thinking before the call is lost with its response.
        let thinks = request.body["thinking"].is_object();
        assert_eq!(thinks, moment != Moment::Arguments);
    }
    request.answer(&api.says("Here.")).await;
    let events = frames.rest().await;
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
}

#[tokio::test]
async fn a_cancel_before_the_first_byte_closes_the_connection() {
    for api in ALL {
        let endpoint = Endpoint::start().await;
        let agent = agent_of(api, &endpoint, &[]).await;
        let mut frames = agent.start("t", "r", "hi").await;
        let request: Request = endpoint.request().await;
        assert_eq!(agent.cancel("r", None).await.0, 202);
        request.closed().await;
        let events = frames.rest().await;
        assert_eq!(events.last().unwrap()["outcome"]["type"], "cancelled");
    }
}

/// What arrives together with the cancel, or is on its way, is not emitted.
#[tokio::test]
async fn nothing_that_the_model_says_after_a_cancel_is_emitted() {
    for api in ALL {
        let endpoint = Endpoint::start().await;
        let agent = agent_of(api, &endpoint, &[]).await;
        let mut frames = agent.start("t", "r", "look at both").await;
        let mut request = endpoint.request().await;
        request.begin(api.until(Moment::Text)).await;
        seen(&mut frames, Moment::Text).await;
        assert_eq!(agent.cancel("r", None).await.0, 202);
        let rest = &api.whole()[api.until(Moment::Text).len()..];
        request.try_more(rest).await;
        let events = frames.rest().await;
        assert_eq!(events.last().unwrap()["outcome"]["type"], "cancelled");
        assert!(!kinds(&events).contains(&"TOOL_CALL_START"), "{api:?}");
    }
}
