//! Parts of an answer, in Arabic.

use super::apart;
use crate::i18n::catalogue::Answer;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::number::number;

pub(super) const TEXTS: Answer = Answer {
    density: "الكثافة",
    density_comfortable: "مريحة",
    density_compact: "مدمجة",
    offline: "أنت غير متصل بالشبكة. ستُعاد محاولة ما ترسله عند عودة الاتصال.",
    elsewhere_silent: "تعمل هذه المحادثة في علامة تبويب أخرى لا تستجيب الآن. ما ترسله محفوظ.",
    elsewhere_reader: "هذه المحادثة مفتوحة في علامة تبويب أخرى، ولا يستطيع هذا المتصفح مشاركتها بين علامات التبويب. للكتابة هنا أغلق العلامة الأخرى وأعد تحميل الصفحة.",
    image: "صورة",
    image_show: "عرض الصورة",
    code: "شيفرة",
    code_copy: "نسخ",
    code_copied: "تم النسخ",
    code_not_copied: "تعذّر النسخ",
    code_wrap: "التفاف الأسطر",
    code_fold: "عرض الشيفرة كاملة",
    show_source: "عرض المصدر",
    not_drawn: "تعذّر الرسم؛ هذا هو المصدر.",
    diagram_flowchart: "مخطط انسيابي",
    diagram_state: "مخطط الحالات",
    diagram_sequence: "مخطط التسلسل",
    diagram_class: "مخطط الأصناف",
    diagram_er: "مخطط الكيانات والعلاقات",
    diagram_pie: "مخطط دائري",
    table: "جدول",
    task_open: "مهمة غير منجزة",
    task_done: "مهمة منجزة",
    feedback: "التقييم",
    good: "إجابة جيدة",
    bad: "إجابة سيئة",
    alert_note: "ملاحظة",
    alert_tip: "نصيحة",
    alert_important: "مهم",
    alert_warning: "تحذير",
    alert_caution: "تنبيه",
    output_more: BuiltIn(|n| format!("أسطر أخرى: {}", number("ar", n as u64))),
    output_all: "عرض الكل",
    output_download: "تنزيل",
    image_always: BuiltIn(|host| format!("دائمًا من {}", apart(host))),
    footnote: BuiltIn(|label| format!("الحاشية {}", apart(label))),
    footnote_back: BuiltIn(|label| format!("العودة إلى مرجع الحاشية {}", apart(label))),
};
