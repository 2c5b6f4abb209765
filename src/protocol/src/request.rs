//! Writes the body of a run's request: AG-UI 1.0's `RunAgentInput`, strictly.
//!
//! Not responsible for which messages a run should know; the core decides that.

mod parts;
#[cfg(test)]
mod tests;

use midturn_core::history::{HistoryCall, HistoryMessage, RunRequest};
use midturn_core::run_event::AnswerForm;
use midturn_core::transcript::{Answer, Resume};

use crate::json::{Writer, is_json, object_of};
pub use parts::Bytes;

/// The protocol version this client declares. Some backends say "cancelled" only to clients that
/// declare at least 1.0.
pub const PROTOCOL_VERSION: &str = "1.0";

/// The schema of no arguments.
const NO_PARAMETERS: &str = r#"{"type":"object","properties":{}}"#;

/// What every run is asked for in `forwardedProps`: a backend with the control extension goes on
/// when the page is left, because it is joined again. Others know nothing of it.
const FORWARDED: &str = r#"{"midturn":{"onDisconnect":"continue"}}"#;

/// The same, where interjections are to wait for the agent's response to end.
const FORWARDED_LATER: &str =
    r#"{"midturn":{"onDisconnect":"continue","interject":"after-response"}}"#;

/// What becomes of an interjection that comes while the agent writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interjections {
    /// The response ends there, and the message is next.
    #[default]
    Boundary,
    /// The response goes on to its end, and the message is next.
    AfterResponse,
}

/// A tool that the client answers, as the agent is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The name by which the agent calls it.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of its arguments, as text; none where it takes none.
    pub parameters: Option<String>,
}

/// The body of `POST <agent>`. `tools` are those that the client answers, `bytes` has those of the
/// files that go with messages. Optional fields that are empty are left out, never null, except those
/// that backends before 1.0 demand (`tools`, `context`, `state`, `forwardedProps`).
pub fn run_agent_input(
    request: &RunRequest,
    tools: &[Tool],
    bytes: Bytes<'_>,
    interjections: Interjections,
) -> String {
    object_of(|body| {
        body.text("protocolVersion", PROTOCOL_VERSION);
        body.text("threadId", request.thread.as_str());
        body.text("runId", request.run.as_str());
        body.list("messages", &request.messages, |fields, held| {
            message(fields, held, bytes);
        });
        body.list("tools", tools, tool);
        body.json("context", "[]");
        let shared = is_json(&request.state);
        body.json("state", if shared { &request.state } else { "{}" });
        let forwarded = match interjections {
            Interjections::Boundary => FORWARDED,
            Interjections::AfterResponse => FORWARDED_LATER,
        };
        body.json("forwardedProps", forwarded);
        if !request.resume.is_empty() {
            body.list("resume", &request.resume, answer);
        }
    })
}

/// Backends before 1.0 demand `parameters` too.
fn tool(fields: &mut Writer, tool: &Tool) {
    fields.text("name", &tool.name);
    fields.text("description", &tool.description);
    let parameters = tool.parameters.as_deref().filter(|text| is_json(text));
    fields.json("parameters", parameters.unwrap_or(NO_PARAMETERS));
}

/// An answer to an interrupt. A denial is an answer too; only what got none is cancelled. Nothing is
/// sent that the interrupt's schema forbids.
fn answer(entry: &mut Writer, given: &Resume) {
    let bare = matches!(given.form, AnswerForm::Decision { bare: true, .. });
    let payload = match &given.answer {
        Answer::Approved { .. } if bare => Some("true".to_owned()),
        Answer::Denied { .. } if bare => Some("false".to_owned()),
        Answer::Approved { arguments } => Some(object_of(|payload| {
            payload.json("approved", "true");
            let edited = arguments.as_deref().filter(|_| given.form.takes_edits());
            if let Some(arguments) = edited.filter(|text| is_json(text)) {
                payload.json("editedArgs", arguments);
            }
        })),
        Answer::Denied { reason } => Some(object_of(|payload| {
            payload.json("approved", "false");
            let reason = reason.as_deref().filter(|_| given.form.takes_reason());
            payload.optional("reason", reason);
        })),
        Answer::Reply(json) if is_json(json) => Some(match &given.form {
            AnswerForm::Words { field: Some(field) } => {
                object_of(|payload| payload.json(field, json))
            }
            AnswerForm::Words { field: None } | AnswerForm::Decision { .. } | AnswerForm::Json => {
                json.clone()
            }
        }),
        Answer::Reply(_) | Answer::Abandoned => None,
    };
    entry.text("interruptId", &given.interrupt);
    let status = match payload {
        Some(_) => "resolved",
        None => "cancelled",
    };
    entry.text("status", status);
    if let Some(payload) = payload {
        entry.json("payload", &payload);
    }
}

fn message(fields: &mut Writer, message: &HistoryMessage, bytes: Bytes<'_>) {
    let (id, role, content, encrypted) = match message {
        HistoryMessage::User { id, text, .. } => (id, "user", text, &None),
        HistoryMessage::Assistant {
            id,
            text,
            encrypted,
            ..
        } => (id, "assistant", text, encrypted),
        HistoryMessage::Tool {
            id,
            content,
            encrypted,
            ..
        } => (id, "tool", content, encrypted),
        HistoryMessage::Reasoning {
            id,
            text,
            encrypted,
        } => (id, "reasoning", text, encrypted),
    };
    fields.text("id", id.as_str());
    fields.text("role", role);
    let silent = role == "assistant" && content.is_empty();
    match message {
        HistoryMessage::User { attachments, .. } | HistoryMessage::Tool { attachments, .. }
            if !attachments.is_empty() =>
        {
            parts::content(fields, content, attachments, bytes);
        }
        _ => fields.optional("content", (!silent).then_some(content)),
    }
    fields.optional("encryptedValue", encrypted.as_deref());
    match message {
        HistoryMessage::Assistant { calls, .. } if !calls.is_empty() => {
            fields.list("toolCalls", calls, call);
        }
        HistoryMessage::Tool { call, failed, .. } => {
            fields.text("toolCallId", call.as_str());
            if *failed {
                let reason = if content.is_empty() {
                    "failed"
                } else {
                    content
                };
                fields.text("error", reason);
            }
        }
        _ => {}
    }
}

fn call(fields: &mut Writer, call: &HistoryCall) {
    let function = object_of(|function| {
        function.text("name", &call.name);
        function.text("arguments", whole(&call.arguments));
    });
    fields.text("id", call.id.as_str());
    fields.text("type", "function");
    fields.json("function", &function);
    fields.optional("encryptedValue", call.encrypted.as_deref());
}

/// The arguments of a call that was stopped while they were written are half a text. Backends read
/// them as JSON, some of them for every call of the history.
fn whole(arguments: &str) -> &str {
    if is_json(arguments) { arguments } else { "{}" }
}
