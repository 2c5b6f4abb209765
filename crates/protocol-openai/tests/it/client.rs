//! Our reading of each stream against that of the `openai` package for JavaScript.

use std::collections::BTreeMap;
use std::fs;

use midturn_core::run_event::{FinishOutcome, RunEvent};
use midturn_protocol::testing::{events, recordings};
use serde_json::Value;

use super::recordings::{items_of, named};

const LAST_PIECE: &str = "of a reasoning field the client keeps the last piece only";
const DROPS: &str = "the client drops the text that the last response does not list";

/// The streams that the client reads in another way, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("chat-deepseek-mixed", LAST_PIECE),
    ("chat-deepseek-muse", LAST_PIECE),
    ("chat-ollama-mixed", LAST_PIECE),
    ("chat-ollama-muse", LAST_PIECE),
    (
        "chat-ollama-pair",
        "two calls with index 0 become one call with broken arguments",
    ),
    ("chat-openrouter-mixed", LAST_PIECE),
    ("chat-openrouter-muse", LAST_PIECE),
    ("chat-vllm-mixed", LAST_PIECE),
    ("chat-vllm-muse", LAST_PIECE),
    ("litellm-deepseek-muse", LAST_PIECE),
    (
        "litellm-responses-muse",
        "the client fails at a summary whose part was not announced",
    ),
    ("litellm-vllm-muse", LAST_PIECE),
    ("responses-cancel", DROPS),
    ("responses-snap", DROPS),
    ("responses-steer-1", DROPS),
];

/// What a stream says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Reading {
    /// How it ended.
    end: &'static str,
    text: String,
    reasoning: String,
    /// Id, name and arguments.
    calls: Vec<(String, String, String)>,
}

fn ours(name: &str) -> Reading {
    let mut reading = Reading::default();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for event in events(items_of(&named(name))) {
        match event {
            RunEvent::TextDelta { message, delta } => {
                texts
                    .entry(message.to_string())
                    .or_default()
                    .push_str(&delta);
            }
            RunEvent::TextReplaced { message, text } => {
                texts.insert(message.to_string(), text);
            }
            RunEvent::ReasoningDelta { delta, .. } => reading.reasoning.push_str(&delta),
            RunEvent::ToolStart { call, name, .. } => {
                reading.calls.push((call.to_string(), name, String::new()));
            }
            RunEvent::ToolArgs { call, delta } => {
                let held = reading
                    .calls
                    .iter_mut()
                    .find(|held| held.0 == call.as_str());
                held.unwrap().2.push_str(&delta);
            }
            RunEvent::Finished(FinishOutcome::Cancelled) => reading.end = "cancelled",
            RunEvent::Finished(_) => reading.end = "complete",
            RunEvent::Failed(_) | RunEvent::Lost(_) => reading.end = "broken",
            _ => {}
        }
    }
    reading.text = texts.into_values().collect();
    reading
}

fn text(json: &Value) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

fn list(json: &Value) -> impl Iterator<Item = &Value> {
    json.as_array().into_iter().flatten()
}

/// The client's reading. A stream at which it throws says only that.
fn theirs(line: &Value) -> Reading {
    let last = &line["final"];
    let message = &last["message"];
    if last.is_null() {
        return Reading {
            end: "broken",
            ..Reading::default()
        };
    }
    if message.is_object() {
        let calls = list(&message["tool_calls"]).map(|call| {
            let function = &call["function"];
            (
                text(&call["id"]),
                text(&function["name"]),
                text(&function["arguments"]),
            )
        });
        return Reading {
            end: "complete",
            text: text(&message["content"]),
            reasoning: ["reasoning", "reasoning_content"]
                .map(|field| text(&message[field]))
                .concat(),
            calls: calls.collect(),
        };
    }
    let mut reading = Reading {
        end: match last["status"].as_str() {
            Some("cancelled") => "cancelled",
            Some("failed") => "broken",
            _ => "complete",
        },
        ..Reading::default()
    };
    for item in list(&last["output"]) {
        for part in list(&item["content"]) {
            reading.text += &(text(&part["text"]) + &text(&part["refusal"]));
        }
        let summary: Vec<String> = list(&item["summary"])
            .map(|part| text(&part["text"]))
            .collect();
        reading.reasoning += &summary.join("\n\n");
        let id = match item["type"].as_str() {
            Some("function_call") => text(&item["call_id"]),
            Some("mcp_approval_request") => text(&item["id"]),
            _ => continue,
        };
        reading
            .calls
            .push((id, text(&item["name"]), text(&item["arguments"])));
    }
    reading
}

#[test]
fn each_stream_is_read_as_the_official_client_reads_it_or_differs_for_a_known_reason() {
    let lines = fs::read_to_string(recordings().join("clients.jsonl")).unwrap();
    let (mut all, mut equal, mut different) = (0, 0, BTreeMap::new());
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let name = line["name"].as_str().unwrap();
        let (mut our, their) = (ours(name), theirs(&line));
        if line["thrown"].is_string() && our.end == their.end {
            // Nothing else is known of the client's reading.
            our = Reading {
                end: our.end,
                ..Reading::default()
            };
        }
        all += 1;
        let known = DIFFERENT.iter().find(|known| known.0 == name);
        match known {
            None => {
                assert_eq!(our, their, "{name}");
                equal += 1;
            }
            Some((_, reason)) => {
                assert_ne!(our, their, "{name}: no longer different");
                *different.entry(*reason).or_insert(0) += 1;
            }
        }
    }
    println!("openai: {all} streams, {equal} equal, different: {different:#?}");
    assert_eq!(equal + DIFFERENT.len(), all);
}
