//! Restores what happened in the middle of earlier turns to the history: interjections, arguments
//! that a person edited, and calls that a person stopped or did not allow.
//!
//! The history that a client sends may lack them, but the model must see the messages that it got
//! and the arguments that ran, and must not take a stopped call for a success. The store remembers
//! them.

use crate::conversation::{Interjection, Message, ToolStatus, with_feedback};

/// The arguments that a call ran with, after a person edited them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The call.
    pub call_id: String,
    /// The arguments as JSON.
    pub arguments: String,
}

/// Gives each call the arguments that it ran with.
pub fn restore_arguments(history: &mut [Message], edits: &[Edit]) {
    let calls = history.iter_mut().filter_map(|message| match message {
        Message::Assistant { calls, .. } => Some(calls),
        Message::System { .. } | Message::User { .. } | Message::Tool { .. } => None,
    });
    for call in calls.flatten() {
        if let Some(edit) = edits.iter().find(|edit| edit.call_id == call.id) {
            call.arguments.clone_from(&edit.arguments);
        }
    }
}

/// A call that had no success, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsuccessful {
    /// The call.
    pub call_id: String,
    /// How it ended.
    pub status: ToolStatus,
}

/// Gives each result the status that its call had. A client may send the content alone, because the
/// status is this agent's addition to AG-UI's message.
pub fn restore_statuses(history: &mut [Message], ended: &[Unsuccessful]) {
    for message in history {
        if let Message::Tool {
            call_id, result, ..
        } = message
            && result.status == ToolStatus::Ok
            && let Some(held) = ended.iter().rfind(|held| held.call_id == *call_id)
        {
            result.status = held.status;
        }
    }
}

/// An interjection that the model got, and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery {
    /// The message.
    pub interjection: Interjection,
    /// The tool call whose result carried the message.
    pub tool_call_id: Option<String>,
    /// The id of the message before the interjection, when the interjection was a turn of its own.
    pub after_id: Option<String>,
}

/// Adds each delivery that the history lacks. A delivery is dropped when the client's history no
/// longer has its place.
pub fn restore(history: &mut Vec<Message>, deliveries: Vec<Delivery>) {
    for delivery in deliveries {
        let id = &delivery.interjection.id;
        if delivery.tool_call_id.is_some() {
            // A client may have the interjection as a message after the results: move it back to
            // where the model got it.
            history
                .retain(|message| !matches!(message, Message::User { id: held, .. } if held == id));
        }
        if history.iter().any(|message| has(message, id)) {
            continue;
        }
        if let Some(call) = &delivery.tool_call_id {
            append(history, call, delivery.interjection);
        } else if let Some(after) = &delivery.after_id
            && let Some(place) = place_after(history, after)
        {
            history.insert(place, Message::from(delivery.interjection));
        }
    }
}

fn has(message: &Message, wanted: &str) -> bool {
    match message {
        Message::User { id, .. } => id == wanted,
        Message::Tool { feedback, .. } => feedback.iter().any(|said| said.id == wanted),
        Message::System { .. } | Message::Assistant { .. } => false,
    }
}

fn append(history: &mut [Message], call: &str, said: Interjection) {
    let found = history.iter_mut().find_map(|message| match message {
        Message::Tool {
            call_id,
            result,
            feedback,
        } if call_id == call => Some((result, feedback)),
        _ => None,
    });
    if let Some((result, feedback)) = found {
        // A client that knows the message may have written its text into the result. Removes
        // that text, because `with_feedback` adds it again.
        let written = with_feedback("", std::slice::from_ref(&said));
        if !written.is_empty()
            && let Some((before, after)) = result.content.split_once(&written)
        {
            result.content = format!("{}{after}", before.trim_end_matches('\n'));
        }
        feedback.push(said);
    }
}

/// The index after the message and the results of its calls.
fn place_after(history: &[Message], after: &str) -> Option<usize> {
    let host = history.iter().position(|message| match message {
        Message::Assistant { id, .. } | Message::User { id, .. } => id == after,
        Message::System { .. } | Message::Tool { .. } => false,
    })?;
    let results = history[host + 1..]
        .iter()
        .take_while(|message| matches!(message, Message::Tool { .. }))
        .count();
    Some(host + 1 + results)
}
