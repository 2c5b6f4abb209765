//! The beginning of a conversation, in English.

use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::Start;

pub(super) const TEXTS: Start = Start {
    title_of: BuiltIn(|name| format!("What should {name} work on?")),
    offered: "Ideas to begin with",
};
