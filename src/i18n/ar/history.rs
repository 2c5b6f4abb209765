//! The list of a thread's interruptions, in Arabic.

use super::apart;
use crate::i18n::catalogue::History;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: History = History {
    title: "ما غيّرتُه",
    search: "البحث في المقاطعات",
    none: "لم يُقاطَع شيء في هذه المحادثة بعد.",
    no_match: "لا توجد مقاطعة بهذه الكلمات.",
    told: BuiltIn(told),
    shortcut: "كل المقاطعات في هذه المحادثة",
};

fn told(agent: &str, words: &str) -> String {
    format!("قلتَ إلى {}: «{}»", apart(agent), apart(words))
}
