//! The past of a thread as the server has it, for a device that does not have it yet.

use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::id::{ActivityId, MessageId, ThreadId};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::content::{self, Piece};
use super::ids;
use super::wire::{self, Kind, Message};
use crate::call::{Call, under};
use crate::json;
use crate::protocol::Endpoints;
use crate::value::{Many, One};

/// A thread's state.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct State<'a> {
    values: One<'a, Values<'a>>,
}

/// The values of a chat graph's state.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Values<'a> {
    messages: Many<&'a RawValue>,
}

/// The request for a thread's past.
pub fn past(endpoints: &Endpoints, thread: &ThreadId) -> Call {
    let thread = ids::thread(thread);
    Call::get(under(&endpoints.agent, &["threads", &thread, "state"]))
}

/// The messages in the answer to [`past`], oldest first. None if the answer is no state.
pub fn past_messages(body: &str) -> Vec<HistoryMessage> {
    let state = json::raw(body).and_then(|json| One::<State<'_>>::deserialize(json).ok());
    let values = state
        .and_then(One::object)
        .and_then(|state| state.values.object());
    let list = values.and_then(|values| values.messages.list());
    let mut read = Vec::new();
    for message in list
        .unwrap_or_default()
        .into_iter()
        .filter_map(wire::message)
    {
        past_message(message, &mut read);
    }
    read
}

/// Reads one message. Without an id, a second copy of it could not be recognised.
fn past_message(message: Message<'_>, read: &mut Vec<HistoryMessage>) {
    let (Some(id), Some(kind)) = (message.id(), message.kind()) else {
        return;
    };
    match kind {
        Kind::Person => {
            let said = content::whole(message.content, &id);
            read.push(HistoryMessage::User {
                id: MessageId::from(id),
                text: said.text,
                attachments: said.attachments,
            });
        }
        Kind::Chunk | Kind::Assistant => assistant(id, message, read),
        Kind::Tool => {
            let Some(call) = message.tool_call_id.string() else {
                return;
            };
            let said = content::result(message.content, &id);
            read.push(HistoryMessage::Tool {
                id: MessageId::from(id),
                call: ActivityId::from(call),
                content: said.text,
                failed: message.status.as_str() == "error",
                encrypted: None,
                attachments: said.attachments,
            });
        }
        Kind::Other => {}
    }
}

fn assistant(id: String, message: Message<'_>, read: &mut Vec<HistoryMessage>) {
    let mut reasoning = String::new();
    reasoning.extend(content::beside(message.additional_kwargs));
    for piece in content::pieces(message.content) {
        if let Piece::Reasoning(text, _) = piece {
            reasoning.push_str(&text);
        }
    }
    if !reasoning.is_empty() {
        read.push(HistoryMessage::Reasoning {
            id: MessageId::from(format!("{id}:reasoning")),
            text: reasoning,
            encrypted: None,
        });
    }
    let calls = message.tool_calls.list().unwrap_or_default();
    let calls = calls.into_iter().filter_map(|call| {
        let call = call.object()?;
        Some(HistoryCall {
            id: ActivityId::from(call.id.string()?),
            name: call.name.as_str().to_owned(),
            arguments: call.args.map_or("{}", RawValue::get).to_owned(),
            encrypted: None,
        })
    });
    read.push(HistoryMessage::Assistant {
        text: content::whole(message.content, &id).text,
        id: MessageId::from(id),
        calls: calls.collect(),
        encrypted: None,
    });
}
