//! Arabic.
//!
//! Counts of zero, one and two have words of their own. Zero is said without a number.

mod acts;
mod answer;
mod attach;
mod backend;
mod content;
mod control;
mod conversations;
mod debug;
mod ends;
mod history;
mod keys;
mod plan;
mod questions;
mod reading;
mod setup;
mod speak;
mod start;

use super::catalogue::Catalogue;
use super::catalogue::Said::BuiltIn;
use super::plural::{Category, arabic};

pub(super) static CATALOGUE: Catalogue = Catalogue {
    speak: speak::TEXTS,
    start: start::TEXTS,
    content: content::TEXTS,
    history: history::TEXTS,
    plan: plan::TEXTS,
    questions: questions::TEXTS,
    backend: backend::TEXTS,
    setup: setup::TEXTS,
    ends: ends::TEXTS,
    keys: keys::TEXTS,
    answer: answer::TEXTS,
    acts: acts::TEXTS,
    conversations: conversations::TEXTS,
    locale: "ar",
    dir: "rtl",
    attach_files: "إرفاق ملفات",
    attach: attach::TEXTS,
    debug: debug::TEXTS,
    reading: reading::TEXTS,
    control: control::TEXTS,
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
    jump_new: BuiltIn(jump_new),
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
    hint_queue: BuiltIn(hint_queue),
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
    reason_editing: "أنت تعدّل الرسالة التالية.",
    reason_finished: "انتهى الدور الأخير وأنت تكتب.",
    reason_asked: "توقفت القائمة مؤقتًا كما طلبت.",
    timer_label: BuiltIn(timer_label),
    hours: BuiltIn(|n| format!("{} س", super::number::number("ar", n))),
    minutes: BuiltIn(|n| format!("{} د", super::number::number("ar", n))),
    seconds: BuiltIn(|n| format!("{} ث", super::number::number("ar", n))),
    paused_title: BuiltIn(paused_title),
    queue_title: BuiltIn(queue_title),
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
    failed_after: BuiltIn(failed_after),
    interrupted_after: BuiltIn(interrupted_after),
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
    failed_refused: BuiltIn(failed_refused),
    failed_unreachable: "تعذّر الوصول إلى الوكيل",
    failed_not_stream: "لم يكن الرد تدفق أحداث",
    interrupted_truncated: "انتهى الاتصال قبل انتهاء الدور، وما حدث بعد ذلك غير معروف.",
    interrupted_network: "انقطع الاتصال، وما حدث بعد ذلك غير معروف.",
    interrupted_malformed: "أرسل الوكيل بيانات تعذّرت قراءتها، وما حدث بعد ذلك غير معروف.",
    interrupted_reload: "أُغلقت الصفحة بينما كان الوكيل يعمل.",
    try_again: "إعادة المحاولة",
    part_failed: "تعذّر تحميل هذا الجزء من الصفحة.",
    announce_started: "بدأ الوكيل العمل.",
    announce_finished: "أنهى الوكيل عمله.",
    announce_finished_editing: "انتهى الدور.",
    announce_cancelled: BuiltIn(announce_cancelled),
    announce_failed: "فشل الدور.",
    announce_interrupted: "انقطع الاتصال.",
    announce_waiting: "الوكيل بانتظار موافقة.",
    announce_queued: BuiltIn(announce_queued),
    announce_paused: BuiltIn(announce_paused),
    announce_moved: BuiltIn(announce_moved),
    announce_removed: "أُزيلت الرسالة من قائمة الانتظار.",
    announce_restored: "تمت الاستعادة.",
    notice_storage: "لا يمكن حفظ المحادثات في هذا المتصفح، وستختفي بعد إعادة التحميل.",
    notice_corrupt: "تعذّرت قراءة بعض المحادثات المحفوظة، لذا لا تظهر.",
    notice_not_deleted: "قد تبقى محادثة حذفتها محفوظة لدى الوكيل، إذ تعذّر حذفها هناك.",
    notice_crash: "حدث خطأ ما. رسائلك محفوظة؛ أعد تحميل الصفحة للمتابعة.",
    reload: "إعادة التحميل",
    load_failed: "تعذّر تحميل المحادثة.",
};

/// A noun that is counted, in the six forms.
struct Counted {
    zero: &'static str,
    one: &'static str,
    two: &'static str,
    few: &'static str,
    many: &'static str,
    other: &'static str,
}

/// `n` with its noun; the forms for none, one and two are the whole text.
fn count(n: usize, noun: &Counted) -> String {
    match arabic(n) {
        Category::Zero => noun.zero.to_owned(),
        Category::One => noun.one.to_owned(),
        Category::Two => noun.two.to_owned(),
        Category::Few => format!("{} {}", number(n), noun.few),
        Category::Many => format!("{} {}", number(n), noun.many),
        Category::Other => format!("{} {}", number(n), noun.other),
    }
}

fn steps(n: usize) -> String {
    count(
        n,
        &Counted {
            zero: "بلا خطوات",
            one: "خطوة واحدة",
            two: "خطوتان",
            few: "خطوات",
            many: "خطوة",
            other: "خطوة",
        },
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

fn failed_after(n: usize) -> String {
    format!("فشل {}", after_steps(n))
}

fn interrupted_after(n: usize) -> String {
    format!("انقطع {}", after_steps(n))
}

fn jump_new(n: usize) -> String {
    count(
        n,
        &Counted {
            zero: "لا رسائل جديدة",
            one: "رسالة جديدة",
            two: "رسالتان جديدتان",
            few: "رسائل جديدة",
            many: "رسالة جديدة",
            other: "رسالة جديدة",
        },
    )
}

/// Messages that wait.
fn waiting(n: usize) -> String {
    count(
        n,
        &Counted {
            zero: "لا رسائل بالانتظار",
            one: "رسالة واحدة بالانتظار",
            two: "رسالتان بالانتظار",
            few: "رسائل بالانتظار",
            many: "رسالة بالانتظار",
            other: "رسالة بالانتظار",
        },
    )
}

/// Messages ahead of this one.
fn ahead_of_it(n: usize) -> String {
    count(
        n,
        &Counted {
            zero: "لا شيء قبلها",
            one: "قبلها رسالة واحدة",
            two: "قبلها رسالتان",
            few: "رسائل قبلها",
            many: "رسالة قبلها",
            other: "رسالة قبلها",
        },
    )
}

fn hint_queue(ahead: usize) -> String {
    match ahead {
        0 => "تُرسل عند انتهاء هذا الدور".to_owned(),
        _ => format!("تُرسل في دورها: {}", ahead_of_it(ahead)),
    }
}

fn paused_title(n: usize) -> String {
    format!("متوقفة مؤقتًا: {}", waiting(n))
}

fn queue_title(n: usize) -> String {
    waiting(n)
}

fn failed_refused(status: u16) -> String {
    format!("رفض الوكيل الطلب (HTTP {status})")
}

fn announce_cancelled(n: usize) -> String {
    match n {
        0 => "أُلغي.".to_owned(),
        _ => format!("{}.", cancelled_after(n)),
    }
}

fn announce_queued(ahead: usize) -> String {
    match ahead {
        0 => "أُضيفت إلى قائمة الانتظار، وهي التالية.".to_owned(),
        _ => format!("أُضيفت إلى قائمة الانتظار، {}.", ahead_of_it(ahead)),
    }
}

fn announce_paused(n: usize) -> String {
    format!("قائمة الانتظار متوقفة مؤقتًا، {}.", waiting(n))
}

fn announce_moved(place: usize, of: usize) -> String {
    format!("نُقلت إلى الموضع {} من {}.", number(place), number(of))
}

/// Isolates a name or a quoted text, so that the text around it does not reorder it.
fn apart(name: &str) -> String {
    ["\u{2068}", name, "\u{2069}"].concat()
}

fn timer_label(text: &str) -> String {
    format!("الوقت المنقضي: {text}")
}

/// Formats a number in Arabic.
fn number(n: usize) -> String {
    super::number::number("ar", n as u64)
}
