//! The same scene in both protocols gives the same transcript.

use std::collections::HashMap;

use midturn_core::run_event::{FinishOutcome, RunEvent};
use midturn_protocol::call::Reply;

use super::super::reader as any_reader;
use super::exchange;
use crate::recorded;

/// What a recording shows, without its ids: one line for each text, reasoning, call and subagent, in
/// order, and one for the end.
fn told(name: &str) -> Vec<String> {
    let exchange = exchange(name);
    let mut reader = any_reader(&exchange);
    let mut items = reader.push(&exchange.body);
    items.extend(reader.finish());
    if !reader.ended() {
        let body = r#"{"status":"success"}"#.to_owned();
        items.extend(reader.answered(Some(&Reply { status: 200, body })));
    }
    let mut lines: Vec<String> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut tell = |id: String, start: &str, more: &str| {
        let place = *places.entry(id).or_insert_with(|| {
            lines.push(start.to_owned());
            lines.len() - 1
        });
        lines[place].push_str(more);
    };
    for event in recorded::events(items) {
        match event {
            RunEvent::TextDelta { message, delta } => tell(message.to_string(), "text ", &delta),
            RunEvent::ReasoningDelta { message, delta } => {
                tell(message.to_string(), "reasoning ", &delta);
            }
            RunEvent::ToolStart { call, name, .. } => tell(call.to_string(), "call ", &name),
            RunEvent::ToolArgs { call, delta } => tell(call.to_string(), "", &delta),
            RunEvent::ToolResult { call, content, .. } => {
                tell(call.to_string(), "", &format!(" -> {content}"));
            }
            RunEvent::SubagentStarted { id, name, .. } => tell(id.to_string(), "agent ", &name),
            RunEvent::Failed(error) => tell("end".to_owned(), "failed ", &error.message),
            RunEvent::Finished(FinishOutcome::Interrupt(asked)) => {
                for asked in asked {
                    let words = asked.message.unwrap_or_default();
                    tell(asked.id, "asks ", &words);
                }
            }
            RunEvent::Finished(outcome) => {
                tell("end".to_owned(), "finished ", &format!("{outcome:?}"));
            }
            _ => {}
        }
    }
    lines
}

/// Without the results: some streams were recorded without the channel that has them.
fn without_results(lines: Vec<String>) -> Vec<String> {
    let cut = |line: String| match line.split_once(" -> ") {
        Some((call, _)) => call.to_owned(),
        None => line,
    };
    lines.into_iter().map(cut).collect()
}

#[test]
fn a_tool_gives_the_same_transcript() {
    let events = told("events-values");
    assert_eq!(events, told("proof"));
    assert!(
        events[1].ends_with("-> tray 3 of rye has doubled"),
        "{events:?}"
    );
}

#[test]
fn other_scenes_give_the_same_transcript() {
    for (events, runs) in [
        ("events-muse", "muse"),
        ("events-burn", "burn"),
        ("events-tools", "both"),
        ("events-stream", "approval-yes-1"),
    ] {
        let events = told(events);
        assert!(!events.is_empty());
        assert_eq!(events, without_results(told(runs)), "{runs}");
    }
}

#[test]
fn a_subagent_gives_the_same_transcript_up_to_the_cut() {
    let events = told("events-subgraph");
    let runs = without_results(told("subgraph"));
    assert_eq!(events[..2], runs[..2]);
    assert_eq!(events[2], runs[2]);
    let (cut, whole) = (&events[3], &runs[3]);
    assert!(whole.starts_with(cut.as_str()), "{cut} {whole}");
}
