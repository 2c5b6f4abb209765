//! What one does with a message, in English.

use super::number;
use crate::i18n::catalogue::Acts;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::plural::{Category, english};

pub(super) const TEXTS: Acts = Acts {
    copy: "Copy",
    copied: "Copied",
    not_copied: "Could not be copied",
    more: "More",
    link: "Copy link",
    source: "Show source",
    source_title: "Source of the answer",
    retry: "Try again",
    stop_and_retry: "Stop and try again",
    edit: "Edit message",
    edit_label: "Edit message",
    send_again: "Send again from here",
    stop_and_send_again: "Stop and send again from here",
    left_out: BuiltIn(|n| {
        let messages = messages(n);
        format!("{messages}, no longer part of the conversation")
    }),
    left_out_kept: BuiltIn(|n| {
        let messages = messages(n);
        format!("{messages}, sent again below; the agent still knows them")
    }),
    left_out_show: "Show",
    left_out_hide: "Hide",
    hold: "Hold",
    release: "Release",
    hold_title: "Hold back: the messages after it are sent without it",
    held: "Held",
    released: "Released",
    held_title: BuiltIn(|n| format!("{} held", number(n))),
    reason_held: "Every message that is left is held back.",
};

fn messages(n: usize) -> String {
    match english(n) {
        Category::One => format!("{} earlier message", number(n)),
        _ => format!("{} earlier messages", number(n)),
    }
}
