//! Questions of the agent, in Arabic.

use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::{Around, Questions};

pub(super) const TEXTS: Questions = Questions {
    allow_call: Around("السماح بـ\u{2068}", "\u{2069}؟"),
    allow_call_on: BuiltIn(allow_call_on),
    approve_edited: "موافقة مع التعديلات",
    always_allow: Around("السماح دائمًا بـ\u{2068}", "\u{2069} هنا"),
    allowed_always: Around("مسموح دائمًا هنا: \u{2068}", "\u{2069}"),
    ask_again: Around("السؤال من جديد عن \u{2068}", "\u{2069}"),
    always_title: "المسموح دائمًا في هذه المحادثة",
    shortcut_approve: "الموافقة على السؤال المفتوح (ليس أثناء الكتابة)",
    shortcut_deny: "رفض السؤال المفتوح: يفتح السبب",
};

fn allow_call_on(tool: &str, path: &str) -> String {
    format!("السماح بـ\u{2068}{tool}\u{2069} على \u{2068}{path}\u{2069}؟")
}
