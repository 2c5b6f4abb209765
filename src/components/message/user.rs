//! A message of the person.
//!
//! Not responsible for prompts that wait in the queue.

use crate::components::attachment::{Use, file_list};
use crate::components::{Ui, fold, is_long};
use crate::dom::{El, el};
use crate::state::TurnCell;

/// What the person said, as it was typed, with its files.
pub fn user_message(ui: &Ui, turn: &TurnCell) -> El {
    let message = el("article")
        .class("mt-user")
        .attr("data-testid", "user-message")
        .attr("aria-label", ui.texts.message_you);
    let message = if turn.attachments.is_empty() {
        message
    } else {
        message.child(file_list(ui, &turn.attachments, Use::Save))
    };
    if turn.text.trim().is_empty() && !turn.attachments.is_empty() {
        return message;
    }
    let text = el("div")
        .class("mt-text")
        .attr("dir", "auto")
        .child(el("p").text(&turn.text));
    message.child(if is_long(&turn.text) {
        let said = turn.text.clone();
        fold(ui, text, move || said.clone())
    } else {
        text
    })
}
