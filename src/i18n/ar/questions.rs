//! Questions of the agent, in Arabic.

use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::{Around, Questions};

pub(super) const TEXTS: Questions = Questions {
    allow_call: Around("السماح بـ\u{2068}", "\u{2069}؟"),
    allow_call_on: BuiltIn(allow_call_on),
    approve_edited: "موافقة مع التعديلات",
    shortcut_approve: "الموافقة على السؤال المفتوح (ليس أثناء الكتابة)",
    shortcut_deny: "رفض السؤال المفتوح: يفتح السبب",
};

fn allow_call_on(tool: &str, path: &str) -> String {
    format!("السماح بـ\u{2068}{tool}\u{2069} على \u{2068}{path}\u{2069}؟")
}
