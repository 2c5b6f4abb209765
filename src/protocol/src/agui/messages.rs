//! `MESSAGES_SNAPSHOT`: the backend's own list of messages.
//!
//! Not responsible for merging it into what was streamed; the core fills its gaps from it.

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::{RunEvent, SnapshotCall, SnapshotMessage};

use super::fields::Fields;
use super::out::Out;
use super::text;
use crate::diagnostic::{Kind, start_of};
use crate::json;

/// Reads the list. Messages without an id get one by position, from `prefix`.
pub(crate) fn snapshot(fields: &Fields<'_>, prefix: &str, out: &mut Out) {
    let Some(list) = fields.raw("messages").and_then(json::list) else {
        return out.note(Kind::BadField, "MESSAGES_SNAPSHOT.messages is no list");
    };
    let mut messages = Vec::new();
    let mut encrypted = Vec::new();
    for (at, json) in list.into_iter().enumerate() {
        let Some(fields) = Fields::inside("message", json) else {
            out.note(Kind::BadField, "message is no object");
            continue;
        };
        let id = fields.id("id", out).unwrap_or_else(|| {
            fields.bad("id", "is missing", out);
            [prefix, "~m", &at.to_string()].concat()
        });
        keep(&fields, &id, false, &mut encrypted, out);
        messages.extend(message(&fields, id, &mut encrypted, out));
    }
    out.event(RunEvent::Snapshot(messages));
    for event in encrypted {
        out.event(event);
    }
}

fn message(
    fields: &Fields<'_>,
    id: String,
    encrypted: &mut Vec<RunEvent>,
    out: &mut Out,
) -> Option<SnapshotMessage> {
    let role = fields.required("role", out);
    // The core has no place for a subagent's words in a snapshot, and would take them for the
    // main agent's. They were streamed, with their owner; the calls are found again by id.
    let subagent = fields.id("subagentRunId", out).is_some();
    match role.as_str() {
        "user" => Some(SnapshotMessage::User {
            id: MessageId::from(id),
            text: text::content(fields, out),
        }),
        "assistant" => {
            let text = text::content(fields, out);
            let calls = calls(fields, encrypted, out);
            if subagent && calls.is_empty() {
                return None;
            }
            Some(SnapshotMessage::Assistant {
                id: MessageId::from(id),
                text: if subagent { String::new() } else { text },
                calls,
            })
        }
        "tool" => {
            let Some(call) = fields.id("toolCallId", out) else {
                fields.bad("toolCallId", "is missing", out);
                return None;
            };
            let error = fields.text("error", out);
            let said = text::said(fields, &call, out);
            Some(SnapshotMessage::Tool {
                id: MessageId::from(id),
                call: ActivityId::from(call),
                failed: error.is_some(),
                content: either(said.text, error),
                attachments: said.attachments,
            })
        }
        "reasoning" if !subagent => Some(SnapshotMessage::Reasoning {
            id: MessageId::from(id),
            text: text::content(fields, out),
        }),
        "reasoning" | "developer" | "system" | "activity" => None,
        other => {
            out.note_once(Kind::UnknownField, &["role ", start_of(other)].concat());
            None
        }
    }
}

fn calls(fields: &Fields<'_>, encrypted: &mut Vec<RunEvent>, out: &mut Out) -> Vec<SnapshotCall> {
    let Some(json) = fields.raw("toolCalls") else {
        return Vec::new();
    };
    let Some(list) = json::list(json) else {
        fields.bad("toolCalls", "is no list", out);
        return Vec::new();
    };
    let mut calls = Vec::new();
    for json in list {
        let Some(call) = Fields::inside("toolCall", json) else {
            out.note(Kind::BadField, "toolCall is no object");
            continue;
        };
        let function = call.raw("function");
        let (Some(id), Some(function)) = (
            call.id("id", out),
            function.and_then(|json| Fields::inside("function", json)),
        ) else {
            call.bad("id", "or function is missing", out);
            continue;
        };
        keep(&call, &id, true, encrypted, out);
        calls.push(SnapshotCall {
            id: ActivityId::from(id),
            name: function.required("name", out),
            arguments: function.required("arguments", out),
        });
    }
    calls
}

/// Keeps the opaque value of a message or call, to be sent back.
fn keep(
    fields: &Fields<'_>,
    id: &str,
    of_call: bool,
    encrypted: &mut Vec<RunEvent>,
    out: &mut Out,
) {
    if let Some(value) = fields.text("encryptedValue", out) {
        encrypted.push(RunEvent::Encrypted {
            entity: id.to_owned(),
            of_call,
            value,
        });
    }
}

/// A tool's content or, where a failed tool has none, its error.
pub(crate) fn either(content: String, error: Option<String>) -> String {
    match error {
        Some(error) if content.is_empty() => error,
        _ => content,
    }
}
