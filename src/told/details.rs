//! The events, and the shapes of their details.

use midturn_core::rating::Rating;
use midturn_protocol::json::to_json;
use serde::Serialize;
use serde_json::value::RawValue;

use super::shapes::{Question, QueuedPrompt};

/// An event for the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its name, without the prefix `midturn-`.
    pub name: &'static str,
    /// Its detail, as JSON text.
    pub detail: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TurnStart<'a> {
    pub(super) thread_id: &'a str,
    pub(super) turn_id: &'a str,
    /// Whether the turn goes on after it had ended, as with the answer to a question.
    pub(super) resumed: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TurnEnd<'a> {
    pub(super) thread_id: &'a str,
    pub(super) turn_id: &'a str,
    pub(super) outcome: &'static str,
    pub(super) stop: Option<&'static str>,
    /// What cut off the answer of a completed turn.
    pub(super) limit: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageTold<'a> {
    pub(super) thread_id: &'a str,
    pub(super) turn_id: &'a str,
    pub(super) message_id: &'a str,
    pub(super) role: &'static str,
    pub(super) text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct QueueTold<'a> {
    pub(super) thread_id: &'a str,
    pub(super) queue: Vec<QueuedPrompt<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InterjectionTold<'a> {
    pub(super) thread_id: &'a str,
    pub(super) turn_id: &'a str,
    pub(super) message_id: &'a str,
    pub(super) text: &'a str,
    pub(super) status: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Approval<'a> {
    pub(super) thread_id: &'a str,
    #[serde(flatten)]
    pub(super) question: Question<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ErrorTold<'a> {
    pub(super) thread_id: &'a str,
    pub(super) turn_id: &'a str,
    pub(super) code: &'static str,
    pub(super) message: String,
    /// The HTTP status of `refused`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<u16>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThreadTold<'a> {
    pub(super) thread_id: &'a str,
    pub(super) title: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FeedbackTold<'a> {
    pub(super) thread_id: &'a str,
    pub(super) turn_id: &'a str,
    /// The agent's last message in the turn, if it has any.
    pub(super) message_id: Option<&'a str>,
    /// `good` or `bad`; `null` if the rating was taken back.
    pub(super) rating: Option<Rating>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AgentState<'a> {
    pub(super) thread_id: &'a str,
    pub(super) state: Option<&'a RawValue>,
}

/// Adds an event.
pub(super) fn tell<T: Serialize>(out: &mut Vec<Told>, name: &'static str, detail: &T) {
    let detail = to_json(detail);
    out.push(Told { name, detail });
}
