//! Reading a long thread, in English.

use super::number;
use crate::i18n::catalogue::Reading;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: Reading = Reading {
    past_loading: "Loading earlier messages…",
    past_failed: "Earlier messages could not be loaded.",
    past_again: "Load again",
    find: "Find in conversation",
    find_label: "Find in this conversation",
    find_previous: "Previous match",
    find_next: "Next match",
    find_place: BuiltIn(|place, of| format!("{} of {}", number(place), number(of))),
    find_none: "No matches",
    fold_lines: BuiltIn(|lines| format!("Show all ({} lines)", number(lines))),
    fold_characters: BuiltIn(|characters| format!("Show all ({} characters)", number(characters))),
    fold_less: "Show less",
    link_copy: "Copy link to this message",
    link_copied: "Link copied",
    link_missing: "This message is not in this browser. It may be in the one where the conversation was begun.",
    shortcut_turns: "In the conversation: the message before, the next one",
    toolbar: "Actions",
    shortcut_find: "Find in this conversation; again: the browser’s own search",
};
