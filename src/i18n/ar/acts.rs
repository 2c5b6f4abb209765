//! What one does with a message, in Arabic.

use super::{Counted, count, number};
use crate::i18n::catalogue::Acts;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: Acts = Acts {
    copy: "نسخ",
    copied: "تم النسخ",
    not_copied: "تعذّر النسخ",
    more: "المزيد",
    link: "نسخ الرابط",
    source: "عرض المصدر",
    source_title: "مصدر الإجابة",
    retry: "إعادة المحاولة",
    stop_and_retry: "إيقاف وإعادة المحاولة",
    edit: "تعديل الرسالة",
    edit_label: "تعديل الرسالة",
    send_again: "إعادة الإرسال من هنا",
    stop_and_send_again: "إيقاف وإعادة الإرسال من هنا",
    left_out: BuiltIn(|n| format!("{} لم تعد جزءًا من المحادثة", messages(n))),
    left_out_kept: BuiltIn(|n| {
        format!("{} أُعيد إرسالها أدناه، وما زال الوكيل يعرفها", messages(n))
    }),
    left_out_show: "إظهار",
    left_out_hide: "إخفاء",
    hold: "احتجاز",
    release: "تحرير",
    hold_title: "احتجاز: تُرسل الرسائل التالية من دونها",
    held: "محتجزة",
    released: "حُررت",
    held_title: BuiltIn(|n| format!("محتجزة: {}", number(n))),
    reason_held: "كل الرسائل الباقية محتجزة.",
};

fn messages(n: usize) -> String {
    count(
        n,
        &Counted {
            zero: "لا رسائل سابقة",
            one: "رسالة سابقة واحدة",
            two: "رسالتان سابقتان",
            few: "رسائل سابقة",
            many: "رسالة سابقة",
            other: "رسالة سابقة",
        },
    )
}
