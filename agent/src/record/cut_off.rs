//! The events that end a run whose process has ended.
//!
//! Pure, so that the simulation can crash thousands of runs through the same code. The store finds
//! such runs and writes the events.

use serde_json::{Value, json};

use super::{DeliveryState, INTERRUPTED, Transcript};
use crate::agui::{Event, EventKind};

const RESTARTED: &str = "The agent was restarted";

/// The events that end a run, given its events so far: an answer to each accepted cancel, the delivery
/// of each interjection, and the run's end. Empty when the run has ended. `at` is in milliseconds
/// since the Unix epoch.
pub fn last_words(log: &[Value], at: u64) -> Vec<Event> {
    let mut transcript = Transcript::default();
    for event in log {
        transcript.read(event);
    }
    if transcript.ending().is_some() {
        return Vec::new();
    }
    let event = |subagent_run_id, kind| Event {
        kind,
        timestamp: at,
        subagent_run_id,
        metadata: None,
    };
    let pending = transcript
        .interjections()
        .iter()
        .filter(|interjection| interjection.delivery == DeliveryState::Pending);
    let undelivered = pending.map(|interjection| EventKind::Custom {
        name: "interjection.undelivered".to_owned(),
        value: json!({"id": interjection.id, "reason": RESTARTED}),
    });
    let end = EventKind::RunError {
        message: "The agent was restarted in the middle of this run.".to_owned(),
        code: INTERRUPTED.to_owned(),
    };
    let cancels = open_cancels(log).into_iter().map(|(scope, answer)| {
        let scope = scope.map(str::to_owned);
        event(scope, answer)
    });
    let rest = undelivered.chain([end]).map(|kind| event(None, kind));
    cancels.chain(rest).collect()
}

/// The missing answers to accepted cancels, each with the subagent that should have sent it; `None`
/// for the main agent.
fn open_cancels(log: &[Value]) -> Vec<(Option<&str>, EventKind)> {
    // One entry per element, in request order. The flag is true when the element has stopped, but
    // the cancel has no answer yet.
    let mut open: Vec<(&str, Option<&str>, bool)> = Vec::new();
    for event in log {
        let element = event["value"]["elementId"].as_str().unwrap_or_default();
        match (event["type"].as_str(), event["name"].as_str()) {
            // A slow stop is reported more than once.
            (Some("CUSTOM"), Some("task.cancelling"))
                if open.iter().all(|(id, ..)| *id != element) =>
            {
                open.push((element, event["subagentRunId"].as_str(), false));
            }
            (Some("CUSTOM"), Some("task.cancelled" | "task.cancel.failed")) => {
                open.retain(|(id, ..)| *id != element);
            }
            (Some("TOOL_CALL_RESULT"), _) if event["metadata"]["status"] == "cancelled" => {
                let stopped = open.iter_mut().find(|(id, ..)| event["toolCallId"] == *id);
                if let Some((.., stopped)) = stopped {
                    *stopped = true;
                }
            }
            _ => {}
        }
    }
    let answers = open.into_iter().map(|(element, scope, stopped)| {
        let (name, value) = if stopped {
            let value = json!({"elementId": element, "reason": "User cancelled"});
            ("task.cancelled", value)
        } else {
            let value = json!({"elementId": element, "error": RESTARTED});
            ("task.cancel.failed", value)
        };
        let name = name.to_owned();
        (scope, EventKind::Custom { name, value })
    });
    answers.collect()
}

#[cfg(test)]
mod tests;
