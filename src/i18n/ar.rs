//! Arabic.
//!
//! Counts of zero, one and two have words of their own. Zero is said without a number.

use super::catalogue::{
    Acts, Answer, Attach, Backend, Catalogue, Content, Control, Conversations, Debug, Ends,
    History, Keys, Plan, Questions, Reading, Setup, Speak, Start,
};
use super::plural::{Category, arabic};
use super::said::Around;
use super::said::Said::BuiltIn;

pub(super) static CATALOGUE: Catalogue = Catalogue {
    speak: Speak {
        interject: "وجّه",
        interject_title: "يخبر الوكيل الآن، ويستمر الدور",
        hint_queue_waiting: BuiltIn(|ahead| match ahead {
            0 => "تُرسل بعد جوابك".to_owned(),
            _ => format!("تُرسل بعد جوابك: {}", ahead_of_it(ahead)),
        }),
        hint_interject_tools: BuiltIn(|agent| {
            format!("يقرؤها {} بعد الخطوة الجارية", apart(agent))
        }),
        hint_interject_now: BuiltIn(|agent| format!("يقرؤها {} فورًا", apart(agent))),
        hint_interject_after: BuiltIn(|agent| format!("يقرؤها {} عند انتهاء رده", apart(agent))),
        hint_next_turn: "تُرسل عند انتهاء هذا الرد، قبل قائمة الانتظار",
        after_response: "دع الوكيل يُنهي رده قبل أن يقرأ رسالتي",
        hint_interject_waiting: "يرفض، ويخبر الوكيل بالسبب",
        hint_restart_tools: "يقرؤها الوكيل بعد الخطوة الجارية",
        hint_restart_now: "يقرؤها الوكيل فورًا، ويبقى ما كُتب",
        hint_replace: "يوقف الوكيل ثم يرسل هذا",
        hint_replace_waiting: "يرفض، ويبدأ من جديد بهذا",
        placeholder_queue_waiting: "أضف رسالة إلى الانتظار، بعد جوابك…",
        placeholder_interject: BuiltIn(|agent| format!("وجّه {}…", apart(agent))),
        placeholder_interject_waiting: "أو قل ما ينبغي فعله بدلًا من ذلك…",
        placeholder_replace: "أوقف الوكيل وأرسل…",
        placeholder_replace_waiting: "ابدأ من جديد برسالة…",
        main_agent: "الوكيل الرئيسي",
        all_agents: "كل الوكلاء",
        several_agents: "عدة وكلاء…",
        several_done: "تم",
        comma: "، ",
        hint_interject_several: BuiltIn(|agents| {
            format!("يقرؤها {}، كل منهم عند خطوته التالية", apart(agents))
        }),
        target_chip: BuiltIn(|agent| format!("إلى: {}", apart(agent))),
        target_title: "من يتلقى ما تقوله الآن",
        preview_results: "يقرأ الوكيل بعد النتائج:",
        preview_message: "يقرأ الوكيل كرسالتك التالية:",
        said_sending: "جارٍ الإرسال…",
        said_waiting: BuiltIn(|agent| format!("لم يقرأها {} بعد", apart(agent))),
        said_held: "بانتظار الأداة الجارية",
        said_going_back: "جارٍ الاسترجاع…",
        said_changing: "جارٍ التعديل…",
        said_delivered: BuiltIn(|agent| format!("قرأها {}", apart(agent))),
        said_delivered_at: BuiltIn(|agent, step| {
            format!("قرأها {} عند الخطوة {}", apart(agent), number(step))
        }),
        said_fell_back: BuiltIn(|agent| format!("انتهى الوكيل المقصود، فتصل إلى {}", apart(agent))),
        said_queued: "فات أوانها في هذا الدور: أُضيفت إلى الانتظار",
        said_stopped: "لم تصل: أُوقف الدور",
        said_unreachable: "لم تصل: تعذّر الوصول إلى الوكيل",
        said_ended: "لم تصل: انتهى وكيلها، وعند وكيل آخر الرسالة نفسها",
        said_edit: "تعديل الرسالة",
        said_take_back: "استرجاع",
        said_queue_instead: "أضفها إلى الانتظار",
        said_edit_label: "تعديل الرسالة",
        said_list: "ما قلته للوكيل",
        announce_interjected: "بانتظار وصولها إلى الوكيل.",
        announce_delivered: "وصلت رسالتك إلى الوكيل.",
        announce_queued_instead: "فات أوانها في هذا الدور: رسالتك هي التالية في قائمة الانتظار.",
        announce_not_delivered: "لم تصل رسالتك.",
        announce_editor_closed: "ما كنت تكتبه صار في حقل الرسالة.",
        announce_target_ended: BuiltIn(|name| format!("انتهى {}.", apart(name))),
        announce_answers_not_sent: "تعذّر إرسال الجواب، والسؤال ما زال مفتوحًا.",
    },
    start: Start {
        title_of: BuiltIn(|name| format!("ما الذي تريد أن يعمل عليه {}؟", apart(name))),
        offered: "أفكار للبدء",
    },
    content: Content {
        code_download: "تنزيل الشيفرة",
        make_text: "حوّله إلى نص",
        pasted_as_file: "أُلصق نص طويل كملف.",
        shortcut_recall: "في حقل فارغ: ما أرسلته من قبل، إن لم تنتظر رسالة",
        enlarge: "اعرض الصورة بحجم كبير",
    },
    history: History {
        title: "ما غيّرتُه",
        search: "البحث في ما غيّرتُه",
        none: "لم تغيّر شيئًا في هذه المحادثة بعد.",
        no_match: "لا شيء يحوي هذه الكلمات.",
        told: BuiltIn(|agent, words| format!("قلتَ لـ{}: «{}»", apart(agent), apart(words))),
        shortcut: "فتح قائمة ما غيّرتُه",
    },
    plan: Plan {
        title: "الخطة",
        progress: BuiltIn(|done, of| format!("اكتمل {} من {}", number(done), number(of))),
        pending: "لم تبدأ",
        running: "قيد التنفيذ",
        done: "اكتملت",
        failed: "فشلت",
        skipped: "تُركت",
        unfinished: "لم تكتمل",
        earlier: BuiltIn(|count| format!("قبلها: {}", steps(count))),
        later: BuiltIn(|count| format!("بعدها: {}", steps(count))),
        pinned: "الخطة الحالية",
        step_of: BuiltIn(|step, of| format!("الخطوة {} من {}", number(step), number(of))),
        show_all: BuiltIn(|count| format!("عرض كل الخطوات ({})", number(count))),
        show_more: "عرض خطوات أخرى",
        show_less: "عرض خطوات أقل",
    },
    questions: Questions {
        allow_call: Around("السماح بـ\u{2068}", "\u{2069}؟"),
        allow_call_on: BuiltIn(|tool, path| {
            format!("السماح بـ\u{2068}{tool}\u{2069} على \u{2068}{path}\u{2069}؟")
        }),
        approve_edited: "موافقة مع التعديلات",
        always_allow: Around("السماح دائمًا بـ\u{2068}", "\u{2069} هنا"),
        allowed_always: Around("مسموح دائمًا هنا: \u{2068}", "\u{2069}"),
        ask_again: Around("السؤال من جديد عن \u{2068}", "\u{2069}"),
        always_title: "المسموح دائمًا في هذه المحادثة",
        shortcut_approve: "الموافقة على الطلب المفتوح (ليس أثناء الكتابة)",
        shortcut_deny: "رفض الطلب المفتوح: يفتح السبب",
    },
    backend: Backend {
        protocol: "البروتوكول",
        protocol_auto: "تلقائي",
        options: "خيارات البروتوكول",
        options_help: "كائن JSON، مثل \u{2066}{\"model\": \"…\"}\u{2069}. اتركه فارغًا للقيم الافتراضية.",
        options_bad: "هذا ليس كائن JSON.",
        wrong_protocol: "يستخدم الوكيل بروتوكولًا آخر",
    },
    setup: Setup {
        look: "المظهر العام",
        keys: "المفاتيح",
        agent: "الوكيل",
        agent_url_bad: "ابدأ بـ \u{2066}https://\u{2069} أو \u{2066}http://\u{2069} أو \u{2066}/\u{2069}. حتى ذلك الحين يبقى العنوان السابق مستخدمًا.",
        notify_refused: "لا يسمح هذا المتصفح للصفحة بعرض التنبيهات. اسمح بها في إعدادات المتصفح لهذا الموقع.",
    },
    ends: Ends {
        completed: "انتهى",
        thought_for: Around("فكّر لمدة ", ""),
        cancelled: "أُلغي",
        cancelled_in: Around("أُلغي بعد ", ""),
        failed: "فشل",
        interrupted: "انقطع",
        needs_approval: "بانتظار موافقتك",
        needs_answer: "بانتظار جوابك",
        failed_status: BuiltIn(|status| format!("فشل الوكيل (HTTP {status})")),
        // Addresses run from left to right, isolated from the text around them.
        failed_foreign: BuiltIn(|agent, page| {
            format!(
                "تعذّر الوصول إلى الوكيل. إذا كان يعمل، فإن \u{2066}{agent}\u{2069} مصدر آخر، وعليه أن يسمح لهذه \
         الصفحة (\u{2066}{page}\u{2069}) باستخدامه (CORS)."
            )
        }),
        unanswered: "أنهى الوكيل عمله دون أن يجيب.",
        limited_length: "الإجابة مبتورة: بلغ النموذج حدّ الطول.",
        limited_filter: "بتر مرشّح للمحتوى الإجابة.",
        limited: "الإجابة مبتورة.",
        no_result: "بقيت خطوة دون نتيجة.",
        nameless: "خطوة بلا اسم",
        quiet: Around("لا خبر من الوكيل منذ ", ""),
        agents: BuiltIn(|n| count(n, ["لا وكلاء", "وكيل واحد", "وكيلان", "وكلاء", "وكيلًا", "وكيل"])),
        activity_offline: "في انتظار الاتصال…",
        activity_due: Around("إعادة المحاولة بعد ", ""),
    },
    keys: Keys {
        shortcuts: "اختصارات لوحة المفاتيح",
        shortcuts_on: "اختصارات المفتاح الواحد (? و ! و Esc مرتين)",
        shortcut_enter: "إرسال (يضيف إلى الانتظار أثناء عمل الوكيل، إلا إن ضُبط غير ذلك)",
        shortcut_newline: "سطر جديد",
        shortcut_second: "أثناء عمل الوكيل: وجّه، أو أضف إلى الانتظار إن كان Enter للتوجيه",
        shortcut_replace: "أوقف وأرسل",
        shortcut_edit_last: "في حقل فارغ: تعديل آخر رسالة في الانتظار",
        shortcut_queue: "في قائمة الانتظار: الانتقال من رسالة إلى أخرى",
        shortcut_undo: "التراجع عمّا أُزيل أو أُلغي للتو (خارج الحقول)",
        shortcut_escape: "إغلاق المفتوح (قائمة أو نافذة أو تعديل)",
        shortcut_escape_editor: "في «أوقف وأرسل…»: إيقاف الوكيل",
        shortcut_escape_twice: "إيقاف الوكيل",
        shortcut_help: "هذه القائمة",
        escape_hint: "اضغط Esc مرة أخرى لإيقاف الوكيل",
    },
    answer: Answer {
        density: "الكثافة",
        density_comfortable: "مريحة",
        density_compact: "مدمجة",
        offline: "أنت غير متصل بالشبكة. ستُعاد محاولة ما ترسله عند عودة الاتصال.",
        elsewhere_silent: "تعمل هذه المحادثة في علامة تبويب أخرى لا تستجيب. ما ترسله محفوظ. إن تابعتها هنا فقد ينقص ما لم تحفظه تلك العلامة.",
        take_over: "المتابعة هنا",
        elsewhere_reader: "هذه المحادثة مفتوحة في علامة تبويب أخرى، ولا يستطيع هذا المتصفح مشاركتها بين علامات التبويب. للكتابة هنا أغلق العلامة الأخرى وأعد تحميل الصفحة.",
        image: "صورة",
        image_show: "عرض الصورة",
        image_refused: "غير معروضة: ليس هذا عنوان صورة على الويب",
        image_broken: "غير معروضة: تعذّرت قراءة هذه الصورة",
        image_never: "غير معروضة: لا تُحمَّل الصور هنا",
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
        output_more: BuiltIn(|n| format!("أسطر أخرى: {}", number(n))),
        output_all: "عرض الكل",
        output_download: "تنزيل",
        image_always: BuiltIn(|host| format!("دائمًا من {}", apart(host))),
        footnote: BuiltIn(|label| format!("الحاشية {}", apart(label))),
        footnote_back: BuiltIn(|label| format!("العودة إلى مرجع الحاشية {}", apart(label))),
    },
    acts: Acts {
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
        left_out: BuiltIn(|n| {
            if n == 2 {
                "رسالتان سابقتان لم تعودا جزءًا من المحادثة".to_owned()
            } else {
                format!("{} لم تعد جزءًا من المحادثة", earlier(n))
            }
        }),
        left_out_kept: BuiltIn(|n| {
            if n == 2 {
                "رسالتان سابقتان أُعيد إرسالهما أدناه، وما زال الوكيل يعرفهما".to_owned()
            } else {
                format!("{} أُعيد إرسالها أدناه، وما زال الوكيل يعرفها", earlier(n))
            }
        }),
        left_out_show: "إظهار",
        left_out_hide: "إخفاء",
        hold: "احتجاز",
        release: "إلغاء الاحتجاز",
        hold_title: "احتجاز: تُرسل الرسائل التالية من دونها",
        held: "محتجزة",
        released: "أُلغي احتجازها",
        held_title: BuiltIn(|n| format!("محتجزة: {}", number(n))),
        reason_held: "كل الرسائل الباقية محتجزة.",
    },
    conversations: Conversations {
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
    },
    locale: "ar",
    dir: "rtl",
    attach_files: "إرفاق ملفات",
    attach: Attach {
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
        too_large: BuiltIn(|name, limit| {
            format!("لم يُرفق «{}»: حجمه أكبر من {limit}.", apart(name))
        }),
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
        more_refused: BuiltIn(|n| match arabic(n) {
            Category::Zero => "لم يُرفض أي ملف آخر.".to_owned(),
            Category::One => "ولم يُرفق ملف آخر.".to_owned(),
            Category::Two => "ولم يُرفق ملفان آخران.".to_owned(),
            Category::Few => format!("ولم تُرفق {} ملفات أخرى.", number(n)),
            Category::Many => format!("ولم يُرفق {} ملفًا آخر.", number(n)),
            Category::Other => format!("ولم يُرفق {} ملف آخر.", number(n)),
        }),
        reading: BuiltIn(|names| format!("جارٍ قراءة {}: لم يُرسل شيء بعد", apart(names))),
        held_back: "لم تُرسل بعد",
        lost: BuiltIn(|name| format!("تعذّرت قراءة «{}». لم يُرسل شيء.", apart(name))),
        send_without: "الإرسال على أي حال",
        keep_editing: "متابعة التحرير",
        not_sent: "لم يُرسل شيء.",
    },
    debug: Debug {
        title: "تتبّع الأخطاء",
        show: "عرض",
        wire: "الشبكة",
        core: "النواة",
        diagnostics: "التشخيصات فقط",
        search: "تصفية حسب النص",
        save: "حفظ التقرير",
        save_hint: "يحتوي التقرير على كل ما قيل في هذه المحادثة، ولا يحتوي على الترويسات ولا على ملفاتك.",
        clear: "البدء من جديد",
        close: "إغلاق لوحة تتبّع الأخطاء",
        empty: "لم يحدث شيء منذ بدء التسجيل.",
        nothing_found: "لا شيء مما سُجّل يطابق ذلك.",
        again: "أصبح التسجيل كبيرًا جدًا فبدأ من جديد.",
        earlier: "عرض ما سبق",
        newer: BuiltIn(|n| {
            count(
                n,
                [
                    "لا جديد",
                    "عنصر أحدث",
                    "عنصران أحدث",
                    "عناصر أحدث",
                    "عنصرًا أحدث",
                    "عنصر أحدث",
                ],
            )
        }),
        shown: BuiltIn(|n, of| format!("{} من {}", number(n), number(of))),
        request: "طلب",
        event: "حدث",
        diagnostic: "تشخيص",
        input: "مُدخل",
        changes: "التغييرات",
        effects: "الآثار",
        effect_count: BuiltIn(|n| {
            count(n, ["بلا آثار", "أثر واحد", "أثران", "آثار", "أثرًا", "أثر"])
        }),
    },
    reading: Reading {
        past_loading: "جارٍ تحميل الرسائل السابقة…",
        past_failed: "تعذّر تحميل الرسائل السابقة.",
        past_again: "إعادة التحميل",
        find: "البحث في المحادثة",
        find_label: "البحث في هذه المحادثة",
        find_previous: "النتيجة السابقة",
        find_next: "النتيجة التالية",
        find_place: BuiltIn(|place, of| format!("{} من {}", number(place), number(of))),
        find_none: "لا نتائج",
        fold_lines: BuiltIn(|lines| {
            let noun = match arabic(lines) {
                Category::Few => "أسطر",
                Category::Many => "سطرًا",
                Category::Zero | Category::One | Category::Two | Category::Other => "سطر",
            };
            format!("عرض الكل ({} {noun})", number(lines))
        }),
        fold_characters: BuiltIn(|characters| {
            let noun = match arabic(characters) {
                Category::Few => "أحرف",
                Category::Many => "حرفًا",
                Category::Zero | Category::One | Category::Two | Category::Other => "حرف",
            };
            format!("عرض الكل ({} {noun})", number(characters))
        }),
        fold_less: "عرض أقل",
        link_copy: "نسخ رابط هذه الرسالة",
        link_copied: "نُسخ الرابط",
        link_missing: "هذه الرسالة ليست في هذا المتصفح. قد تكون في المتصفح الذي بدأت فيه المحادثة.",
        shortcut_turns: "في المحادثة: الرسالة السابقة، والتالية",
        toolbar: "إجراءات",
        of_agent: Around("، للوكيل ", ""),
        shortcut_buttons: "في صف من الأزرار: إلى الزر التالي",
        shortcut_threads: "في قائمة المحادثات: إلى المحادثة التالية، وإلى قائمتها",
        shortcut_find: "البحث في هذه المحادثة، ومرة أخرى: بحث المتصفح",
    },
    control: Control {
        approval_label: Around("موافقة: \u{2068}", "\u{2069}"),
        question_label: "يسأل الوكيل",
        approve: "موافقة",
        deny: "رفض",
        deny_reason: "السبب (يقرؤه الوكيل)",
        edit_arguments: "تعديل أولًا…",
        arguments_json: "المعطيات في صيغة كائن JSON",
        arguments_bad: "هذا ليس كائن JSON، لذا لا يمكن الموافقة عليه.",
        argument_no_number: Around("\u{2068}", "\u{2069}: هذا ليس رقمًا."),
        argument_no_json: Around("\u{2068}", "\u{2069}: هذه ليست صيغة JSON."),
        edit_as_json: "تعديل في صيغة JSON",
        edit_as_fields: "تعديل في حقول",
        reply_label: "جوابك",
        expires_in: Around("تنتهي المهلة بعد ", ""),
        expired: "انتهت المهلة، ولم تعد الإجابة ممكنة.",
        answered_approved: "تمت الموافقة",
        answered_edited: "تمت الموافقة بمعطيات أخرى",
        answered_denied: "مرفوض",
        answered_reply: "الجواب",
        answered_abandoned: "بلا جواب",
        decided_denied: Around("رُفض \u{2068}", "\u{2069}"),
        decided_edited: Around("تمت الموافقة على \u{2068}", "\u{2069} مع تغييرات"),
        activity_said: "ما قاله",
        closed_replaced: "مُغلق: أُرسلت رسالة بدلًا من الجواب",
        closed_stopped: "مُغلق: أُوقف الدور",
        closed_overtaken: "مُغلق: تقدّمت الرسالة التالية",
        closed_elsewhere: "مُغلق: أُجيب عنه في مكان آخر",
        answer_refused: "لم يقبل الوكيل الجواب",
        answer_unknown: "لا يُعرف هل وصل الجواب إلى الوكيل. أجب مرة أخرى، أو أرسل رسالة.",
        edits_forbidden: "لا يمكن تغيير المعطيات.",
        reason_follows: "يُرسل السبب رسالةً بعد الجواب، فالوكيل لا يقبله معه.",
        reply_json: "جوابك بصيغة JSON",
        resume_replaces: "يُغلق السؤال المفتوح، وتُرسل رسالتك بدلًا من الجواب.",
        resume_overtakes: "يُغلق السؤال المفتوح، وتتقدّم الرسالة التالية.",
        run_now_overtakes: "يُغلق السؤال المفتوح من غير جواب، ويبدأ هذه",
        said_after_answer: "تُرسل إلى الوكيل بعد الجواب",
        activity_answer: "الجواب",
        answer_waits: "بانتظار الأجوبة الأخرى",
        answer_change: "تغيير",
        details: Around(": \u{2068}", "\u{2069}"),
        object: Around(" «\u{2068}", "\u{2069}»"),
        stop_task: Around("إيقاف \u{2068}", "\u{2069}"),
        force: "إيقاف فوري",
        force_title: "يوقف فورًا دون انتظار ما لا يزال قيد العمل",
        force_asked: "طُلب الإيقاف الفوري.",
        stopping_for: Around("جارٍ الإيقاف… ", ""),
        status_stopping: "قيد الإيقاف",
        still_running: Around(" ما زال يعمل، ", ""),
        task_stopped: "أُوقف",
        task_stopped_by_you: "أوقفتَه أنت",
        task_stopped_with: Around("أُوقف مع \u{2068}", "\u{2069}"),
        task_stopped_turn: "أُوقف مع الدور",
        task_refused: "لم يُوقف",
        task_partial: "ما أُنجز قبل الإيقاف",
        task_progress: "التقدم",
        partial_mark: "توقّف هنا",
        continue_here: "متابعة",
        continue_message: "تابع من حيث توقفت.",
        edit_resend: "تعديل الرسالة",
        stop_scope_main: "يوقف الوكيل الرئيسي.",
        stop_scope_agents: BuiltIn(|n| {
            let agents = [
                "لا وكلاء فرعيين",
                "وكيلًا فرعيًا واحدًا",
                "وكيلين فرعيين",
                "وكلاء فرعيين",
                "وكيلًا فرعيًا",
                "وكيل فرعي",
            ];
            format!("يوقف الوكيل الرئيسي و{}.", count(n, agents))
        }),
        stop_scope_prompts: BuiltIn(|n| format!("{}.", waiting(n))),
        time_locale: DIGITS,
        ledger: BuiltIn(|n| format!("ما غيّرتُه ({})", number(n))),
        ledger_alone: "ما حدث",
        ledger_stop_asked: "أوقفتَه",
        ledger_stop_forced: "طلبتَ الإيقاف الفوري",
        ledger_stop_confirmed: "تم التأكيد",
        ledger_stop_unknown: "لا يُعرف هل توقف الوكيل",
        ledger_stop_late: "انتهى الدور قبل الإيقاف",
        ledger_stopped_itself: "توقف الوكيل من تلقاء نفسه",
        ledger_task_asked: Around("أوقفتَ \u{2068}", "\u{2069}"),
        ledger_task_stopped: Around("توقف \u{2068}", "\u{2069}"),
        ledger_task_refused: Around("لم يتوقف \u{2068}", "\u{2069}"),
        ledger_interjected: Around("قلتَ «\u{2068}", "\u{2069}»"),
        ledger_fell_back: Around(
            "«\u{2068}",
            "\u{2069}» تذهب إلى الوكيل الأعلى، فقد انتهى المقصود بها",
        ),
        ledger_delivered: Around("تلقى الوكيل «\u{2068}", "\u{2069}»"),
        ledger_queued: Around(
            "فات أوانها في هذا الدور فأُضيفت إلى الانتظار: «\u{2068}",
            "\u{2069}»",
        ),
        ledger_undelivered: Around("لم تصل لأن الدور أُوقف قبلها: «\u{2068}", "\u{2069}»"),
        ledger_unreachable: Around("لم تصل لتعذّر الوصول إلى الوكيل: «\u{2068}", "\u{2069}»"),
        ledger_ended: Around("لم تصل لأن وكيلها انتهى: «\u{2068}", "\u{2069}»"),
        ledger_asked: Around("سأل الوكيل عن \u{2068}", "\u{2069}"),
        ledger_answered: Around("أجبتَ عن \u{2068}", "\u{2069}"),
        ledger_lost: "انقطع الاتصال",
        ledger_rejoined: "عاد الاتصال",
    },
    app_name: "Midturn",
    skip_to_composer: "الانتقال إلى حقل الرسالة",
    threads: "المحادثات",
    new_thread: "محادثة جديدة",
    untitled: "محادثة جديدة",
    rename: "إعادة تسمية",
    rename_title: "عنوان المحادثة",
    delete: "حذف",
    deleted_thread: "حُذفت المحادثة",
    deleted_prompt: "أُزيلت الرسالة من قائمة الانتظار",
    discarded_edit: "أُلغيت التعديلات",
    undo: "تراجع",
    close: "إغلاق",
    open_threads: "إظهار المحادثات",
    close_threads: "إخفاء المحادثات",
    thread_running: "الوكيل يعمل",
    thread_paused: "قائمة الانتظار متوقفة مؤقتًا",
    thread_waiting: "بانتظار جوابك",
    save: "حفظ",
    cancel_edit: "إلغاء",
    settings: "الإعدادات",
    theme: "المظهر",
    theme_auto: "حسب النظام",
    theme_light: "فاتح",
    theme_dark: "داكن",
    language: "اللغة",
    language_auto: "حسب المتصفح",
    agent_url: "عنوان URL للوكيل",
    agent_url_help: "العنوان الذي تُرسل إليه الرسائل. اتركه فارغًا لاستخدام الوكيل المرفق بهذه الصفحة.",
    expand_steps: "إظهار الخطوات أثناء عمل الوكيل",
    on_enter: "مفتاح Enter أثناء عمل الوكيل",
    on_enter_queue: "إضافة إلى الانتظار",
    on_enter_interject: "وجّه",
    on_enter_replace: "أوقف وأرسل",
    notify: "نبّهني عند انتهاء دور في الخلفية",
    transcript_label: "المحادثة",
    message_you: "أنت",
    message_agent: "الوكيل",
    empty_title: "ما الذي تريد أن يعمل عليه الوكيل؟",
    empty_body: "أوقفه أو وجّهه أو أضف رسالتك التالية إلى قائمة الانتظار أثناء عمله.",
    empty_tour: "ابدأ الجولة",
    jump_latest: "الانتقال إلى الأحدث",
    jump_new: BuiltIn(|n| {
        count(
            n,
            [
                "لا رسائل جديدة",
                "رسالة جديدة",
                "رسالتان جديدتان",
                "رسائل جديدة",
                "رسالة جديدة",
                "رسالة جديدة",
            ],
        )
    }),
    composer_label: "الرسالة",
    composer_placeholder: "اكتب إلى الوكيل…",
    composer_placeholder_queue: "أضف رسالة إلى قائمة الانتظار…",
    composer_placeholder_paused: "أضف إلى قائمة الانتظار…",
    send: "إرسال",
    queue_button: "إضافة إلى الانتظار",
    replace: "أوقف وأرسل",
    replace_title: "يوقف الوكيل ثم يرسل هذا",
    more_ways: "طرق أخرى للإرسال",
    stop: "إيقاف",
    hint_queue: BuiltIn(|ahead| match ahead {
        0 => "تُرسل عند انتهاء هذا الدور".to_owned(),
        _ => format!("تُرسل في دورها: {}", ahead_of_it(ahead)),
    }),
    hint_queue_paused: "قائمة الانتظار متوقفة مؤقتًا",
    cancel: "أوقف وأرسل…",
    cancel_title: "يفتح حقلًا للرسالة، ويواصل الوكيل العمل إلى أن ترسلها.",
    resume: "استئناف",
    keep_running: "متابعة التشغيل",
    dismiss_cancel: "إيقاف",
    dismiss_cancel_title: "يوقف الوكيل الآن، وينتقل ما كتبته إلى حقل الرسالة.",
    dismiss_over: "إغلاق",
    dismiss_resume: "ليس الآن",
    editor_label_cancel: "ما الذي ينبغي أن يفعله الوكيل بدلًا من ذلك؟",
    editor_label_over: "أنهى الوكيل عمله. هل تود إضافة شيء؟",
    editor_label_resume: "قل شيئًا أولًا (اختياري)",
    editor_placeholder_cancel: "تعليمات جديدة…",
    editor_placeholder_resume: "اتركه فارغًا لإرسال الرسالة التالية…",
    submit_cancel: "أوقف وأرسل",
    submit_over: "إرسال",
    submit_resume: "إرسال واستئناف",
    submit_resume_blank: "إرسال التالية",
    cancel_hint: "ما زال يعمل. مفتاح Esc يوقفه.",
    cancel_hint_touch: "ما زال يعمل.",
    reason_editing: "أنت تعدّل الرسالة التالية.",
    reason_finished: "انتهى الدور الأخير وأنت تكتب.",
    reason_asked: "توقفت القائمة مؤقتًا كما طلبت.",
    timer_label: BuiltIn(|text| format!("الوقت المنقضي: {text}")),
    hours: BuiltIn(|n| format!("{} س", number(n))),
    minutes: BuiltIn(|n| format!("{} د", number(n))),
    seconds: BuiltIn(|n| format!("{} ث", number(n))),
    paused_title: BuiltIn(|n| format!("متوقفة مؤقتًا: {}", waiting(n))),
    queue_title: BuiltIn(waiting),
    queue_label: "الرسائل في قائمة الانتظار",
    queue_pause: "إيقاف مؤقت بعد هذا الدور",
    queue_add_first: "أضف رسالة أولًا…",
    prompt_edit: "تعديل",
    prompt_delete: "إزالة",
    prompt_up: "تحريك لأعلى",
    prompt_down: "تحريك لأسفل",
    prompt_drag: "اسحب لإعادة الترتيب",
    prompt_run_now: "تشغيل الآن",
    prompt_run_now_title: "يوقف الدور الحالي ويبدأ هذه الرسالة",
    prompt_edit_label: "تعديل الرسالة",
    prompt_held: "تنتظر حتى تحفظها",
    steps: BuiltIn(steps),
    cancelled_after: BuiltIn(cancelled_after),
    failed_after: BuiltIn(|n| format!("فشل {}", after_steps(n))),
    interrupted_after: BuiltIn(|n| format!("انقطع {}", after_steps(n))),
    show_steps: "إظهار الخطوات",
    steps_of: "الخطوات: ",
    hide_steps: "إخفاء الخطوات",
    activity_waiting: "بانتظار الوكيل",
    activity_retrying: "تجري إعادة المحاولة…",
    activity_busy: "ما زال الوكيل مشغولًا. تجري إعادة المحاولة…",
    activity_rejoining: "تجري إعادة الاتصال…",
    activity_blocked: "بانتظار توقف الدور الأخير…",
    activity_writing: "يكتب…",
    activity_thinking: "يفكّر",
    activity_thought: "تفكير",
    activity_arguments: "المعطيات",
    activity_result: "النتيجة",
    activity_approval: "بانتظار الموافقة",
    activity_error: "خطأ",
    status_running: "قيد التنفيذ",
    status_done: "مكتمل",
    status_failed: "فشل",
    status_cancelled: "أُلغي",
    status_interrupted: "انقطع",
    status_waiting: "بالانتظار",
    stop_unknown: "توقف العرض هنا، وقد يكون الوكيل ما زال يعمل.",
    failed_agent: "أبلغ الوكيل عن خطأ",
    failed_refused: BuiltIn(|status| format!("رفض الوكيل الطلب (HTTP {status})")),
    failed_unreachable: "تعذّر الوصول إلى الوكيل",
    failed_not_stream: "لم يكن الرد تدفق أحداث",
    interrupted_truncated: "انتهى الاتصال قبل انتهاء الدور، وما حدث بعد ذلك غير معروف.",
    interrupted_network: "انقطع الاتصال، وما حدث بعد ذلك غير معروف.",
    interrupted_malformed: "أرسل الوكيل بيانات تعذّرت قراءتها، وما حدث بعد ذلك غير معروف.",
    interrupted_reload: "أُغلقت المحادثة بينما كان الوكيل يعمل.",
    try_again: "إعادة المحاولة",
    part_failed: "تعذّر تحميل هذا الجزء من الصفحة.",
    announce_started: "بدأ الوكيل العمل.",
    announce_finished: "أنهى الوكيل عمله.",
    announce_finished_editing: "انتهى الدور.",
    announce_cancelled: BuiltIn(|n| match n {
        0 => "أُلغي.".to_owned(),
        _ => format!("{}.", cancelled_after(n)),
    }),
    announce_failed: "فشل الدور.",
    announce_interrupted: "انقطع الاتصال.",
    announce_quiet: "لا خبر من الوكيل.",
    announce_waiting: "الوكيل بانتظار موافقة.",
    announce_queued: BuiltIn(|ahead| match ahead {
        0 => "أُضيفت إلى قائمة الانتظار، وهي التالية.".to_owned(),
        _ => format!("أُضيفت إلى قائمة الانتظار، {}.", ahead_of_it(ahead)),
    }),
    announce_paused: BuiltIn(|n| format!("قائمة الانتظار متوقفة مؤقتًا، {}.", waiting(n))),
    announce_moved: BuiltIn(|place, of| {
        format!("نُقلت إلى الموضع {} من {}.", number(place), number(of))
    }),
    announce_removed: "أُزيلت الرسالة من قائمة الانتظار.",
    announce_restored: "تمت الاستعادة.",
    notice_storage: "لا يمكن حفظ المحادثات في هذا المتصفح، وستختفي بعد إعادة التحميل.",
    notice_corrupt: "تعذّرت قراءة بعض المحادثات المحفوظة، لذا لا تظهر.",
    notice_not_deleted: "قد تبقى محادثة حذفتها محفوظة لدى الوكيل، إذ تعذّر حذفها هناك.",
    notice_crash: "حدث خطأ ما. رسائلك محفوظة؛ أعد تحميل الصفحة للمتابعة.",
    reload: "إعادة التحميل",
    load_failed: "تعذّر تحميل المحادثة.",
};

/// `n` with its noun, in the order of [`Category`]. The forms for none, one and two are the whole text.
fn count(n: usize, forms: [&str; 6]) -> String {
    let category = arabic(n);
    let form = forms[category as usize];
    match category {
        Category::Zero | Category::One | Category::Two => form.to_owned(),
        Category::Few | Category::Many | Category::Other => format!("{} {form}", number(n)),
    }
}

fn steps(n: usize) -> String {
    count(
        n,
        ["بلا خطوات", "خطوة واحدة", "خطوتان", "خطوات", "خطوة", "خطوة"],
    )
}

/// "After so many steps"; after a preposition two steps take another case.
fn after_steps(n: usize) -> String {
    match arabic(n) {
        Category::Two => "بعد خطوتين".to_owned(),
        _ => format!("بعد {}", steps(n)),
    }
}

fn cancelled_after(n: usize) -> String {
    format!("أُلغي {}", after_steps(n))
}

/// Messages before this one.
fn earlier(n: usize) -> String {
    count(
        n,
        [
            "لا رسائل سابقة",
            "رسالة سابقة واحدة",
            "رسالتان سابقتان",
            "رسائل سابقة",
            "رسالة سابقة",
            "رسالة سابقة",
        ],
    )
}

/// Messages that wait.
fn waiting(n: usize) -> String {
    count(
        n,
        [
            "لا رسائل بالانتظار",
            "رسالة واحدة بالانتظار",
            "رسالتان بالانتظار",
            "رسائل بالانتظار",
            "رسالة بالانتظار",
            "رسالة بالانتظار",
        ],
    )
}

/// Messages ahead of this one.
fn ahead_of_it(n: usize) -> String {
    count(
        n,
        [
            "لا شيء قبلها",
            "قبلها رسالة واحدة",
            "قبلها رسالتان",
            "رسائل قبلها",
            "رسالة قبلها",
            "رسالة قبلها",
        ],
    )
}

/// Isolates a name or a quoted text, so that the text around it does not reorder it.
fn apart(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

/// The tag with which the browser writes numbers, sizes and times: with the same digits everywhere, which
/// browsers do not agree on for Arabic alone.
const DIGITS: &str = "ar-u-nu-latn";

/// Formats a number in Arabic.
fn number(n: impl TryInto<u64>) -> String {
    super::number::number(DIGITS, n.try_into().unwrap_or(u64::MAX))
}
