//! Cancels and interjections over HTTP: every request gets one correct answer.

use serde_json::{Value, json};

use crate::support::{Agent, Frames, agent_with, customs, input, kinds, next_input, of_kind, soon};
use crate::verifier::verify;

/// An agent in test mode, with the control extension announced and no grace time.
pub(crate) async fn controlled() -> Agent {
    agent_with(&[
        "--test-mode",
        "--speed=1000000",
        "--control=on",
        "--grace=0",
    ])
    .await
}

#[tokio::test]
async fn the_extension_is_announced_early_and_in_test_mode_only_when_asked_for() {
    let agent = controlled().await;
    let events = agent.events("t", "r", "tools").await;
    assert_eq!(kinds(&events)[..3], ["RUN_STARTED", "CUSTOM", "CUSTOM"]);
    let expected = json!({
        "url": "agui/control", "events": "agui/events", "threads": "threads",
        "cancel": true, "interject": true,
    });
    assert_eq!(events[1]["value"], expected);
    let cancellable = customs(&events, "task.cancellable");
    assert_eq!(cancellable.len(), 3, "the run and two tools");
    assert_eq!(cancellable[0], &json!({"elementId": "r", "label": "run"}));
    let plain = crate::support::agent().await;
    assert_eq!(
        of_kind(&plain.events("t", "r", "tools").await, "CUSTOM").len(),
        0
    );
    let product = agent_with(&["--speed=1000000"]).await;
    let events = product.events("t", "r", "text").await;
    assert_eq!(customs(&events, "midturn.control").len(), 1);
}

#[tokio::test]
async fn a_cancel_while_text_streams_is_reported_before_the_run_ends() {
    let agent = controlled().await;
    let mut frames = agent.held("text", "text").await;
    let (status, answer) = agent.cancel("r", None).await;
    assert_eq!((status, answer), (202, json!({"elementId": "r"})));
    let events = frames.rest().await;
    assert_eq!(
        kinds(&events)[events.len() - 4..],
        ["CUSTOM", "TEXT_MESSAGE_END", "CUSTOM", "RUN_FINISHED"]
    );
    let cancelled = customs(&events, "task.cancelled");
    assert_eq!(cancelled[0]["reason"], "not needed");
    assert!(cancelled[0]["partialResult"].is_string());
    assert_eq!(
        events.last().unwrap()["outcome"],
        json!({"type": "cancelled"})
    );
    let (status, answer) = agent.cancel("r", None).await;
    let failed = json!({
        "type": "task.cancel.failed", "elementId": "r", "error": "Task already completed",
    });
    assert_eq!((status, answer), (409, failed));
}

#[tokio::test]
async fn a_cancelled_tool_finishes_its_step_and_no_other_tool_starts() {
    let agent = agent_with(&["--test-mode", "--speed=1000000", "--grace=60"]).await;
    let mut frames = agent.held("slow", "tool_started").await;
    assert_eq!(agent.cancel("r", None).await.0, 202);
    let said = frames.custom("task.cancelling").await;
    assert_eq!(said["running"][0]["label"], "run_command");
    agent.step("t", json!({"count": 1})).await;
    let events = frames.rest().await;
    assert_eq!(customs(&events, "task.progress").len(), 1);
    let result = of_kind(&events, "TOOL_CALL_RESULT")[0];
    assert_eq!(result["metadata"]["status"], "cancelled");
    assert_eq!(agent.ended("r").await["modelCalls"], 1);
}

#[tokio::test]
async fn cancelling_the_second_of_three_parallel_subagents_leaves_the_other_two() {
    let agent = controlled().await;
    let mut frames = agent.held("team", "tool_started").await;
    let mut agents = Vec::new();
    while agents.len() < 3 {
        agent.step("t", json!({"count": 1})).await;
        for event in frames.brought(&agent, "r").await {
            if event["type"] == "SUBAGENT_STARTED" {
                agents.push(event["subagentRunId"].as_str().unwrap().to_owned());
            }
        }
    }
    assert_eq!(agent.cancel("r", Some(&agents[1])).await.0, 202);
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    let ended = |kind| -> Vec<&str> {
        let ended = of_kind(&events, kind).into_iter();
        ended
            .map(|e| e["subagentRunId"].as_str().unwrap())
            .collect()
    };
    assert_eq!(ended("SUBAGENT_ERROR"), [&agents[1]]);
    assert_eq!(ended("SUBAGENT_FINISHED").len(), 2);
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
    let over = agent.cancel("r", Some(&agents[1])).await;
    assert_eq!(over.0, 409);
}

#[tokio::test]
async fn unknown_targets_are_not_found_and_invalid_requests_are_refused() {
    let agent = controlled().await;
    let mut frames = agent.held("text", "text").await;
    let (status, answer) = agent.cancel("r", Some("nothing")).await;
    assert_eq!(
        (status, &answer["error"]),
        (404, &json!("There is no such task"))
    );
    let unknown =
        json!({"type": "user.interjection", "id": "i", "message": "x", "target": "nothing"});
    assert_eq!(agent.control("r", unknown).await.0, 404);
    assert_eq!(agent.say("nothing", "i", "x").await.0, 404);
    let (status, answer) = agent.say("r", "i", "  ").await;
    assert_eq!((status, &answer["code"]), (422, &json!("empty")));
    for body in [
        json!({}),
        json!({"type": "task.explode"}),
        json!({"type": "user.interjection", "message": "x"}),
        json!({"type": "user.interjection", "id": "i", "message": "x", "target": 3}),
        json!({"type": "task.cancel.request", "threadId": 3}),
    ] {
        assert_eq!(agent.control("r", body.clone()).await.0, 422, "{body}");
    }
    let reason = "x".repeat(100_000);
    let long = json!({"type": "task.cancel.request", "reason": reason});
    assert_eq!(agent.control("nothing", long).await.0, 413);
    let raw = agent.client.post(format!("{}/agui/control", agent.url));
    let plain = raw.header("content-type", "text/plain").body("{}");
    assert_eq!(soon(plain.send()).await.unwrap().status(), 415);
    agent.post("/test/threads/t/release", &json!({})).await;
    frames.until("RUN_FINISHED").await;
}

#[tokio::test]
async fn a_cancel_that_comes_before_its_run_is_remembered() {
    let agent = controlled().await;
    let (status, _) = agent.cancel("r", None).await;
    assert_eq!(status, 404, "it is not there now");
    let events = agent.events("t", "r", "text").await;
    assert_eq!(verify(&events), Ok(()));
    assert_eq!(of_kind(&events, "TEXT_MESSAGE_START").len(), 0);
    assert_eq!(
        customs(&events, "task.cancelled")[0]["reason"],
        "not needed"
    );
    assert_eq!(agent.ended("r").await["modelCalls"], 0);
}

#[tokio::test]
async fn a_message_during_tools_goes_with_their_results_once() {
    let agent = controlled().await;
    let mut frames = agent.held("tools", "tool_started").await;
    let (status, answer) = agent.say("r", "i1", "Focus on the header").await;
    let expected = json!({"id": "i1", "parentId": "root", "targetAgent": "main"});
    assert_eq!((status, answer), (202, expected.clone()));
    assert_eq!(
        agent.say("r", "i1", "Focus on the header").await,
        (202, expected.clone())
    );
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    assert_eq!(customs(&events, "user.interjection").len(), 1);
    let delivered = customs(&events, "interjection.delivered");
    assert_eq!(delivered.len(), 1);
    assert_eq!(delivered[0]["step"], 2);
    // A repeat after the end of the run gets the same answer.
    agent.ended("r").await;
    assert_eq!(
        agent.say("r", "i1", "Focus on the header").await,
        (202, expected)
    );
    // A new message after the end of the run is refused.
    let (status, answer) = agent.say("r", "i2", "And the tests").await;
    assert_eq!((status, &answer["error"]), (409, &json!("The run is over")));
}

#[tokio::test]
async fn a_message_that_an_earlier_run_delivered_is_not_delivered_again() {
    let agent = controlled().await;
    let mut frames = agent.held("tools", "tool_started").await;
    let first = agent.say("r", "i1", "Focus on the header").await;
    assert_eq!(first.0, 202);
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    assert_eq!(customs(&events, "interjection.delivered").len(), 1);
    agent.hold("t").await;
    let next = next_input("r2", "tools");
    let mut frames = Frames::new(agent.post("/agui", &next).await);
    agent.step("t", json!({"until": "tool_started"})).await;
    assert_eq!(agent.say("r2", "i1", "Focus on the header").await, first);
    assert_eq!(agent.say("r2", "i2", "And the footer").await.0, 202);
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    let delivered = customs(&events, "interjection.delivered");
    assert_eq!(delivered.len(), 1);
    assert_eq!(delivered[0]["id"], "i2");
}

#[tokio::test]
async fn a_message_while_text_streams_ends_the_answer_and_is_answered_next() {
    let agent = controlled().await;
    let mut frames = agent.held("text", "text").await;
    let (status, _) = agent.say("r", "i1", "tools please").await;
    assert_eq!(status, 202);
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = frames.rest().await;
    // The scripted model plays what the last message asks for.
    assert_eq!(of_kind(&events, "TOOL_CALL_RESULT").len(), 2);
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
}

#[tokio::test]
async fn after_response_a_message_waits_for_the_end_of_the_answer() {
    // The agent's option, or the client's choice for its run.
    for (option, chosen) in [
        ("--when-streaming=after-response", json!({})),
        (
            "--control=on",
            json!({"midturn": {"interject": "after-response"}}),
        ),
    ] {
        let agent = agent_with(&["--test-mode", "--speed=1000000", option]).await;
        agent.hold("t").await;
        let mut body = input("t", "r", "long 20");
        body["forwardedProps"] = chosen;
        let mut frames = Frames::new(agent.post("/agui", &body).await);
        agent.step("t", json!({"until": "text"})).await;
        assert_eq!(agent.say("r", "i1", "tools").await.0, 202);
        agent.post("/test/threads/t/release", &json!({})).await;
        let events = frames.rest().await;
        let text = of_kind(&events, "TEXT_MESSAGE_CONTENT");
        let first = text
            .iter()
            .filter(|e| e["messageId"] == text[0]["messageId"]);
        assert_eq!(first.count(), 20, "{option}");
        assert_eq!(of_kind(&events, "TOOL_CALL_RESULT").len(), 2);
    }
}

#[tokio::test]
async fn a_cancel_that_races_with_the_end_gets_one_correct_answer() {
    // The run is slow enough for an early cancel to arrive in time.
    let agent = agent_with(&["--test-mode", "--speed=4", "--control=on", "--grace=0"]).await;
    let mut outcomes = std::collections::BTreeMap::<(u16, bool), u32>::new();
    for round in 0..60 {
        let (thread, run) = (format!("t{round}"), format!("r{round}"));
        let body = json!({
            "type": "task.cancel.request", "threadId": thread, "reason": "race",
        });
        let mut frames = agent.start(&thread, &run, "long 40").await;
        frames.until("TEXT_MESSAGE_START").await;
        let mut seen = Vec::new();
        while seen.len() < round
            && let Some(event) = frames.next().await
        {
            seen.push(event);
        }
        let (answer, rest) = tokio::join!(agent.control(&run, body), frames.rest());
        let events = [seen, rest].concat();
        let answers =
            customs(&events, "task.cancelled").len() + customs(&events, "task.cancel.failed").len();
        let last: &Value = events.last().unwrap();
        let cancelled = last["outcome"]["type"] == "cancelled";
        assert_eq!(answers, usize::from(answer.0 == 202), "{answer:?} {last}");
        assert_eq!(cancelled, answer.0 == 202, "{answer:?} {last}");
        *outcomes.entry((answer.0, cancelled)).or_default() += 1;
    }
    // Both outcomes must have happened; otherwise the test has not tested a race.
    let won: Vec<_> = outcomes.keys().copied().collect();
    assert_eq!(won, [(202, true), (409, false)], "{outcomes:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancel_that_races_with_the_beginning_stops_the_run() {
    const ROUNDS: u32 = 300;
    let agent = controlled().await;
    let mut answers = std::collections::BTreeMap::<u16, u32>::new();
    for round in 0..=ROUNDS {
        let (thread, run) = (format!("t{round}"), format!("r{round}"));
        agent.hold(&thread).await;
        let mut asked = input(&thread, &run, "text");
        asked["forwardedProps"] = json!({"midturn": {"onDisconnect": "continue"}});
        let body = json!({
            "type": "task.cancel.request", "threadId": thread, "reason": "race",
        });
        let cancel = agent.control(&run, body);
        let post = agent.post("/agui", &asked);
        // The first and the last in a certain order, the others at nearly the same time.
        let (_stream, answer) = match round {
            0 => {
                let answer = cancel.await;
                (post.await, answer)
            }
            ROUNDS => {
                let stream = post.await;
                (stream, cancel.await)
            }
            _ => tokio::join!(post, async {
                for _ in 0..round {
                    tokio::task::yield_now().await;
                }
                cancel.await
            }),
        };
        // The thread is held: a run that was not stopped would never end.
        let record = agent.ended(&run).await;
        assert_eq!(record["state"], "cancelled", "{answer:?}");
        *answers.entry(answer.0).or_default() += 1;
    }
    // Both orders must have happened; otherwise the test has not tested a race.
    let seen: Vec<_> = answers.keys().copied().collect();
    assert_eq!(seen, [202, 404], "{answers:?}");
}

#[tokio::test]
async fn a_client_can_choose_that_its_run_continues_after_a_disconnect() {
    let agent = controlled().await;
    agent.hold("t").await;
    let mut body = input("t", "r", "text");
    body["forwardedProps"] = json!({"midturn": {"onDisconnect": "continue"}});
    let mut frames = Frames::new(agent.post("/agui", &body).await);
    frames.until("RUN_STARTED").await;
    let last = frames.last_id.clone().unwrap();
    drop(frames);
    agent.step("t", json!({"count": 3})).await;
    let mut again = agent.follow("t", &last).await;
    agent.post("/test/threads/t/release", &json!({})).await;
    let events = again.until("RUN_FINISHED").await;
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
    assert_eq!(agent.ended("r").await["state"], "finished");
    assert_eq!(
        customs(&events, "midturn.control").len(),
        1,
        "nothing is missing"
    );
}
