//! Puts what the agent was told in the middle of earlier turns back into its history.
//!
//! A client need not know where an interjection went; the model must find it where it got it.
//! Not responsible for: remembering (the store's).

use super::history::Message;
use super::request::Interjection;

/// An interjection that the model has got, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery {
    /// What was said.
    pub interjection: Interjection,
    /// The tool call whose result it went with.
    pub tool_call_id: Option<String>,
    /// The message that it followed, when it was a turn of its own.
    pub after_id: Option<String>,
}

/// Adds each delivery that is not there yet. One whose place the client has dropped is dropped
/// with it.
pub fn restore(history: &mut Vec<Message>, deliveries: Vec<Delivery>) {
    for delivery in deliveries {
        let id = &delivery.interjection.id;
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
            call_id, feedback, ..
        } if call_id == call => Some(feedback),
        _ => None,
    });
    if let Some(feedback) = found {
        feedback.push(said);
    }
}

/// Behind the message, the results of its calls, and what was said there before.
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
