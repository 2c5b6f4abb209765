//! The debug panel, in Arabic.

use super::{Counted, count, number};
use crate::i18n::catalogue::Debug;
use crate::i18n::catalogue::Said::BuiltIn;

const EFFECTS: Counted = Counted {
    zero: "بلا آثار",
    one: "أثر واحد",
    two: "أثران",
    few: "آثار",
    many: "أثرًا",
    other: "أثر",
};

const NEWER: Counted = Counted {
    zero: "لا جديد",
    one: "عنصر أحدث",
    two: "عنصران أحدث",
    few: "عناصر أحدث",
    many: "عنصرًا أحدث",
    other: "عنصر أحدث",
};

pub(super) const TEXTS: Debug = Debug {
    title: "تتبّع الأخطاء",
    show: "عرض",
    wire: "الشبكة",
    core: "النواة",
    diagnostics: "التشخيصات فقط",
    search: "تصفية حسب النص",
    save: "حفظ التقرير",
    save_hint: "يحتوي التقرير على كل ما قيل في هذه المحادثة، ولا يحتوي على الترويسات ولا على ملفاتك.",
    clear: "البدء من جديد",
    close: "إغلاق لوحة تتبّع الأخطاء",
    empty: "لم يحدث شيء منذ بدء التسجيل.",
    nothing_found: "لا شيء مما سُجّل يطابق ذلك.",
    again: "أصبح التسجيل كبيرًا جدًا فبدأ من جديد.",
    earlier: "عرض ما سبق",
    newer: BuiltIn(|n| count(n, &NEWER)),
    shown: BuiltIn(|n, of| format!("{} من {}", number(n), number(of))),
    request: "طلب",
    event: "حدث",
    diagnostic: "تشخيص",
    input: "مُدخل",
    changes: "التغييرات",
    effects: "الآثار",
    effect_count: BuiltIn(|n| count(n, &EFFECTS)),
};
