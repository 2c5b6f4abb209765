//! Every scenario over HTTP: the order and the schema of its events, and what the scenario shows.

use std::path::Path;

use midturn_agent::script::{CATALOGUE, Group, Play};
use serde_json::{Value, json};

use crate::support::{agent, input, of_kind, text};
use crate::verifier::verify;

/// Scenarios whose runs end by themselves, with a complete stream.
const WHOLE: &[&str] = &[
    "text",
    "long 60",
    "files",
    "reasoning",
    "tools",
    "slow",
    "parallel",
    "many 12",
    "plan",
    "tide",
    "rich",
    "todo",
    "approval",
    "page",
    "approvals",
    "failtool",
    "subagent",
    "team",
    "tour",
    "firm",
    "delegate",
    "delegate 2",
    "ask",
    "retry",
    "fail",
    "hi",
    "scenes",
];
/// Scenarios with a test of their own, here or in `stopping.rs`.
const APART: &[&str] = &["never", "silent", "disconnect", "lost", "garbage"];

#[test]
fn every_scenario_is_tested() {
    for scenario in CATALOGUE {
        let first_word = |prompt: &&str| prompt.split(' ').next() == Some(scenario.name);
        let tested = WHOLE.iter().any(first_word)
            || APART.iter().any(first_word)
            || matches!(scenario.play, Play::Http(_));
        assert!(tested, "{} has no test", scenario.name);
    }
}

/// The schema of AG-UI; `None` when it is not next to the project.
fn validator() -> Option<jsonschema::Validator> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/agui/schema-1.0.json");
    let schema = std::fs::read(&path).ok()?;
    let schema: Value = serde_json::from_slice(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(!validator.is_valid(&json!({"type": "RUN_STARTED", "threadId": 1, "runId": "r"})));
    Some(validator)
}

#[tokio::test]
async fn every_stream_obeys_the_ordering_rules_and_the_schema() {
    let validator = validator();
    if validator.is_none() {
        println!("the schema is skipped: it is not next to the project");
    }
    let agent = agent().await;
    for prompt in WHOLE {
        let events = agent.events(prompt, &format!("run {prompt}"), prompt).await;
        assert_eq!(verify(&events), Ok(()), "{prompt}");
        assert_eq!(events[0]["protocolVersion"], "1.0");
        assert_eq!(events[0]["threadId"], *prompt);
        assert_eq!(events[0]["runId"], format!("run {prompt}"));
        for event in &events {
            let errors = validator
                .iter()
                .flat_map(|schema| schema.iter_errors(event));
            let errors: Vec<_> = errors.map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{prompt}: {event}: {errors:?}");
        }
    }
}

#[tokio::test]
async fn a_scenario_is_chosen_by_the_first_word_in_any_case() {
    let agent = agent().await;
    for (run, prompt) in [
        ("r1", "Tools, please"),
        ("r2", "  TOOLS"),
        ("r3", "\"tools\""),
    ] {
        let events = agent.events("t", run, prompt).await;
        assert_eq!(of_kind(&events, "TOOL_CALL_RESULT").len(), 2, "{prompt}");
    }
}

#[tokio::test]
async fn the_greeting_is_short_and_names_the_list() {
    let agent = agent().await;
    let greeting = text(&agent.events("t", "r", "hello").await);
    assert!(greeting.starts_with("Hello!"), "{greeting}");
    assert!(greeting.contains("`scenes`"), "{greeting}");
    assert_eq!(
        greeting.matches(". ").count(),
        2,
        "three sentences: {greeting}"
    );
    assert_eq!(text(&agent.events("t", "r2", "").await), greeting);
}

#[tokio::test]
async fn the_list_of_scenes_has_every_scenario_under_its_group() {
    let agent = agent().await;
    let listed = text(&agent.events("t", "r", "scenes").await);
    let mut parts = listed.split("\n### ");
    assert!(parts.next().unwrap().starts_with("Begin a message"));
    for (part, group) in parts.by_ref().zip(Group::ALL) {
        let lines: Vec<&str> = part.lines().collect();
        // A heading, a blank line, then only items until the next blank line.
        assert_eq!((lines[0], lines[1]), (group.title(), ""));
        let items = lines[2..].iter().take_while(|line| !line.is_empty());
        let listed = CATALOGUE.iter().filter(|own| own.group == group);
        let names: Vec<String> = items
            .map(|item| item.split(": ").next().unwrap().into())
            .collect();
        let wanted: Vec<String> = listed.map(|own| format!("- `{}`", own.name)).collect();
        assert_eq!(names, wanted);
    }
    assert_eq!(parts.next(), None);
}

#[tokio::test]
async fn attached_files_are_listed_even_when_the_message_has_no_text() {
    let agent = agent().await;
    let file = json!({
        "type": "image",
        "source": {"type": "data", "value": "aGk=", "mimeType": "image/png"},
        "metadata": {"filename": "a.png"},
    });
    for (run, content) in [
        ("r1", json!([{"type": "text", "text": "files"}, file])),
        ("r2", json!([file])),
    ] {
        let mut body = input("t", run, "");
        body["messages"][0]["content"] = content;
        let events = agent.play(&body).await;
        let said = "With this message came:\n\n- a.png: image, image/png, 2 bytes";
        assert_eq!(text(&events), said, "{run}");
    }
    let said = text(&agent.events("t", "r3", "files").await);
    assert_eq!(said, "There is no file with this message.");
}

#[tokio::test]
async fn long_and_many_produce_the_requested_number() {
    let agent = agent().await;
    let events = agent.events("t", "long", "long 5000").await;
    assert_eq!(of_kind(&events, "TEXT_MESSAGE_CONTENT").len(), 5000);
    let events = agent.events("t", "many", "many 200").await;
    assert_eq!(of_kind(&events, "TOOL_CALL_RESULT").len(), 200);
    let record = agent.ended("many").await;
    assert_eq!(record["toolsStarted"], 200);
    assert_eq!(record["toolsFinished"], 200);
    assert_eq!(record["modelCalls"], 201);
}

#[tokio::test]
async fn tools_stream_their_arguments_and_give_readable_results() {
    let agent = agent().await;
    let events = agent.events("t", "r", "tools").await;
    let starts = of_kind(&events, "TOOL_CALL_START");
    let names: Vec<_> = starts.iter().map(|start| &start["toolCallName"]).collect();
    assert_eq!(names, ["read_file", "search_text"]);
    let id = &starts[0]["toolCallId"];
    let pieces: Vec<_> = of_kind(&events, "TOOL_CALL_ARGS")
        .into_iter()
        .filter(|event| event["toolCallId"] == *id)
        .map(|event| event["delta"].as_str().unwrap())
        .collect();
    assert!(pieces.len() > 1);
    let arguments: Value = serde_json::from_str(&pieces.concat()).unwrap();
    assert_eq!(arguments, json!({"path": "src/retry.rs"}));
    let results = of_kind(&events, "TOOL_CALL_RESULT");
    assert!(
        results[0]["content"]
            .as_str()
            .unwrap()
            .contains("parse_retry_after")
    );
    assert!(
        results[1]["content"]
            .as_str()
            .unwrap()
            .contains("src/retry.rs:")
    );
}

#[tokio::test]
async fn slow_reports_thirty_steps_of_progress() {
    let agent = agent().await;
    let events = agent.events("t", "r", "slow").await;
    let progress = of_kind(&events, "CUSTOM");
    assert_eq!(progress.len(), 30);
    assert!(
        progress
            .iter()
            .all(|event| event["name"] == "task.progress")
    );
    assert_eq!(progress[29]["value"]["progress"], 1.0);
}

#[tokio::test]
async fn a_failed_tool_is_reported_and_the_agent_recovers() {
    let agent = agent().await;
    let events = agent.events("t", "r", "failtool").await;
    let results = of_kind(&events, "TOOL_CALL_RESULT");
    assert_eq!(results[0]["metadata"]["status"], "error");
    assert_eq!(results[1]["metadata"], Value::Null);
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
}

#[tokio::test]
async fn fail_ends_with_an_error_after_text_and_a_tool() {
    let agent = agent().await;
    let events = agent.events("t", "r", "fail").await;
    assert_eq!(of_kind(&events, "TOOL_CALL_RESULT").len(), 1);
    assert_eq!(events.last().unwrap()["type"], "RUN_ERROR");
    assert_eq!(events.last().unwrap()["code"], "model_overloaded");
    assert_eq!(agent.ended("r").await["state"], "failed");
}

#[tokio::test]
async fn plan_has_steps_around_the_work() {
    let agent = agent().await;
    let events = agent.events("t", "r", "plan").await;
    assert_eq!(of_kind(&events, "STEP_STARTED").len(), 3);
    assert_eq!(of_kind(&events, "STEP_FINISHED").len(), 3);
}

#[tokio::test]
async fn a_subagents_events_carry_its_id() {
    let agent = agent().await;
    let events = agent.events("t", "r", "subagent").await;
    let started = of_kind(&events, "SUBAGENT_STARTED")[0];
    assert_eq!(started["name"], "explore");
    let id = &started["subagentRunId"];
    let inner = events.iter().filter(|event| event["subagentRunId"] == *id);
    let inner: Vec<_> = inner.cloned().collect();
    for kind in ["TEXT_MESSAGE_START", "TOOL_CALL_START", "TOOL_CALL_RESULT"] {
        assert!(!of_kind(&inner, kind).is_empty(), "{kind}");
    }
    let outer_call = of_kind(&events, "TOOL_CALL_START")[0];
    assert_eq!(started["parentToolCallId"], outer_call["toolCallId"]);
    assert_eq!(outer_call["subagentRunId"], Value::Null);
    // Every id is used once, also across nested agents.
    let mut ids: Vec<_> = of_kind(&events, "TEXT_MESSAGE_START")
        .into_iter()
        .map(|event| event["messageId"].as_str().unwrap())
        .collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[tokio::test]
async fn garbage_is_one_broken_frame_in_an_otherwise_complete_stream() {
    let agent = agent().await;
    let mut frames = agent.start("t", "r", "garbage").await;
    let (mut events, mut broken) = (Vec::new(), 0);
    while let Some(data) = frames.next_data().await {
        match serde_json::from_str::<Value>(&data) {
            Ok(event) => events.push(event),
            Err(_) => broken += 1,
        }
    }
    assert_eq!(broken, 1);
    assert_eq!(verify(&events), Ok(()));
}
