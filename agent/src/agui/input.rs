//! Reads a `RunAgentInput`, leniently: only `threadId`, `runId` and `messages` are required, and
//! `resume`, if present, must be an array.
//!
//! Unknown or malformed messages, tools and answers are skipped: a run with a little less context
//! helps a person more than a refused run.

use serde::Deserialize;
use serde_json::{Value, json};

use super::content;
use super::interrupt::Interrupt;
use crate::conversation::{Decision, Message, ToolCall, ToolResult, ToolSpec, ToolStatus, Verdict};

/// Why a body is not a `RunAgentInput`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// The body is not JSON.
    #[error("the body is not valid JSON: {0}")]
    NotJson(String),
    /// The body is JSON of another shape.
    #[error("{0}")]
    Shape(String),
}

/// What the agent uses of a `RunAgentInput`.
#[derive(Debug, Clone, PartialEq)]
pub struct RunInput {
    /// The thread id.
    pub thread_id: String,
    /// The run id.
    pub run_id: String,
    /// The conversation so far, in the engine's form.
    pub history: Vec<Message>,
    /// Answers to the interrupts of the previous run.
    pub decisions: Vec<Decision>,
    /// The client's tools, which the model may call.
    pub tools: Vec<ToolSpec>,
    /// The body as received.
    pub received: Value,
}

impl RunInput {
    /// Reads a request body.
    ///
    /// # Errors
    /// [`InputError::NotJson`], or [`InputError::Shape`] when the body is no object, or a field is
    /// missing or has the wrong type.
    pub fn parse(body: &[u8]) -> Result<Self, InputError> {
        let received: Value =
            serde_json::from_slice(body).map_err(|error| InputError::NotJson(error.to_string()))?;
        if !received.is_object() {
            return Err(shape("the body must be a JSON object (RunAgentInput)"));
        }
        let thread_id = required_text(&received, "threadId")?;
        let run_id = required_text(&received, "runId")?;
        let messages = received["messages"]
            .as_array()
            .ok_or_else(|| shape("`messages` is required and must be an array"))?;
        let history = messages.iter().filter_map(message).collect();
        let decisions = match &received["resume"] {
            Value::Null => Vec::new(),
            Value::Array(entries) => entries.iter().filter_map(decision).collect(),
            _ => return Err(shape("`resume` must be an array")),
        };
        let tools = received["tools"].as_array();
        let tools = tools.into_iter().flatten().filter_map(tool).collect();
        Ok(Self {
            thread_id,
            run_id,
            history,
            decisions,
            tools,
            received,
        })
    }

    /// The id of the last message, if it is a user message and the input answers no question.
    pub(crate) fn new_message(&self) -> Option<&str> {
        match self.history.last() {
            Some(Message::User { id, .. }) if !id.is_empty() && self.decisions.is_empty() => {
                Some(id)
            }
            _ => None,
        }
    }

    /// The id and the text of the last user message; empty without one.
    pub(crate) fn last_prompt(&self) -> (&str, &str) {
        let prompt = self.history.iter().rev().find_map(|message| match message {
            Message::User { id, text, .. } => Some((id.as_str(), text.as_str())),
            _ => None,
        });
        prompt.unwrap_or_default()
    }

    /// How a call ended that the client has run, by its tool message.
    pub(crate) fn status_of_result(message: &Value) -> ToolStatus {
        let status = ToolStatus::deserialize(&message["metadata"]["status"]);
        status.unwrap_or(match error_of_result(message) {
            Some(_) => ToolStatus::Error,
            None => ToolStatus::Ok,
        })
    }

    /// Reads a message of any agent's conversation, also a subagent's.
    pub(crate) fn message_of_anyone(value: &Value) -> Option<Message> {
        plain(value)
    }
}

fn shape(message: &str) -> InputError {
    InputError::Shape(message.to_owned())
}

fn required_text(input: &Value, field: &str) -> Result<String, InputError> {
    match input[field].as_str() {
        Some(text) if !text.is_empty() => Ok(text.to_owned()),
        _ => Err(InputError::Shape(format!(
            "`{field}` is required and must be a non-empty string"
        ))),
    }
}

fn message(value: &Value) -> Option<Message> {
    // Messages of a subagent are not part of the main agent's conversation.
    if value["subagentRunId"].is_string() {
        return None;
    }
    plain(value)
}

fn plain(value: &Value) -> Option<Message> {
    let id = value["id"].as_str().unwrap_or_default().to_owned();
    let text = content::text(&value["content"]);
    match value["role"].as_str()? {
        "user" => Some(Message::User {
            id,
            text,
            attachments: content::attachments(&value["content"]),
        }),
        "system" | "developer" => Some(Message::System { text }),
        "assistant" => Some(Message::Assistant {
            id,
            text,
            calls: value["toolCalls"]
                .as_array()
                .map(|calls| calls.iter().filter_map(tool_call).collect())
                .unwrap_or_default(),
        }),
        "tool" => {
            let status = RunInput::status_of_result(value);
            let content = if text.is_empty() {
                error_of_result(value).unwrap_or_default().to_owned()
            } else {
                text
            };
            Some(Message::Tool {
                call_id: value["toolCallId"].as_str()?.to_owned(),
                result: ToolResult { content, status },
                feedback: Vec::new(),
            })
        }
        // Reasoning and activities are for people; other roles are unknown.
        _ => None,
    }
}

fn error_of_result(message: &Value) -> Option<&str> {
    message["error"].as_str().filter(|error| !error.is_empty())
}

fn tool_call(value: &Value) -> Option<ToolCall> {
    let arguments = match &value["function"]["arguments"] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    Some(ToolCall {
        id: value["id"].as_str()?.to_owned(),
        name: value["function"]["name"].as_str()?.to_owned(),
        arguments,
    })
}

/// Reads a client's tool. A name that an endpoint would refuse is left out: with it, the endpoint
/// would refuse the whole request.
fn tool(value: &Value) -> Option<ToolSpec> {
    let name = value["name"].as_str()?;
    let usual = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !(1..=64).contains(&name.len()) || !name.chars().all(usual) {
        return None;
    }
    let parameters = match &value["parameters"] {
        Value::Object(schema) => Value::Object(schema.clone()),
        _ => json!({"type": "object", "properties": {}}),
    };
    let description = value["description"].as_str().unwrap_or_default();
    Some(ToolSpec {
        name: name.to_owned().into(),
        description: description.to_owned().into(),
        parameters,
    })
}

fn decision(entry: &Value) -> Option<Decision> {
    let call_id = Interrupt::call_of(entry["interruptId"].as_str()?).to_owned();
    let payload = &entry["payload"];
    let approved = payload.as_bool() == Some(true) || payload["approved"].as_bool() == Some(true);
    let verdict = match entry["status"].as_str() {
        Some("cancelled") => Verdict::Abandoned,
        // Anything but an explicit approval is a denial.
        _ if approved => Verdict::Approved {
            edited_arguments: payload["editedArgs"]
                .is_object()
                .then(|| payload["editedArgs"].to_string()),
        },
        _ => Verdict::Denied {
            reason: payload["reason"]
                .as_str()
                .map(str::trim)
                .filter(|reason| !reason.is_empty())
                .map(str::to_owned),
        },
    };
    Some(Decision { call_id, verdict })
}
