//! The user message at the end of a run's input.

use super::error::ApiError;
use super::state::App;
use crate::agui::RunInput;
use crate::conversation::Message;

/// Whether the store has the input's last message with the same content.
pub(super) async fn is_known(app: &App, input: &RunInput) -> Result<bool, ApiError> {
    let Some(id) = new_message(input) else {
        return Ok(false);
    };
    let stored = app.store.message(&input.thread_id, id).await?;
    let given = input.received["messages"]
        .as_array()
        .and_then(|all| all.last());
    Ok(match (stored, given) {
        (Some(stored), Some(given)) => stored["content"] == given["content"],
        _ => false,
    })
}

/// The id of the input's last message, if it is a user message and the input answers no question.
pub(super) fn new_message(input: &RunInput) -> Option<&str> {
    match input.history.last() {
        Some(Message::User { id, .. }) if !id.is_empty() && input.decisions.is_empty() => Some(id),
        _ => None,
    }
}

pub(super) fn last_prompt(history: &[Message]) -> (&str, &str) {
    let prompt = history.iter().rev().find_map(|message| match message {
        Message::User { id, text, .. } => Some((id.as_str(), text.as_str())),
        _ => None,
    });
    prompt.unwrap_or_default()
}
