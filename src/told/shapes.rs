//! The shapes that the snapshot and the events share.

use midturn_core::id::ActivityId;
use midturn_core::queue::Prompt;
use midturn_core::run_event::{AnswerForm, Interrupt};
use midturn_core::transcript::{Outcome, Stop, Turn};
use midturn_protocol::json::to_json;
use serde::Serialize;

/// A prompt in the queue.
#[derive(Serialize)]
pub(super) struct QueuedPrompt<'a> {
    id: &'a str,
    text: &'a str,
    /// The number of files.
    attachments: usize,
    held: bool,
}

impl<'a> QueuedPrompt<'a> {
    pub(super) fn of(prompt: &'a Prompt) -> Self {
        Self {
            id: prompt.id.as_str(),
            text: &prompt.text,
            attachments: prompt.attachments.len(),
            held: prompt.held,
        }
    }
}

/// A question of the agent.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Question<'a> {
    interrupt_id: &'a str,
    turn_id: &'a str,
    reason: &'a str,
    message: Option<&'a str>,
    tool_call_id: Option<&'a str>,
    /// The name of the tool in question.
    tool_name: Option<&'a str>,
    /// The arguments of the call, as JSON text.
    arguments: Option<&'a str>,
    /// How the question is answered: `decision`, `text` or `json`.
    answer: &'static str,
    expires_at: Option<&'a str>,
}

impl<'a> Question<'a> {
    pub(super) fn of(turn: &'a Turn, interrupt: &'a Interrupt) -> Self {
        let call = interrupt.call.as_ref();
        let known = call.and_then(|call| turn.tool_call(call));
        Self {
            interrupt_id: &interrupt.id,
            turn_id: turn.id.as_str(),
            reason: &interrupt.reason,
            message: interrupt.message.as_deref(),
            tool_call_id: call.map(ActivityId::as_str),
            tool_name: known.map(|(name, _)| name),
            arguments: known.map(|(_, arguments)| arguments),
            answer: match interrupt.form {
                AnswerForm::Decision { .. } => "decision",
                AnswerForm::Words { .. } => "text",
                AnswerForm::Json => "json",
            },
            expires_at: interrupt.expires_at.as_deref(),
        }
    }

    /// The open questions of a turn.
    pub(super) fn all_of(turn: &'a Turn) -> Vec<Self> {
        let open = turn.open_interrupts();
        open.map(|interrupt| Self::of(turn, interrupt)).collect()
    }
}

/// What is known of the stop of a cancelled turn.
pub(super) fn stop_name(outcome: &Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Cancelled(Stop::Requested) => Some("requested"),
        Outcome::Cancelled(Stop::Confirmed) => Some("confirmed"),
        Outcome::Cancelled(Stop::Unsent) => Some("unsent"),
        Outcome::Cancelled(Stop::Unknown) => Some("unknown"),
        Outcome::Completed | Outcome::Failed(_) | Outcome::Interrupted(_) | Outcome::Waiting(_) => {
            None
        }
    }
}

/// How a turn ended.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct End<'a> {
    turn_id: &'a str,
    outcome: &'static str,
    stop: Option<&'static str>,
}

/// How a turn ended, as JSON text: what a stop resolves to.
pub fn end_of(turn: &str, outcome: &Outcome) -> String {
    to_json(&End {
        turn_id: turn,
        outcome: outcome.name(),
        stop: stop_name(outcome),
    })
}
