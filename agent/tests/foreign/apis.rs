//! Runs with the mock model behind each of its APIs.

use serde_json::json;

use crate::model::{Setup, setup};
use crate::support::{customs, of_kind, text};

const APIS: [&str; 3] = ["chat", "responses", "anthropic"];

async fn setup_for(api: &str) -> Option<Setup> {
    let api = format!("--model-api={api}");
    setup(&[&api, "--model=mock", "--reasoning-effort=high"]).await
}

#[tokio::test]
async fn an_answer_streams_with_its_reasoning() {
    for api in APIS {
        let Some(setup) = setup_for(api).await else {
            return;
        };
        let events = setup.agent.events("t", "r", "hello").await;
        assert_eq!(text(&events), "Hi there, I am a mock.", "{api}");
        assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
        let thoughts = setup.agent.events("u", "r2", "think").await;
        let thought = of_kind(&thoughts, "REASONING_MESSAGE_CONTENT").into_iter();
        let thought: String = thought
            .map(|event| event["delta"].as_str().unwrap())
            .collect();
        assert_eq!(thought, "Let me see.", "{api}");
        assert_eq!(text(&thoughts), "Yes.");
    }
}

#[tokio::test]
async fn tools_and_subagents_run_and_their_results_go_back() {
    for api in APIS {
        let Some(setup) = setup_for(api).await else {
            return;
        };
        let events = setup.agent.events("t", "r", "look at both").await;
        let results = of_kind(&events, "TOOL_CALL_RESULT").into_iter();
        let results: Vec<_> = results
            .map(|event| event["content"].as_str().unwrap())
            .collect();
        assert!(results.contains(&"all is well") && results.contains(&"notes.txt"));
        assert_eq!(text(&events), "I have seen both.", "{api}");
        let events = setup.agent.events("u", "r2", "delegate").await;
        let finished = of_kind(&events, "SUBAGENT_FINISHED");
        assert_eq!(finished[0]["result"], "Nothing but notes.");
        assert_eq!(text(&events), "The explorer is back.", "{api}");
    }
}

#[tokio::test]
async fn a_busy_model_is_asked_again_and_a_refusal_is_not_retried() {
    for api in APIS {
        let Some(setup) = setup_for(api).await else {
            return;
        };
        let began = std::time::Instant::now();
        let events = setup.agent.events("t", "r", "busy once").await;
        // A slow machine only makes this longer. Clocks round; `tests/engine/retries.rs` has the
        // exact pause.
        assert!(began.elapsed().as_millis() > 900);
        let pauses = customs(&events, "model.retrying");
        assert_eq!(pauses, [&json!({"afterMs": 1000})], "{api}");
        assert_eq!(text(&events), "Now there is room.");
        let requests = setup.requests().await.len();
        assert_eq!(requests, 2, "the HTTP library does not retry");
        let events = setup.agent.events("u", "r2", "forbidden").await;
        let end = events.last().unwrap();
        assert_eq!(end["code"], "model_unauthorized", "{api}");
        assert!(end["message"].as_str().unwrap().contains("wrong key"));
        assert_eq!(setup.requests().await.len(), 3);
    }
}

#[tokio::test]
async fn a_cancel_stops_the_model_and_a_message_gets_an_answer() {
    for api in APIS {
        let Some(setup) = setup_for(api).await else {
            return;
        };
        let mut frames = setup.until_text("r", "tell me a long story").await;
        assert_eq!(setup.agent.say("r", "i1", "hello").await.0, 202);
        let events = frames.rest().await;
        assert!(text(&events).ends_with("Hi there, I am a mock."), "{api}");
        let mut frames = setup.agent.start("u", "r2", "tell me a long story").await;
        frames.until("TEXT_MESSAGE_CONTENT").await;
        let cancel = json!({"type": "task.cancel.request", "threadId": "u"});
        assert_eq!(setup.agent.control("r2", cancel).await.0, 202);
        let events = frames.rest().await;
        let partial = &customs(&events, "task.cancelled")[0]["partialResult"];
        assert!(partial.as_str().unwrap().starts_with("once"), "{api}");
        assert_eq!(events.last().unwrap()["outcome"]["type"], "cancelled");
    }
}
