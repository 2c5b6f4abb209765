//! What one does with a conversation as a whole, and the list of conversations, in Arabic.

use crate::i18n::catalogue::Conversations;

pub(super) const TEXTS: Conversations = Conversations {
    menu: "المزيد عن هذه المحادثة",
    fold: "طيّ قائمة المحادثات",
    search: "البحث في المحادثات",
    none: "لا توجد محادثة بهذه الكلمات.",
    today: "اليوم",
    yesterday: "أمس",
    week: "الأيام السبعة السابقة",
    older: "أقدم",
    export_markdown: "تصدير بصيغة Markdown",
    export_json: "تصدير بصيغة JSON",
    file: "ملف:",
    not_delivered: "لم تصل هذه الرسالة إلى الوكيل.",
};
