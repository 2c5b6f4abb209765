//! Keyboard shortcuts, in Arabic.

use crate::i18n::catalogue::Keys;

pub(super) const TEXTS: Keys = Keys {
    shortcuts: "اختصارات لوحة المفاتيح",
    shortcuts_on: "اختصارات المفتاح الواحد (? و Esc مرتين)",
    shortcut_enter: "إرسال (يضيف إلى الانتظار أثناء عمل الوكيل، إلا إن ضُبط غير ذلك)",
    shortcut_newline: "سطر جديد",
    shortcut_second: "أثناء عمل الوكيل: وجّه، أو أضف إلى الانتظار إن كان Enter للتوجيه",
    shortcut_replace: "أوقف وأرسل",
    shortcut_edit_last: "في حقل فارغ: تعديل آخر رسالة في الانتظار",
    shortcut_escape: "إغلاق المفتوح (قائمة أو نافذة أو تعديل)",
    shortcut_escape_editor: "في «أوقف وأرسل…»: إيقاف الوكيل",
    shortcut_escape_twice: "إيقاف الوكيل",
    shortcut_help: "هذه القائمة",
    escape_hint: "اضغط Escape مرة أخرى لإيقاف الوكيل",
};
