//! Approvals, tasks, stops and the ledger, in Arabic.

use super::{Counted, count, waiting};
use crate::i18n::catalogue::{Around, Control};

pub(super) const TEXTS: Control = Control {
    approval_label: Around("موافقة: \u{2068}", "\u{2069}"),
    question_label: "يسأل الوكيل",
    approve: "موافقة",
    deny: "رفض",
    deny_why: "رفض مع ذكر السبب…",
    deny_reason: "ما سبب الرفض؟",
    edit_arguments: "تعديل المعطيات…",
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
    run_now_overtakes: "«تشغيل الآن» يُغلق السؤال المفتوح من غير جواب.",
    said_after_answer: "تُرسل إلى الوكيل بعد الجواب",
    activity_answer: "الجواب",
    answer_waits: "بانتظار الأجوبة الأخرى",
    answer_change: "تغيير",
    details: Around(": \u{2068}", "\u{2069}"),
    stop_task: Around("إيقاف \u{2068}", "\u{2069}"),
    force: "إيقاف فوري",
    force_title: "يوقف فورًا دون انتظار ما زال قيد العمل",
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
    partial_mark: "(جزئي، أُلغي)",
    continue_here: "المتابعة من هنا",
    continue_message: "تابع من حيث توقفت.",
    edit_resend: "تعديل وإعادة إرسال",
    stop_scope,
    time_locale: "ar-u-nu-latn",
    ledger: Around("المقاطعات (", ")"),
    ledger_stop_asked: "أوقفتَ الدور",
    ledger_stop_forced: "طلبتَ الإيقاف الفوري",
    ledger_stop_confirmed: "أكّد الوكيل أنه توقف",
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
};

fn stop_scope(agents: usize, prompts: usize) -> String {
    let mut text = "يوقف الوكيل الرئيسي".to_owned();
    if agents > 0 {
        text.push_str(" و");
        text.push_str(&count(
            agents,
            &Counted {
                zero: "لا وكلاء فرعيين",
                one: "وكيلًا فرعيًا واحدًا",
                two: "وكيلين فرعيين",
                few: "وكلاء فرعيين",
                many: "وكيلًا فرعيًا",
                other: "وكيل فرعي",
            },
        ));
    }
    text.push('.');
    if prompts > 0 {
        text.push(' ');
        text.push_str(&waiting(prompts));
        text.push('.');
    }
    text
}
