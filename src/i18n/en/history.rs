//! The list of a thread's interruptions, in English.

use crate::i18n::catalogue::History;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: History = History {
    title: "What I changed",
    search: "Search the interruptions",
    none: "Nothing in this conversation has been interrupted yet.",
    no_match: "No interruption matches.",
    told: BuiltIn(told),
    shortcut: "Every interruption of this conversation",
};

fn told(agent: &str, words: &str) -> String {
    format!("You told {agent}: “{words}”")
}
