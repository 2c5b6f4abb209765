//! The groups of the settings, in Arabic.

use crate::i18n::catalogue::Setup;

pub(super) const TEXTS: Setup = Setup {
    look: "المظهر العام",
    keys: "المفاتيح",
    agent: "الوكيل",
    agent_url_bad: "ابدأ بـ \u{2066}https://\u{2069} أو \u{2066}http://\u{2069} أو \u{2066}/\u{2069}. حتى ذلك الحين يبقى العنوان السابق مستخدمًا.",
};
