//! The guided tour: each step ends when the person has done what it asks, and the next text says
//! what the person did.

use serde_json::{Value, json};

use crate::support::{Agent, agent, input, of_kind, text};
use crate::verifier::verify;

/// Steps the tour until its three agents have each sent some text.
async fn start_agents(agent: &Agent) {
    for _ in 0..3 {
        agent.step("t", json!({"until": "tool_started"})).await;
    }
    agent.step("t", json!({"count": 6})).await;
}

fn call_of<'a>(events: &'a [Value], name: &str) -> &'a str {
    let mut calls = of_kind(events, "TOOL_CALL_START").into_iter().rev();
    let call = calls.find(|call| call["toolCallName"] == name).unwrap();
    call["toolCallId"].as_str().unwrap()
}

#[tokio::test]
async fn the_tour_continues_after_each_action_of_the_person_and_names_the_action() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "tour").await;
    start_agents(&agent).await;
    assert_eq!(agent.say("r", "i1", "mind the dates").await.0, 202);
    start_agents(&agent).await;
    let mut events = frames.brought(&agent, "r").await;
    let said = text(&events);
    assert!(said.contains("You told me: *mind the dates*"), "{said}");
    assert!(said.contains("**explore** got your words"), "{said}");
    assert!(said.contains("Step 2 of 4"), "{said}");

    let plan = call_of(&events, "plan").to_owned();
    assert_eq!(agent.cancel("r", Some(&plan)).await.0, 202);
    agent.step("t", json!({"until": "tool_started"})).await;
    events.extend(frames.brought(&agent, "r").await);
    let said = text(&events);
    assert!(said.contains("You stopped **plan**"), "{said}");
    assert!(said.contains("Step 3 of 4"), "{said}");
    assert!(
        said.contains("Step 4 of 4"),
        "nobody who has queued waits: {said}"
    );

    assert_eq!(agent.cancel("r", None).await.0, 202);
    agent.post("/test/threads/t/release", &json!({})).await;
    events.extend(frames.rest().await);
    assert_eq!(verify(&events), Ok(()));

    let answer = next(&agent, &text(&events)).await;
    assert!(
        answer.starts_with("Here is your message: *sum it up*. It is a turn of its own"),
        "{answer}"
    );
    assert!(answer.contains("That was the tour"), "{answer}");
}

/// Sends a queued message after a tour that ended with this text. Returns the answer.
async fn next(agent: &Agent, said: &str) -> String {
    let mut next = input("u", "r2", "tour");
    let messages = next["messages"].as_array_mut().unwrap();
    messages.push(json!({"id": "a", "role": "assistant", "content": said}));
    messages.push(json!({"id": "q", "role": "user", "content": "sum it up"}));
    let answer = agent.play(&next).await;
    text(&answer)
}

#[tokio::test]
async fn the_tour_continues_by_itself() {
    let agent = agent().await;
    let said = text(&agent.events("t", "r", "tour").await);
    assert!(said.contains("You have done nothing so far"), "{said}");
    assert!(said.contains("That was the tour"), "{said}");
    let answer = next(&agent, &said).await;
    assert!(
        answer.starts_with("Here is your message: *sum it up*. What you queue"),
        "{answer}"
    );
}

#[tokio::test]
async fn only_the_answer_right_after_a_tour_refers_to_it() {
    let agent = agent().await;
    let said = [
        "You let me finish, so what you have queued starts by itself. That was the tour.",
        "Something else.",
    ];
    let mut later = input("t", "r", "tour");
    let messages = later["messages"].as_array_mut().unwrap();
    for (number, text) in said.iter().enumerate() {
        messages.push(json!({"id": format!("a{number}"), "role": "assistant", "content": text}));
        messages.push(json!({"id": format!("q{number}"), "role": "user", "content": "and now"}));
    }
    let answer = agent.play(&later).await;
    let answer = text(&answer);
    assert!(!answer.contains("Here is your message"), "{answer}");
}

#[tokio::test]
async fn the_main_agent_quotes_an_interjection_on_the_tour() {
    let agent = agent().await;
    agent.hold("t").await;
    let mut frames = agent.start("t", "r", "tour").await;
    start_agents(&agent).await;
    let told = json!({
        "type": "user.interjection", "threadId": "t", "runId": "r",
        "id": "i1", "message": "hurry up", "target": "root",
    });
    assert_eq!(agent.post("/agui/control", &told).await.status(), 202);
    agent.step("t", json!({"until": "end"})).await;
    let said = text(&frames.rest().await);
    assert!(
        said.contains("You told me, the main agent: *hurry up*."),
        "{said}"
    );
}
