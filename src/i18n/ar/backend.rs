//! The backend's protocol, in Arabic.

use crate::i18n::catalogue::Backend;

pub(super) const TEXTS: Backend = Backend {
    protocol: "البروتوكول",
    protocol_auto: "تلقائي",
    options: "خيارات البروتوكول",
    options_help: "كائن JSON، مثل \u{2066}{\"model\": \"…\"}\u{2069}. اتركه فارغًا للقيم الافتراضية.",
    options_bad: "هذا ليس كائن JSON.",
    wrong_protocol: "يستخدم الوكيل بروتوكولًا آخر",
};
