//! Everything that the reference client reads from a recording must also be read by this crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use midturn_core::run_event::{FinishOutcome, RunEvent, SnapshotMessage};
use serde_json::Value;

use crate::corpus;
use midturn_protocol::testing::events;

/// All content in the events of a recording.
#[derive(Default)]
struct Found {
    texts: BTreeSet<String>,
    arguments: BTreeSet<(String, String)>,
    results: BTreeSet<(String, String)>,
    reasoning: BTreeSet<String>,
    interrupts: Vec<String>,
    error: Option<String>,
    success: bool,
}

fn collect(events: Vec<RunEvent>) -> Found {
    let mut found = Found::default();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut reasoning: BTreeMap<String, String> = BTreeMap::new();
    let mut arguments: BTreeMap<String, String> = BTreeMap::new();
    for event in events {
        match event {
            RunEvent::TextDelta { message, delta } => {
                texts
                    .entry(message.to_string())
                    .or_default()
                    .push_str(&delta);
            }
            RunEvent::ReasoningDelta { message, delta } => {
                reasoning
                    .entry(message.to_string())
                    .or_default()
                    .push_str(&delta);
            }
            RunEvent::ToolStart { call, .. } => {
                arguments.entry(call.to_string()).or_default();
            }
            RunEvent::ToolArgs { call, delta } => {
                arguments
                    .entry(call.to_string())
                    .or_default()
                    .push_str(&delta);
            }
            RunEvent::ToolResult { call, content, .. } => {
                found.results.insert((call.to_string(), content));
            }
            RunEvent::Snapshot(messages) => snapshot(messages, &mut found),
            RunEvent::Finished(FinishOutcome::Interrupt(interrupts)) => {
                found.interrupts = interrupts.into_iter().map(|one| one.id).collect();
            }
            RunEvent::Finished(FinishOutcome::Success | FinishOutcome::Pending(_)) => {
                found.success = true;
            }
            RunEvent::Failed(error) => found.error = Some(error.message),
            _ => {}
        }
    }
    found.texts.extend(texts.into_values());
    found.reasoning.extend(reasoning.into_values());
    found.arguments.extend(arguments);
    found
}

fn snapshot(messages: Vec<SnapshotMessage>, found: &mut Found) {
    for message in messages {
        match message {
            SnapshotMessage::User { .. } => {}
            SnapshotMessage::Assistant { text, calls, .. } => {
                found.texts.insert(text);
                for call in calls {
                    found
                        .arguments
                        .insert((call.id.to_string(), call.arguments));
                }
            }
            SnapshotMessage::Tool { call, content, .. } => {
                found.results.insert((call.to_string(), content));
            }
            SnapshotMessage::Reasoning { text, .. } => {
                found.reasoning.insert(text);
            }
        }
    }
}

/// Checks one recording. Returns the number of compared pieces of content.
fn check(name: &str, found: &Found, oracle: &Value, sent: &BTreeSet<String>) -> usize {
    let string = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut compared = 0;
    for message in oracle["messages"].as_array().unwrap() {
        // Skips the client's own messages, because not every server sends them back.
        if sent.contains(&string(&message["id"])) {
            continue;
        }
        let content = string(&message["content"]);
        let known = match message["role"].as_str().unwrap() {
            "assistant" => content.is_empty() || found.texts.contains(&content),
            "reasoning" => found.reasoning.contains(&content),
            "tool" => found
                .results
                .contains(&(string(&message["toolCallId"]), content)),
            _ => true,
        };
        assert!(known, "{name}: {message} is missing");
        compared += 1;
        for call in message["toolCalls"].as_array().into_iter().flatten() {
            let arguments = string(&call["function"]["arguments"]);
            let known = found.arguments.contains(&(string(&call["id"]), arguments));
            assert!(known, "{name}: {call} is missing");
            compared += 1;
        }
    }
    let error = oracle["runError"].get("message").map(string);
    assert_eq!(found.error, error, "{name}");
    let pending = oracle["pendingInterrupts"].as_array().unwrap();
    let pending: Vec<String> = pending.iter().map(|one| string(&one["id"])).collect();
    if name == "langgraph/default-hitl" {
        // The reference client does not know interrupts sent as `CUSTOM`, and reports a success.
        assert!(pending.is_empty() && found.interrupts.len() == 1, "{name}");
    } else {
        assert_eq!(found.interrupts, pending, "{name}");
        let success = oracle["finished"]["outcome"] == "success";
        assert_eq!(found.success, success, "{name}: {}", oracle["finished"]);
    }
    compared
}

#[test]
fn all_content_found_by_the_reference_client_is_found_here() {
    let (Some(recordings), Some(oracles)) = (
        corpus::shared("agui/recordings"),
        corpus::shared("agui/oracle"),
    ) else {
        return;
    };
    let (mut count, mut compared) = (0, 0);
    for recording in corpus::recordings(&recordings) {
        let name = &recording.name;
        let Ok(oracle) = fs::read(oracles.join(format!("{name}.json"))) else {
            println!("skipped: no oracle for {name}");
            continue;
        };
        let oracle: Value = serde_json::from_slice(&oracle).unwrap();
        let request = fs::read(recordings.join(format!("{name}.request.json"))).unwrap();
        let request: Value = serde_json::from_slice(&request).unwrap_or_default();
        let sent = request["messages"].as_array().into_iter().flatten();
        let sent = sent.filter_map(|message| Some(message["id"].as_str()?.to_owned()));
        let found = collect(events(corpus::read([recording.body.as_slice()])));
        compared += check(name, &found, &oracle, &sent.collect());
        count += 1;
    }
    println!("{count} recordings, {compared} messages and calls compared");
    assert!(count > 40 && compared > 80);
}
