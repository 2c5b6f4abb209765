//! Plans of the agent, in Arabic.

use super::{number, steps};
use crate::i18n::catalogue::Plan;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: Plan = Plan {
    title: "الخطة",
    progress: BuiltIn(|done, of| format!("اكتمل {} من {}", number(done), number(of))),
    pending: "لم تبدأ",
    running: "قيد التنفيذ",
    done: "اكتملت",
    failed: "فشلت",
    skipped: "تُركت",
    unfinished: "لم تكتمل",
    earlier: BuiltIn(|count| format!("قبلها: {}", steps(count))),
    later: BuiltIn(|count| format!("بعدها: {}", steps(count))),
    pinned: "الخطة الحالية",
    step_of: BuiltIn(|step, of| format!("الخطوة {} من {}", number(step), number(of))),
    show_all: BuiltIn(|count| format!("عرض كل الخطوات ({})", number(count))),
    show_more: "عرض خطوات أخرى",
    show_less: "عرض خطوات أقل",
};
