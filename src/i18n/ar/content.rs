//! Tools for code, long texts and images, in Arabic.

use crate::i18n::catalogue::Content;

pub(super) const TEXTS: Content = Content {
    code_download: "تنزيل الشيفرة",
    make_text: "حوّله إلى نص",
    pasted_as_file: "أُلصق نص طويل كملف.",
    shortcut_recall: "في حقل فارغ: ما أرسلته من قبل، إن لم تنتظر رسالة",
    enlarge: "اعرض الصورة بحجم كبير",
};
