//! Reading a long thread, in Arabic.

use super::number;
use crate::i18n::catalogue::Reading;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::plural::{Category, arabic};

pub(super) const TEXTS: Reading = Reading {
    past_loading: "جارٍ تحميل الرسائل السابقة…",
    past_failed: "تعذّر تحميل الرسائل السابقة.",
    past_again: "إعادة التحميل",
    find: "البحث في المحادثة",
    find_label: "البحث في هذه المحادثة",
    find_previous: "النتيجة السابقة",
    find_next: "النتيجة التالية",
    find_place: BuiltIn(|place, of| format!("{} من {}", number(place), number(of))),
    find_none: "لا نتائج",
    fold_lines: BuiltIn(|lines| {
        let noun = match arabic(lines) {
            Category::Few => "أسطر",
            Category::Many => "سطرًا",
            Category::Zero | Category::One | Category::Two | Category::Other => "سطر",
        };
        format!("عرض الكل ({} {noun})", number(lines))
    }),
    fold_characters: BuiltIn(|characters| {
        let noun = match arabic(characters) {
            Category::Few => "أحرف",
            Category::Many => "حرفًا",
            Category::Zero | Category::One | Category::Two | Category::Other => "حرف",
        };
        format!("عرض الكل ({} {noun})", number(characters))
    }),
    fold_less: "عرض أقل",
    link_copy: "نسخ رابط هذه الرسالة",
    link_copied: "نُسخ الرابط",
    link_missing: "هذه الرسالة ليست في هذا المتصفح. قد تكون في المتصفح الذي بدأت فيه المحادثة.",
    shortcut_turns: "في المحادثة: الرسالة السابقة، والتالية",
    toolbar: "إجراءات",
    shortcut_find: "البحث في هذه المحادثة، ومرة أخرى: بحث المتصفح",
};
