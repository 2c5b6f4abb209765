//! One conversation on screen: transcript, queue and composer.
//!
//! Not responsible for the list of threads, nor for where it is mounted.

mod empty;
mod jump;
mod removed;
mod transcript;

use super::Ui;
use super::composer::composer;
use super::queue::queue;
use crate::dom::{El, el};
use jump::jump;
use removed::removed;
use transcript::transcript;

/// One conversation.
pub fn chat(ui: &Ui) -> El {
    let announcer = ui.announcer.clone();
    el("section")
        .class("mt-chat")
        .attr("aria-label", ui.texts.app_name)
        .child(transcript(ui))
        .child(jump(ui))
        .child(
            el("div")
                .class("mt-dock")
                .child(removed(ui))
                .child(queue(ui))
                .child(composer(ui)),
        )
        .child(
            el("div")
                .class("mt-visually-hidden")
                .attr("aria-live", "polite")
                .attr("data-testid", "announcer")
                .live_text(move || announcer.text()),
        )
}
