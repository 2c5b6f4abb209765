//! A message of the person.
//!
//! Not responsible for prompts that wait in the queue.

use crate::dom::{El, el};
use crate::i18n::Catalogue;

/// What the person said, as it was typed.
pub fn user_message(texts: &Catalogue, said: &str) -> El {
    el("article")
        .class("mt-user")
        .attr("data-testid", "user-message")
        .attr("aria-label", texts.message_you)
        .child(
            el("div")
                .class("mt-text")
                .attr("dir", "auto")
                .child(el("p").text(said)),
        )
}
