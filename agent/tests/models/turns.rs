//! Whole turns, with tools and with messages in the middle.

use serde_json::{Value, json};

use crate::api::{ALL, Api, Moment, agent_of};
use crate::endpoint::Endpoint;
use crate::support::{Frames, input, of_kind, resolved, text};

#[tokio::test]
async fn a_turn_with_reasoning_and_two_tools() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("notes.txt"), "all is well").unwrap();
    let root = format!("--root={}", directory.path().display());
    for api in ALL {
        let endpoint = Endpoint::start().await;
        let agent = agent_of(api, &endpoint, &[&root, "--reasoning-effort=high"]).await;
        let mut frames = agent.start("t", "r", "look at both").await;
        let first = endpoint.request().await;
        let (line, key) = api.head();
        assert!(first.head.starts_with(line) && first.head.contains(key));
        let has_version = first.head.contains("anthropic-version: 2023-06-01");
        assert_eq!(has_version, api == Api::Anthropic);
        assert_eq!(api.results(&first.body), [""; 0]);
        assert_eq!(first.body["tools"].as_array().unwrap().len(), 7);
        first.answer(api.whole()).await;

        let second = endpoint.request().await;
        let mut results = api.results(&second.body);
        // The tools run at the same time.
        results.sort();
        assert_eq!(results, ["all is well", "notes.txt"], "{api:?}");
        let asked = api.conversation(&second.body).to_string();
        let thought = match api {
            Api::Chat => "Two files: read both.",
            Api::Responses => "gAAA-sealed",
            Api::Anthropic => "EqQB-signed",
        };
        assert!(asked.contains(thought), "{asked}");
        second.answer(&api.says("Both are fine.")).await;

        let events = frames.rest().await;
        assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
        assert_eq!(text(&events), "Je regarde ça… ✓Both are fine.");
        let thoughts = of_kind(&events, "REASONING_MESSAGE_CONTENT");
        let thoughts: String = thoughts
            .iter()
            .map(|event| event["delta"].as_str().unwrap())
            .collect();
        assert_eq!(thoughts, "Two files: read both.", "{api:?}");
    }
}

#[tokio::test]
async fn feedback_reaches_the_model_in_the_tool_result() {
    for api in ALL {
        let endpoint = Endpoint::start().await;
        let agent = agent_of(api, &endpoint, &[]).await;
        let mut frames = agent.start("t", "r", "ask somebody").await;
        let call = api.calls("agent-ask", &json!({"task": "how are you?"}));
        endpoint.request().await.answer(&call).await;
        let of_the_subagent = endpoint.request().await;
        let said = json!({
            "type": "user.interjection", "id": "i", "message": "be quick", "target": "root",
        });
        assert_eq!(agent.control("r", said).await.0, 202);
        of_the_subagent.answer(&api.says("Well.")).await;
        let last = endpoint.request().await;
        let results = api.results(&last.body);
        assert_eq!(results, ["Well.\n\n[User feedback: be quick]"], "{api:?}");
        last.answer(&api.says("Done.")).await;
        assert_eq!(text(&frames.rest().await), "Done.");
    }
}

#[tokio::test]
async fn a_message_in_the_middle_of_an_answer_ends_it_and_follows_it() {
    for api in ALL {
        let endpoint = Endpoint::start().await;
        let agent = agent_of(api, &endpoint, &["--reasoning-effort=high"]).await;
        let mut frames = agent.start("t", "r", "tell me").await;
        let mut first = endpoint.request().await;
        first.begin(api.until(Moment::Text)).await;
        frames.until("TEXT_MESSAGE_CONTENT").await;
        assert_eq!(agent.say("r", "i", "shorter").await.0, 202);
        first.closed().await;
        let second = endpoint.request().await;
        assert_eq!(api.results(&second.body), [""; 0]);
        let said = api.conversation(&second.body).as_array().unwrap();
        let [.., before, last] = &said[..] else {
            panic!("{said:?}");
        };
        assert!(before.to_string().contains("Je regarde "));
        assert!(last.to_string().contains("shorter"));
        assert!(!before.to_string().contains("Two files"), "{before}");
        second.answer(&api.says("Short.")).await;
        assert_eq!(text(&frames.rest().await), "Short.");
    }
}

#[tokio::test]
async fn reasoning_goes_back_after_a_question_to_the_person() {
    for api in ALL {
        let endpoint = Endpoint::start().await;
        let with = ["--reasoning-effort=high", "--allow-write"];
        let agent = agent_of(api, &endpoint, &with).await;
        let mut frames = agent.start("t", "r", "write it").await;
        let asks = api.whole().replace("read_file", "write_file");
        endpoint.request().await.answer(&asks).await;
        let events = frames.rest().await;
        let question = events.last().unwrap()["outcome"]["interrupts"][0].clone();

        let shown = agent.get("/threads/t").await;
        let mut next = input("t", "r2", "write it");
        next["messages"] = shown["snapshot"]["messages"].clone();
        let messages = next["messages"].as_array_mut().unwrap();
        messages.retain(|message| message["role"] != "reasoning");
        next["resume"] = json!([resolved(&question, &json!({"approved": false}))]);
        let mut frames = Frames::new(agent.post("/agui", &next).await);
        let request = endpoint.request().await;
        assert_eq!(api.results(&request.body).len(), 2, "{api:?}");
        let said = api.conversation(&request.body).to_string();
        let thoughts = ["Two files: read both.", "gAAA-sealed", "EqQB-signed"];
        let is_there = thoughts.iter().any(|thought| said.contains(thought));
        assert!(is_there, "{api:?}: {said}");
        request.answer(&api.says("Then not.")).await;
        assert_eq!(text(&frames.rest().await), "Then not.");
    }
}

/// The options of a request that are not the conversation.
#[tokio::test]
async fn options_are_passed_on_in_the_words_of_the_api() {
    let with = ["--reasoning-effort=low", "--max-output-tokens=123"];
    for api in ALL {
        let endpoint = Endpoint::start().await;
        let agent = agent_of(api, &endpoint, &with).await;
        let mut frames = agent.start("t", "r", "hi").await;
        let request = endpoint.request().await;
        let field = |name: &str| request.body[name].clone();
        let (tokens, effort): (Value, Value) = match api {
            Api::Chat => (field("max_tokens"), field("reasoning_effort")),
            Api::Responses => (
                field("max_output_tokens"),
                field("reasoning")["effort"].clone(),
            ),
            Api::Anthropic => (
                field("max_tokens"),
                field("output_config")["effort"].clone(),
            ),
        };
        assert_eq!((tokens, effort), (json!(123), json!("low")), "{api:?}");
        assert_eq!((field("model"), field("stream")), (json!("m"), json!(true)));
        request.answer(&api.says("Hi.")).await;
        frames.rest().await;
    }
}
