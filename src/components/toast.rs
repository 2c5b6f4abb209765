//! A short message with a way to take back what it says.
//!
//! Not responsible for when it goes; whoever shows it decides.

use super::icon::{IconName, icon};
use super::{button, icon_button};
use crate::dom::{El, el};
use crate::i18n::Catalogue;

/// Says that something was removed, with a way to undo it and one to close the message.
pub fn toast(
    texts: &Catalogue,
    said: &str,
    undo: impl FnMut() + 'static,
    close: impl FnMut() + 'static,
) -> El {
    el("div")
        .class("mt-toast")
        .attr("role", "group")
        .child(el("span").class("mt-toast__text").text(said))
        .child(
            button("mt-button mt-button--small mt-button--quiet", undo)
                .child(icon(IconName::Undo))
                .text(texts.undo),
        )
        .child(icon_button(
            "mt-button mt-button--icon mt-button--quiet",
            texts.close,
            IconName::Close,
            close,
        ))
}
