//! What one does with a message, in Arabic.

use crate::i18n::catalogue::Acts;

pub(super) const TEXTS: Acts = Acts {
    copy: "نسخ",
    copied: "تم النسخ",
    not_copied: "تعذّر النسخ",
    more: "المزيد",
    link: "نسخ الرابط",
    source: "عرض المصدر",
    source_title: "مصدر الإجابة",
};
