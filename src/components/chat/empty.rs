//! What a conversation shows before its first message, and before it is known whether there is one.
//!
//! Not responsible for when.

use crate::components::icon::{IconName, icon};
use crate::dom::{El, el};
use crate::i18n::Catalogue;

/// A short welcome that says what can be done here.
pub(super) fn empty(texts: &Catalogue) -> El {
    el("div")
        .class("mt-empty")
        .child(icon(IconName::Logo))
        .child(el("h2").class("mt-empty__title").text(texts.empty_title))
        .child(el("p").class("mt-empty__body").text(texts.empty_body))
}

/// Where messages will be, while they are being read.
pub(super) fn skeleton() -> El {
    let line = || el("div").class("mt-skeleton__line");
    el("div")
        .class("mt-skeleton")
        .attr("aria-hidden", "true")
        .child(line().class("mt-skeleton__line mt-skeleton__line--said"))
        .child(line())
        .child(line())
        .child(line())
}
