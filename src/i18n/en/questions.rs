//! Questions of the agent, in English.

use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::{Around, Questions};

pub(super) const TEXTS: Questions = Questions {
    allow_call: Around("Allow ", "?"),
    allow_call_on: BuiltIn(allow_call_on),
    approve_edited: "Approve with changes",
    always_allow: Around("Always allow ", " here"),
    allowed_always: Around("Allowed ", ": always here"),
    ask_again: Around("Ask again about ", ""),
    always_title: "Always allowed in this conversation",
    shortcut_approve: "Approve the open question (not while you write)",
    shortcut_deny: "Deny the open question: opens the reason",
};

fn allow_call_on(tool: &str, path: &str) -> String {
    format!("Allow {tool} on {path}?")
}
