//! The debug panel, in English.

use super::{count, number};
use crate::i18n::catalogue::Debug;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: Debug = Debug {
    title: "Debug",
    show: "Show",
    wire: "Wire",
    core: "Core",
    diagnostics: "Diagnostics only",
    search: "Filter by text",
    save: "Save report",
    save_hint: "A report contains everything said in this conversation, but no headers and none of your files.",
    clear: "Start over",
    close: "Close the debug panel",
    empty: "Nothing has happened since the recording began.",
    nothing_found: "No recorded row matches.",
    again: "The recording became too large and started over.",
    earlier: "Show earlier",
    newer: BuiltIn(|n| format!("{} newer", number(n))),
    shown: BuiltIn(|n, of| format!("{} of {}", number(n), number(of))),
    request: "request",
    event: "event",
    diagnostic: "diagnostic",
    input: "input",
    changes: "Changes",
    effects: "Effects",
    effect_count: BuiltIn(|n| count(n, "effect", "effects")),
};
