//! Keyboard shortcuts, in Arabic.

use crate::i18n::catalogue::Keys;

pub(super) const TEXTS: Keys = Keys {
    shortcuts: "اختصارات لوحة المفاتيح",
    shortcuts_on: "اختصارات المفتاح الواحد (? و Esc مرتين)",
    shortcut_enter: "إرسال، وأثناء عمل الوكيل: إضافة إلى الانتظار أو حسب الإعداد",
    shortcut_newline: "سطر جديد",
    shortcut_second: "أثناء عمل الوكيل: مقاطعة، أو إضافة إلى الانتظار إن كان Enter للمقاطعة",
    shortcut_replace: "إيقاف الدور والإرسال بدلًا منه",
    shortcut_edit_last: "في حقل فارغ: تعديل آخر رسالة في الانتظار",
    shortcut_escape: "إغلاق المفتوح (قائمة أو نافذة أو تعديل)",
    shortcut_escape_editor: "في «إيقاف مع رسالة…»: إيقاف الوكيل بلا رسالة",
    shortcut_escape_twice: "إيقاف الوكيل",
    shortcut_help: "هذه القائمة",
    escape_hint: "اضغط Escape مرة أخرى لإيقاف الوكيل",
    key_hint_enter: "Enter للإرسال",
    key_hint_enter_queue: "Enter للإضافة إلى الانتظار",
    key_hint_enter_interject: "Enter للمقاطعة",
    key_hint_enter_replace: "Enter للاستبدال",
    key_hint_newline: "Shift+Enter لسطر جديد",
};
