//! Queries and changes of a history, the conversation as a model sees it.
//!
//! A valid history has one result for every tool call, directly after the message with the call.

use std::collections::BTreeSet;

use crate::conversation::{Interjection, Message, ToolCall, ToolResult};

/// The tool calls that have no result yet, in order.
pub fn unanswered(history: &[Message]) -> Vec<ToolCall> {
    let answered: BTreeSet<&str> = history
        .iter()
        .filter_map(|message| match message {
            Message::Tool { call_id, .. } => Some(call_id.as_str()),
            _ => None,
        })
        .collect();
    history
        .iter()
        .filter_map(|message| match message {
            Message::Assistant { calls, .. } => Some(calls),
            _ => None,
        })
        .flatten()
        .filter(|call| !answered.contains(call.id.as_str()))
        .cloned()
        .collect()
}

/// Inserts a result where a model expects it: after the message that holds the call and the results
/// already there, even when other messages follow.
pub(super) fn insert_result(history: &mut Vec<Message>, call_id: &str, result: ToolResult) {
    let message = Message::Tool {
        call_id: call_id.to_owned(),
        result,
        feedback: Vec::new(),
    };
    let host = history.iter().rposition(|message| {
        matches!(message, Message::Assistant { calls, .. } if calls.iter().any(|call| call.id == call_id))
    });
    let Some(host) = host else {
        history.push(message);
        return;
    };
    let results = history[host + 1..]
        .iter()
        .take_while(|message| matches!(message, Message::Tool { .. }))
        .count();
    history.insert(host + 1 + results, message);
}

/// Adds interjections to the result at the end of the history, and returns the id of its call.
/// Returns `None`, and adds nothing, when the history does not end with a tool result, or when
/// another message is between the call and the result. A client's history may be like that.
pub(super) fn append_feedback(history: &mut [Message], said: &[Interjection]) -> Option<String> {
    let mut before = history.iter().rev();
    let host = before.find(|message| !matches!(message, Message::Tool { .. }))?;
    let (Message::Assistant { calls, .. }, Some(Message::Tool { call_id, .. })) =
        (host, history.last())
    else {
        return None;
    };
    if calls.iter().all(|call| call.id != *call_id) {
        return None;
    }
    match history.last_mut() {
        Some(Message::Tool {
            feedback, call_id, ..
        }) => {
            feedback.extend_from_slice(said);
            Some(call_id.clone())
        }
        _ => None,
    }
}

/// Replaces an interjection, wherever it is in the history, with its new version.
pub(super) fn replace_said(history: &mut [Message], said: &Interjection) {
    for message in history {
        match message {
            Message::User { id, .. } if *id == said.id => *message = said.clone().into(),
            Message::Tool { feedback, .. } => {
                for one in feedback.iter_mut().filter(|one| one.id == said.id) {
                    one.clone_from(said);
                }
            }
            Message::System { .. } | Message::User { .. } | Message::Assistant { .. } => {}
        }
    }
}

/// Removes an interjection from the history.
pub(super) fn remove_said(history: &mut Vec<Message>, wanted: &str) {
    history.retain_mut(|message| match message {
        Message::User { id, .. } => id != wanted,
        Message::Tool { feedback, .. } => {
            feedback.retain(|one| one.id != wanted);
            true
        }
        Message::System { .. } | Message::Assistant { .. } => true,
    });
}

/// The id of the last message that a client knows by id. Empty responses do not count: a client
/// never receives them.
pub(super) fn last_id(history: &[Message]) -> Option<&str> {
    history.iter().rev().find_map(|message| match message {
        Message::Assistant { text, calls, .. } if text.is_empty() && calls.is_empty() => None,
        Message::Assistant { id, .. } | Message::User { id, .. } => Some(id.as_str()),
        Message::System { .. } | Message::Tool { .. } => None,
    })
}
