//! The beginning of a conversation, in Arabic.

use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::Start;

pub(super) const TEXTS: Start = Start {
    title_of: BuiltIn(|name| format!("ما الذي تريد أن يعمل عليه {name}؟")),
    offered: "أفكار للبدء",
};
