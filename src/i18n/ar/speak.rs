//! Interjections, in Arabic.

use super::{ahead_of_it, apart, number};
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::Speak;

pub(super) const TEXTS: Speak = Speak {
    interject: "وجّه",
    interject_title: "يخبر الوكيل الآن، ويستمر الدور",
    hint_queue_waiting: BuiltIn(hint_queue_waiting),
    hint_interject_tools: BuiltIn(hint_interject_tools),
    hint_interject_now: BuiltIn(hint_interject_now),
    hint_interject_after: BuiltIn(hint_interject_after),
    hint_next_turn: "تُرسل عند انتهاء هذا الرد، قبل قائمة الانتظار",
    after_response: "دع الوكيل يُنهي رده قبل أن يقرأ رسالتي",
    hint_interject_waiting: "يرفض، ويخبر الوكيل بالسبب",
    hint_restart_tools: "يقرؤها الوكيل بعد الخطوة الجارية",
    hint_restart_now: "يقرؤها الوكيل فورًا، ويبقى ما كُتب",
    hint_replace: "يوقف الوكيل ثم يرسل هذا",
    hint_replace_waiting: "يرفض، ويبدأ من جديد بهذا",
    placeholder_queue_waiting: "أضف رسالة إلى الانتظار، بعد جوابك…",
    placeholder_interject: BuiltIn(placeholder_interject),
    placeholder_interject_waiting: "أو قل ما ينبغي فعله بدلًا من ذلك…",
    placeholder_replace: "أوقف الوكيل وأرسل…",
    placeholder_replace_waiting: "ابدأ من جديد برسالة…",
    main_agent: "الوكيل الرئيسي",
    all_agents: "كل الوكلاء",
    several_agents: "عدة وكلاء…",
    several_done: "تم",
    comma: "، ",
    hint_interject_several: BuiltIn(hint_interject_several),
    target_chip: BuiltIn(target_chip),
    target_title: "من يتلقى ما تقوله الآن",
    preview_results: "يقرأ الوكيل بعد النتائج:",
    preview_message: "يقرأ الوكيل كرسالتك التالية:",
    said_sending: "جارٍ الإرسال…",
    said_waiting: BuiltIn(said_waiting),
    said_held: "بانتظار الأداة الجارية",
    said_going_back: "جارٍ الاسترجاع…",
    said_changing: "جارٍ التعديل…",
    said_delivered: BuiltIn(said_delivered),
    said_delivered_at: BuiltIn(said_delivered_at),
    said_fell_back: BuiltIn(said_fell_back),
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
    announce_target_ended: BuiltIn(announce_target_ended),
    announce_answers_not_sent: "تعذّر إرسال الجواب، والسؤال ما زال مفتوحًا.",
};

fn hint_queue_waiting(ahead: usize) -> String {
    match ahead {
        0 => "تُرسل بعد جوابك".to_owned(),
        _ => format!("تُرسل بعد جوابك: {}", ahead_of_it(ahead)),
    }
}

fn hint_interject_tools(agent: &str) -> String {
    format!("يقرؤها {} بعد الخطوة الجارية", apart(agent))
}

fn hint_interject_now(agent: &str) -> String {
    format!("يقرؤها {} فورًا", apart(agent))
}

fn placeholder_interject(agent: &str) -> String {
    format!("وجّه {}…", apart(agent))
}

fn target_chip(agent: &str) -> String {
    format!("إلى: {}", apart(agent))
}

fn said_waiting(agent: &str) -> String {
    format!("لم يقرأها {} بعد", apart(agent))
}

fn said_delivered(agent: &str) -> String {
    format!("قرأها {}", apart(agent))
}

fn said_delivered_at(agent: &str, step: u64) -> String {
    format!(
        "قرأها {} عند الخطوة {}",
        apart(agent),
        number(usize::try_from(step).unwrap_or(usize::MAX))
    )
}

fn said_fell_back(agent: &str) -> String {
    format!("انتهى الوكيل المقصود، فتصل إلى {}", apart(agent))
}

fn announce_target_ended(name: &str) -> String {
    format!("انتهى {}.", apart(name))
}

fn hint_interject_several(agents: &str) -> String {
    format!("يقرؤها {}، كل منهم عند خطوته التالية", apart(agents))
}

fn hint_interject_after(agent: &str) -> String {
    format!("يقرؤها {} عند انتهاء رده", apart(agent))
}
