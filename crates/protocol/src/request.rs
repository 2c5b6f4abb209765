//! Writes the body of a run's request: AG-UI 1.0's `RunAgentInput`, strictly.

mod parts;
#[cfg(test)]
mod tests;
mod text_file;

use std::collections::BTreeMap;

use midturn_core::history::{HistoryCall, HistoryMessage};

use midturn_core::request::RunRequest;
use midturn_core::run_event::AnswerForm;
use midturn_core::transcript::{Answer, Resume};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::agui::KNOWS_REASONING;
use crate::json::{is_json, raw, to_json};
pub use parts::Bytes;
use parts::Content;
pub use text_file::{file_in, text_file};

/// The protocol version this client declares. Some backends report "cancelled" only to clients that
/// declare at least 1.0.
pub const PROTOCOL_VERSION: &str = "1.0";

/// When an interjection reaches an agent that is writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interjections {
    /// The response stops, and the agent continues with the interjection.
    #[default]
    Boundary,
    /// The response continues to its end. The interjection follows.
    AfterResponse,
}

/// The description of a client tool for the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The name that the agent calls.
    pub name: String,
    /// The description for the model.
    pub description: String,
    /// JSON Schema of its arguments, as text; `None` if it takes none.
    pub parameters: Option<String>,
}

/// AG-UI's `RunAgentInput`. Backends before 1.0 require `tools`, `context`, `state` and
/// `forwardedProps`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunAgentInput<'a> {
    protocol_version: &'static str,
    thread_id: &'a str,
    run_id: &'a str,
    messages: Vec<Message<'a>>,
    tools: Vec<ToolOf<'a>>,
    context: [(); 0],
    state: Json<'a>,
    forwarded_props: ForwardedProps,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    resume: Vec<ResumeEntry<'a>>,
}

#[derive(Serialize)]
struct ForwardedProps {
    midturn: Wishes,
}

/// Requests to a backend with the control extension; other backends ignore them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Wishes {
    /// Asks the backend to continue when the page is left, because the client rejoins.
    on_disconnect: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    interject: Option<&'static str>,
}

/// JSON text from elsewhere, or an object in its place.
#[derive(Serialize)]
#[serde(untagged)]
enum Json<'a> {
    Given(&'a RawValue),
    Empty {},
    /// The schema of a tool without arguments.
    NoParameters {
        r#type: &'static str,
        properties: Nothing,
    },
}

/// An empty object.
#[derive(Serialize)]
struct Nothing {}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Message<'a> {
    id: &'a str,
    role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<Content<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encrypted_value: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<ToolCall<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolCall<'a> {
    id: &'a str,
    r#type: &'static str,
    function: Function<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encrypted_value: Option<&'a str>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    arguments: &'a str,
}

#[derive(Serialize)]
struct ToolOf<'a> {
    name: &'a str,
    description: &'a str,
    /// Never left out, because backends before 1.0 require it.
    parameters: Json<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResumeEntry<'a> {
    interrupt_id: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    payload: Option<Payload<'a>>,
}

/// The answer to an interrupt.
#[derive(Serialize)]
#[serde(untagged)]
enum Payload<'a> {
    Decision(bool),
    #[serde(rename_all = "camelCase")]
    Decided {
        approved: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        edited_args: Option<&'a RawValue>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'a str>,
    },
    Field(BTreeMap<&'a str, &'a RawValue>),
    Json(&'a RawValue),
}

/// The body of `POST <agent>`. `tools` are the client tools; `bytes` gives the bytes of attached
/// files. Empty optional fields are left out, never null, except those that backends before 1.0
/// require (`tools`, `context`, `state`, `forwardedProps`).
pub fn run_agent_input(
    request: &RunRequest,
    tools: &[Tool],
    bytes: Bytes<'_>,
    interjections: Interjections,
) -> String {
    to_json(&RunAgentInput {
        protocol_version: PROTOCOL_VERSION,
        thread_id: request.thread.as_str(),
        run_id: request.run.as_str(),
        messages: (request.messages.iter())
            .filter(|held| request.memory == KNOWS_REASONING || !is_plain_reasoning(held))
            .map(|held| message(held, bytes))
            .collect(),
        tools: tools.iter().map(tool).collect(),
        context: [],
        state: raw(&request.state).map_or(Json::Empty {}, Json::Given),
        forwarded_props: ForwardedProps {
            midturn: Wishes {
                on_disconnect: "continue",
                interject: match interjections {
                    Interjections::Boundary => None,
                    Interjections::AfterResponse => Some("after-response"),
                },
            },
        },
        resume: request.resume.iter().map(answer).collect(),
    })
}

/// Writes messages as a list, as in the body of a run's request.
pub fn messages_json(messages: &[HistoryMessage], bytes: Bytes<'_>) -> String {
    let list: Vec<_> = messages.iter().map(|held| message(held, bytes)).collect();
    to_json(&list)
}

/// Whether this is reasoning of which the backend wants nothing back.
fn is_plain_reasoning(message: &HistoryMessage) -> bool {
    matches!(
        message,
        HistoryMessage::Reasoning {
            encrypted: None,
            ..
        }
    )
}

fn tool(tool: &Tool) -> ToolOf<'_> {
    let parameters = tool.parameters.as_deref().and_then(raw);
    ToolOf {
        name: &tool.name,
        description: &tool.description,
        parameters: parameters.map_or(
            Json::NoParameters {
                r#type: "object",
                properties: Nothing {},
            },
            Json::Given,
        ),
    }
}

/// An answer to an interrupt. A denial counts as resolved; only an abandoned question is cancelled.
/// Leaves out what the interrupt's schema forbids.
fn answer(given: &Resume) -> ResumeEntry<'_> {
    let bare = matches!(given.form, AnswerForm::Decision { bare: true, .. });
    let payload = match &given.answer {
        Answer::Approved { .. } if bare => Some(Payload::Decision(true)),
        Answer::Denied { .. } if bare => Some(Payload::Decision(false)),
        Answer::Approved { arguments } => {
            let edited = arguments.as_deref().filter(|_| given.form.takes_edits());
            Some(Payload::Decided {
                approved: true,
                edited_args: edited.and_then(raw),
                reason: None,
            })
        }
        Answer::Denied { reason } => Some(Payload::Decided {
            approved: false,
            edited_args: None,
            reason: reason.as_deref().filter(|_| given.form.takes_reason()),
        }),
        Answer::Reply(json) => raw(json).map(|json| match &given.form {
            AnswerForm::Words { field: Some(field) } => {
                Payload::Field(BTreeMap::from([(field.as_str(), json)]))
            }
            AnswerForm::Words { field: None } | AnswerForm::Decision { .. } | AnswerForm::Json => {
                Payload::Json(json)
            }
        }),
        Answer::Abandoned => None,
    };
    ResumeEntry {
        interrupt_id: &given.interrupt,
        status: match payload {
            Some(_) => "resolved",
            None => "cancelled",
        },
        payload,
    }
}

fn message<'a, 'b: 'a>(message: &'a HistoryMessage, bytes: Bytes<'b>) -> Message<'a> {
    let plain = |id, role, content, encrypted: &'a Option<String>| Message {
        id,
        role,
        content: Some(content),
        encrypted_value: encrypted.as_deref(),
        tool_calls: Vec::new(),
        tool_call_id: None,
        error: None,
    };
    match message {
        HistoryMessage::User {
            id,
            text,
            attachments,
        } => {
            let content = parts::content(text, attachments, bytes);
            plain(id.as_str(), "user", content, &None)
        }
        HistoryMessage::Assistant {
            id,
            text,
            calls,
            encrypted,
        } => Message {
            content: (!text.is_empty()).then_some(Content::Text(text)),
            tool_calls: calls.iter().map(call).collect(),
            ..plain(id.as_str(), "assistant", Content::Text(text), encrypted)
        },
        HistoryMessage::Tool {
            id,
            call,
            content,
            failed,
            encrypted,
            attachments,
        } => {
            let reason = if content.is_empty() {
                "failed"
            } else {
                content
            };
            let content = parts::content(content, attachments, bytes);
            Message {
                tool_call_id: Some(call.as_str()),
                error: failed.then_some(reason),
                ..plain(id.as_str(), "tool", content, encrypted)
            }
        }
        HistoryMessage::Reasoning {
            id,
            text,
            encrypted,
        } => plain(id.as_str(), "reasoning", Content::Text(text), encrypted),
    }
}

fn call(call: &HistoryCall) -> ToolCall<'_> {
    ToolCall {
        id: call.id.as_str(),
        r#type: "function",
        function: Function {
            name: &call.name,
            arguments: whole(&call.arguments),
        },
        encrypted_value: call.encrypted.as_deref(),
    }
}

/// The arguments, or `{}` if they are incomplete JSON, as after a stop while they were streamed.
/// Some backends parse the arguments of every call in the history.
fn whole(arguments: &str) -> &str {
    if is_json(arguments) { arguments } else { "{}" }
}
