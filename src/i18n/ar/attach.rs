//! Files of messages, in Arabic. File names are isolated from the text around them, because their
//! direction differs.

use super::{apart, number};
use crate::i18n::catalogue::Attach;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::plural::{Category, arabic};

pub(super) const TEXTS: Attach = Attach {
    files: "الملفات المرفقة",
    drop_here: "أفلِت الملفات هنا لإرفاقها",
    remove: BuiltIn(|name| format!("إزالة {}", apart(name))),
    download: BuiltIn(|name| format!("تنزيل {}", apart(name))),
    missing: "لم يعد متاحًا",
    notice_missing: "تعذّرت قراءة ملف من هذه المحادثة، وأُخبر الوكيل بأنه مفقود.",
    audio: "مقطع صوتي",
    video: "فيديو",
    document: "مستند",
    held: "محفوظ لدى الوكيل",
    held_by: BuiltIn(|by| format!("محفوظ لدى {}", apart(by))),
    removed: "أُزيل الملف",
    attached: BuiltIn(|n| match arabic(n) {
        Category::Zero => "لم يُرفق أي ملف".to_owned(),
        Category::One => "أُرفق ملف واحد".to_owned(),
        Category::Two => "أُرفق ملفان".to_owned(),
        Category::Few => format!("أُرفقت {} ملفات", number(n)),
        Category::Many => format!("أُرفق {} ملفًا", number(n)),
        Category::Other => format!("أُرفق {} ملف", number(n)),
    }),
    no_interject: "لا يمكن إرسال الملفات في منتصف الدور: ضع الرسالة في قائمة الانتظار أو استبدل الدور.",
    too_large: BuiltIn(|name, limit| format!("لم يُرفق «{}»: حجمه أكبر من {limit}.", apart(name))),
    too_large_together: BuiltIn(|name, limit| {
        format!(
            "لم يُرفق «{}»: لا يمكن أن يتجاوز مجموع ملفات الرسالة {limit}.",
            apart(name)
        )
    }),
    too_many: BuiltIn(|name, limit| match arabic(limit) {
        Category::Zero => format!("لم يُرفق «{}»: لا يمكن إرفاق ملفات بالرسالة.", apart(name)),
        Category::One => format!("لم يُرفق «{}»: يمكن إرفاق ملف واحد بالرسالة.", apart(name)),
        Category::Two => format!("لم يُرفق «{}»: يمكن إرفاق ملفين بالرسالة.", apart(name)),
        Category::Few => format!(
            "لم يُرفق «{}»: يمكن إرفاق {} ملفات بالرسالة.",
            apart(name),
            number(limit)
        ),
        Category::Many => format!(
            "لم يُرفق «{}»: يمكن إرفاق {} ملفًا بالرسالة.",
            apart(name),
            number(limit)
        ),
        Category::Other => format!(
            "لم يُرفق «{}»: يمكن إرفاق {} ملف بالرسالة.",
            apart(name),
            number(limit)
        ),
    }),
    not_accepted: BuiltIn(|name| {
        format!("لم يُرفق «{}»: هذا النوع من الملفات غير مقبول.", apart(name))
    }),
    unreadable: BuiltIn(|name| format!("لم يُرفق «{}»: تعذّرت قراءته.", apart(name))),
    reading: BuiltIn(|names| format!("جارٍ قراءة {}: لم يُرسل شيء بعد", apart(names))),
    held_back: "لم تُرسل بعد",
    lost: BuiltIn(|name| format!("تعذّرت قراءة «{}». لم يُرسل شيء.", apart(name))),
    send_without: "الإرسال على أي حال",
    keep_editing: "متابعة التحرير",
    not_sent: "لم يُرسل شيء.",
};
