//! `MESSAGES_SNAPSHOT`: the backend's own list of messages.
//!
//! The core merges it with the streamed messages.

use std::borrow::Cow;

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::{RunEvent, SnapshotCall, SnapshotMessage};
use serde::Deserialize;

use super::out::Out;
use super::text::{self, Content};
use crate::diagnostic::{Kind, start_of};
use crate::value::{Many, One, Text};

/// The fields of `MESSAGES_SNAPSHOT`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(crate) struct MessagesSnapshot<'a> {
    messages: Many<One<'a, Message<'a>>>,
}

/// A message of any role.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct Message<'a> {
    pub(crate) id: Text<'a>,
    pub(crate) role: Text<'a>,
    pub(crate) subagent_run_id: Text<'a>,
    pub(crate) content: Content<'a>,
    pub(crate) encrypted_value: Text<'a>,
    pub(crate) tool_calls: Many<One<'a, ToolCall<'a>>>,
    pub(crate) tool_call_id: Text<'a>,
    pub(crate) error: Text<'a>,
}

/// A call in an assistant message.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct ToolCall<'a> {
    pub(crate) id: Text<'a>,
    pub(crate) function: One<'a, Function<'a>>,
    pub(crate) encrypted_value: Text<'a>,
}

/// The called function.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(crate) struct Function<'a> {
    pub(crate) name: Text<'a>,
    pub(crate) arguments: Text<'a>,
}

/// The name of a message in diagnostics.
pub(crate) const MESSAGE: &str = "message";

/// Reads the list. Messages without an id get one from `prefix` and their position.
pub(crate) fn snapshot(snapshot: MessagesSnapshot<'_>, prefix: &str, out: &mut Out) {
    let Some(list) = snapshot.messages.list() else {
        return out.note(Kind::BadField, "MESSAGES_SNAPSHOT.messages is no list");
    };
    let mut messages = Vec::new();
    let mut encrypted = Vec::new();
    for (at, held) in list.into_iter().enumerate() {
        let Some(mut held) = held.object() else {
            out.note(Kind::BadField, "message is no object");
            continue;
        };
        let mut of = out.of(MESSAGE);
        let id = of.id("id", held.id.take()).unwrap_or_else(|| {
            of.bad("id", "is missing");
            format!("{prefix}~m{at}").into()
        });
        let value = of.text("encryptedValue", held.encrypted_value.take());
        encrypted.extend(kept(value, &id, false));
        messages.extend(message(held, &id, &mut encrypted, out));
    }
    out.event(RunEvent::Snapshot(messages));
    for event in encrypted {
        out.event(event);
    }
}

fn message(
    held: Message<'_>,
    id: &str,
    encrypted: &mut Vec<RunEvent>,
    out: &mut Out,
) -> Option<SnapshotMessage> {
    let mut of = out.of(MESSAGE);
    let role = of.required("role", held.role);
    // Leave out a subagent's text: the core would assign it to the main agent, and has it from the
    // stream already. Keep a subagent's calls, which the core matches by id.
    let subagent = of.id("subagentRunId", held.subagent_run_id).is_some();
    let id = MessageId::from(id);
    match &*role {
        "user" => Some(SnapshotMessage::User {
            id,
            text: text::content(MESSAGE, held.content, out),
        }),
        "assistant" => {
            let text = text::content(MESSAGE, held.content, out);
            let calls = calls(held.tool_calls, encrypted, out);
            if subagent && calls.is_empty() {
                return None;
            }
            Some(SnapshotMessage::Assistant {
                id,
                text: if subagent { String::new() } else { text },
                calls,
            })
        }
        "tool" => {
            let Some(call) = of.id("toolCallId", held.tool_call_id) else {
                of.bad("toolCallId", "is missing");
                return None;
            };
            let error = of.text("error", held.error);
            let said = text::said(MESSAGE, held.content, &call, out);
            Some(SnapshotMessage::Tool {
                id,
                call: ActivityId::from(&*call),
                failed: error.is_some(),
                content: either(said.text, error),
                attachments: said.attachments,
            })
        }
        "reasoning" if !subagent => Some(SnapshotMessage::Reasoning {
            id,
            text: text::content(MESSAGE, held.content, out),
        }),
        "reasoning" | "developer" | "system" | "activity" => None,
        other => {
            out.note_once(Kind::UnknownField, &format!("role {}", start_of(other)));
            None
        }
    }
}

fn calls(
    calls: Many<One<'_, ToolCall<'_>>>,
    encrypted: &mut Vec<RunEvent>,
    out: &mut Out,
) -> Vec<SnapshotCall> {
    let list = match calls {
        Many::Absent => return Vec::new(),
        Many::List(list) => list,
        Many::Other => {
            out.of(MESSAGE).bad("toolCalls", "is no list");
            return Vec::new();
        }
    };
    let mut calls = Vec::new();
    for call in list {
        let Some(call) = call.object() else {
            out.note(Kind::BadField, "toolCall is no object");
            continue;
        };
        let mut of = out.of("toolCall");
        let (Some(id), Some(function)) = (of.id("id", call.id), call.function.object()) else {
            of.bad("id", "or function is missing");
            continue;
        };
        let value = of.text("encryptedValue", call.encrypted_value);
        encrypted.extend(kept(value, &id, true));
        let mut of = out.of("function");
        calls.push(SnapshotCall {
            id: ActivityId::from(&*id),
            name: of.required("name", function.name).into_owned(),
            arguments: of.required("arguments", function.arguments).into_owned(),
        });
    }
    calls
}

/// An event that keeps the opaque value of a message or call.
fn kept(value: Option<Cow<'_, str>>, id: &str, of_call: bool) -> Option<RunEvent> {
    Some(RunEvent::Encrypted {
        entity: id.to_owned(),
        of_call,
        value: value?.into_owned(),
    })
}

/// A tool's content; if it is empty, the error.
pub(crate) fn either(content: String, error: Option<Cow<'_, str>>) -> String {
    match error {
        Some(error) if content.is_empty() => error.into_owned(),
        _ => content,
    }
}
