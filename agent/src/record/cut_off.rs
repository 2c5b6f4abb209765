//! The events that end a run whose process has ended.
//!
//! Pure, so that the simulation can crash thousands of runs through the same code. The store finds
//! such runs and writes the events.

use super::{DeliveryState, INTERRUPTED, Transcript};
use crate::agui::{Custom, Event, EventKind};
use crate::conversation::ToolStatus;

const RESTARTED: &str = "The agent was restarted";

/// The events that end a run, given its events so far: an answer to each accepted cancel, the delivery
/// of each interjection, and the run's end. Empty when the run has ended. `at` is in milliseconds
/// since the Unix epoch.
pub fn last_words(log: &[Event], at: u64) -> Vec<Event> {
    let transcript = Transcript::of(log);
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
    let undelivered = pending.map(|interjection| {
        EventKind::Custom(Custom::Undelivered {
            id: interjection.id.clone(),
            reason: RESTARTED.to_owned(),
        })
    });
    let end = EventKind::RunError {
        message: "The agent was restarted in the middle of this run.".to_owned(),
        code: INTERRUPTED.to_owned(),
    };
    let cancels = open_cancels(log)
        .into_iter()
        .map(|(scope, answer)| event(scope.map(str::to_owned), EventKind::Custom(answer)));
    let rest = undelivered.chain([end]).map(|kind| event(None, kind));
    cancels.chain(rest).collect()
}

/// The missing answers to accepted cancels, each with the subagent that should have sent it; `None`
/// for the main agent.
fn open_cancels(log: &[Event]) -> Vec<(Option<&str>, Custom)> {
    // One entry per element, in request order. The flag is true when the element has stopped, but
    // the cancel has no answer yet.
    let mut open: Vec<(&str, Option<&str>, bool)> = Vec::new();
    for event in log {
        match &event.kind {
            // A slow stop is reported more than once.
            EventKind::Custom(Custom::Cancelling { element_id, .. })
                if open.iter().all(|(id, ..)| id != element_id) =>
            {
                open.push((element_id, event.subagent_run_id.as_deref(), false));
            }
            EventKind::Custom(
                Custom::Cancelled { element_id, .. } | Custom::CancelFailed { element_id, .. },
            ) => open.retain(|(id, ..)| id != element_id),
            EventKind::ToolCallResult { tool_call_id, .. } => {
                let status = event.metadata.as_ref().map(|metadata| metadata.status);
                let mut stopped = open.iter_mut().filter(|(id, ..)| id == tool_call_id);
                if let (Some(ToolStatus::Cancelled), Some((.., stopped))) = (status, stopped.next())
                {
                    *stopped = true;
                }
            }
            _ => {}
        }
    }
    let answers = open.into_iter().map(|(element, scope, stopped)| {
        let element_id = element.to_owned();
        let answer = if stopped {
            Custom::Cancelled {
                element_id,
                reason: "User cancelled".to_owned(),
                partial_result: None,
                last_error: None,
            }
        } else {
            Custom::CancelFailed {
                element_id,
                error: RESTARTED.to_owned(),
            }
        };
        (scope, answer)
    });
    answers.collect()
}

#[cfg(test)]
mod tests;
