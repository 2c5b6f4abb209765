//! What a text, a call or a result keeps for later requests: values that the core does not know.
//! The core stores them as opaque values and puts them into the history.

use midturn_core::transcript::{Answer, Resume};
use midturn_protocol::json::{self, raw, to_json};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The reason sent with the answer to a question that nobody answered.
const NOT_ANSWERED: &str = "The question was closed without an answer.";

/// What a call keeps.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct KeptCall {
    /// Whether the server does not know the tool's type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dynamic: Option<bool>,
    /// Whether the model's provider runs the tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) provider_executed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tool_metadata: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) provider_metadata: Option<Box<RawValue>>,
    /// The input, if it is not the streamed one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) input: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) approval: Option<Approval>,
}

/// A question about a call with its decision, as it is in a message.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Approval {
    pub(super) id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) approved: Option<bool>,
    /// The reason of the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// The reason of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) request_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) is_automatic: Option<bool>,
    /// Proves to the server that the question is its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) signature: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) descriptor: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) input_schema_input: Option<Box<RawValue>>,
}

/// What a result keeps.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct KeptResult {
    /// The output, if it is not the text that is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<Box<RawValue>>,
    /// Whether the output is a text, although it reads like another value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) provider_metadata: Option<Box<RawValue>>,
}

impl KeptCall {
    /// Reads an opaque value; a value of another protocol counts as none.
    pub(super) fn read(value: Option<&str>) -> Self {
        read(value)
    }

    /// The opaque value; `None` if there is nothing to keep.
    pub(super) fn written(&self) -> Option<String> {
        written(self)
    }
}

impl KeptResult {
    /// As [`KeptCall::read`].
    pub(super) fn read(value: Option<&str>) -> Self {
        read(value)
    }

    /// As [`KeptCall::written`].
    pub(super) fn written(&self) -> Option<String> {
        written(self)
    }
}

impl Approval {
    /// The question with the person's answer to it; `None` if none of the answers is about it.
    pub(super) fn answered(&self, answers: &[Resume]) -> Option<Self> {
        let given = answers.iter().find(|given| given.interrupt == self.id)?;
        let (approved, reason) = match &given.answer {
            Answer::Approved { .. } => (true, None),
            Answer::Denied { reason } => (false, reason.as_deref()),
            Answer::Reply(json) => (json.trim() == "true", None),
            // The protocol has no word for it. Without a decision, the call would stay open.
            Answer::Abandoned => (false, Some(NOT_ANSWERED)),
        };
        Some(Self {
            approved: Some(approved),
            reason: reason.map(str::to_owned),
            ..self.clone()
        })
    }
}

/// The metadata of a provider on a text or on reasoning; `None` for a value of another protocol.
pub(super) fn provider_metadata(value: Option<&str>) -> Option<&RawValue> {
    value.and_then(raw).filter(|json| {
        let fields = json::fields(json.get());
        fields.is_some_and(|all| all.iter().all(|(_, value)| value.get().starts_with('{')))
    })
}

fn read<T: Default + for<'de> Deserialize<'de>>(value: Option<&str>) -> T {
    let read = value.and_then(|value| serde_json::from_str(value).ok());
    read.unwrap_or_default()
}

fn written<T: Serialize>(kept: &T) -> Option<String> {
    Some(to_json(kept)).filter(|json| json != "{}")
}
