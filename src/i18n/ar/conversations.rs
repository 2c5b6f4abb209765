//! What one does with a conversation as a whole, and the list of conversations, in Arabic.

use crate::i18n::catalogue::Conversations;

pub(super) const TEXTS: Conversations = Conversations {
    menu: "المزيد عن هذه المحادثة",
    export_markdown: "تصدير بصيغة Markdown",
    export_json: "تصدير بصيغة JSON",
    file: "ملف:",
    not_delivered: "لم تصل هذه الرسالة إلى الوكيل.",
};
