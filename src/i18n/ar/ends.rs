//! How turns end without a finished step, runs that fail or show nothing, and messages that wait for
//! a connection or the person, in Arabic.

use super::{Counted, count};
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::{Around, Ends};

pub(super) const TEXTS: Ends = Ends {
    completed: "انتهى",
    thought_for: Around("فكّر لمدة ", ""),
    cancelled: "أُلغي",
    cancelled_in: Around("أُلغي بعد ", ""),
    failed: "فشل",
    interrupted: "انقطع",
    needs_approval: "بانتظار موافقتك",
    needs_answer: "بانتظار جوابك",
    failed_status: BuiltIn(failed_status),
    failed_foreign: BuiltIn(failed_foreign),
    unanswered: "أنهى الوكيل عمله دون أن يجيب.",
    no_result: "بقيت خطوة دون نتيجة.",
    nameless: "خطوة بلا اسم",
    quiet: Around("لا خبر من الوكيل منذ ", ""),
    agents: BuiltIn(agents),
    activity_offline: "في انتظار الاتصال…",
};

fn failed_status(status: u16) -> String {
    format!("فشل الوكيل (HTTP {status})")
}

// Addresses run from left to right, isolated from the text around them.
fn failed_foreign(agent: &str, page: &str) -> String {
    format!(
        "تعذّر الوصول إلى الوكيل. إذا كان يعمل، فإن \u{2066}{agent}\u{2069} مصدر آخر، وعليه أن يسمح لهذه \
         الصفحة (\u{2066}{page}\u{2069}) باستخدامه (CORS)."
    )
}

fn agents(n: usize) -> String {
    let agents = Counted {
        zero: "لا وكلاء",
        one: "وكيل واحد",
        two: "وكيلان",
        few: "وكلاء",
        many: "وكيلًا",
        other: "وكيل",
    };
    count(n, &agents)
}
