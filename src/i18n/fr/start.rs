//! The beginning of a conversation, in French.

use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::Start;

pub(super) const TEXTS: Start = Start {
    title_of: BuiltIn(|name| format!("Sur quoi {name} doit-il travailler\u{202f}?")),
    offered: "Pour commencer",
};
