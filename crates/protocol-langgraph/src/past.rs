//! The past of a thread as the server has it, for a device that does not have it yet.

use midturn_core::history::{HistoryCall, HistoryMessage};
use midturn_core::id::{ActivityId, MessageId, ThreadId};
use midturn_protocol::call::{Call, under};
use midturn_protocol::json;
use midturn_protocol::made_file::made_past;
use midturn_protocol::protocol::Endpoints;
use midturn_protocol::value::{Many, One, Text};
use serde::Deserialize;
use serde_json::json as object;
use serde_json::value::RawValue;

use super::content::{self, Piece, file_call};
use super::ids;
use super::wire::{self, Kind, Message, Values};

/// A thread in the answer.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Found<'a> {
    thread_id: Text<'a>,
    values: One<'a, Values<'a>>,
}

/// The request for a thread's past. A search, because asking for the state of a thread that the
/// server does not know would be an error in the browser's console for each new thread.
pub(super) fn past(endpoints: &Endpoints, thread: &ThreadId) -> Call {
    let url = under(&endpoints.agent, &["threads", "search"]);
    let search = object!({
        "ids": [ids::thread(thread)],
        "limit": 1,
        "select": ["thread_id", "values"],
    });
    Call::post(url, search.to_string())
}

/// The messages in the answer to [`past`], oldest first. `None` if the answer is no result of a
/// search.
pub(super) fn past_messages(thread: &ThreadId, body: &str) -> Option<Vec<HistoryMessage>> {
    let threads = Many::<One<'_, Found<'_>>>::deserialize(json::raw(body)?).ok()?;
    let thread = ids::thread(thread);
    let found = threads.list()?.into_iter().filter_map(One::object);
    // A server that does not know the field `ids` returns any thread.
    let found = found.filter(|found| found.thread_id.as_str().eq_ignore_ascii_case(&thread));
    let mut read = Vec::new();
    for values in found.filter_map(|found| found.values.object()) {
        let messages = values.messages.list().unwrap_or_default();
        for message in messages.into_iter().filter_map(wire::message) {
            past_message(message, &mut read);
        }
    }
    Some(read)
}

/// Reads one message. Without an id, a second copy of it could not be recognised.
fn past_message(message: Message<'_>, read: &mut Vec<HistoryMessage>) {
    let (Some(id), Some(kind)) = (message.id(), message.kind()) else {
        return;
    };
    match kind {
        Kind::Person => {
            let said = content::of_person(message.content, &id);
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
    for piece in content::of_assistant(&message) {
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
    let said = content::whole(content::of_assistant(&message), &id);
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
    let mut calls: Vec<_> = calls.collect();
    let files = said.attachments.into_iter().enumerate();
    let files = files.map(|(place, file)| made_past(&file_call(&id, place + 1), file));
    let (made, results): (Vec<_>, Vec<_>) = files.unzip();
    calls.extend(made);
    read.push(HistoryMessage::Assistant {
        text: said.text,
        id: MessageId::from(id),
        calls,
        encrypted: None,
    });
    read.extend(results);
}
