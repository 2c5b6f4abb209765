//! Tests of the texts in all languages.

use super::Locale;
use super::plural::{Category, arabic, english, french};

#[test]
fn javascript_lists_the_same_languages() {
    let tags: Vec<_> = Locale::ALL
        .map(|locale| format!("'{}'", locale.tag()))
        .into();
    let list = format!("const SPOKEN = [{}];", tags.join(", "));
    assert!(include_str!("../embed/locale.js").contains(&list), "{list}");
}

#[test]
fn javascript_has_the_texts_of_a_program_that_is_missing() {
    for locale in Locale::ALL {
        let (tag, texts) = (locale.tag(), locale.catalogue());
        let (failed, again) = (texts.load_failed, texts.try_again);
        let line = format!("  {tag}: {{ loadFailed: '{failed}', tryAgain: '{again}' }},");
        let script = include_str!("../embed/loading.js");
        assert!(script.contains(&line), "{line}");
    }
}

#[test]
fn a_locale_is_found_by_the_primary_subtag() {
    assert_eq!(Locale::parse("fr-CA"), Some(Locale::Fr));
    assert_eq!(Locale::parse("AR_eg"), Some(Locale::Ar));
    assert_eq!(Locale::parse("fro"), None);
    assert_eq!(Locale::parse(""), None);
    for locale in Locale::ALL {
        assert_eq!(Locale::parse(locale.tag()), Some(locale));
    }
}

#[test]
fn the_first_supported_language_is_chosen() {
    assert_eq!(Locale::negotiate(["de", "fr-FR", "en"]), Locale::Fr);
    assert_eq!(Locale::negotiate(["de", "ja"]), Locale::En);
    assert_eq!(Locale::negotiate([""; 0]), Locale::En);
}

#[test]
fn plural_categories_match_cldr() {
    use Category::{Few, Many, One, Other, Two, Zero};
    let rows = [
        (0, Other, One, Zero),
        (1, One, One, One),
        (2, Other, Other, Two),
        (3, Other, Other, Few),
        (10, Other, Other, Few),
        (11, Other, Other, Many),
        (99, Other, Other, Many),
        (100, Other, Other, Other),
        (101, Other, Other, Other),
        (102, Other, Other, Other),
        (103, Other, Other, Few),
        (110, Other, Other, Few),
        (111, Other, Other, Many),
        (1000, Other, Other, Other),
    ];
    for (n, en, fr, ar) in rows {
        assert_eq!(english(n), en, "English {n}");
        assert_eq!(french(n), fr, "French {n}");
        assert_eq!(arabic(n), ar, "Arabic {n}");
    }
}

#[test]
fn step_counts_use_the_plural_forms_of_each_language() {
    let rows = [
        (0, "0 steps", "0\u{a0}étape", "بلا خطوات"),
        (1, "1 step", "1\u{a0}étape", "خطوة واحدة"),
        (2, "2 steps", "2\u{a0}étapes", "خطوتان"),
        (3, "3 steps", "3\u{a0}étapes", "3 خطوات"),
        (11, "11 steps", "11\u{a0}étapes", "11 خطوة"),
        (100, "100 steps", "100\u{a0}étapes", "100 خطوة"),
    ];
    for (n, en, fr, ar) in rows {
        assert_eq!(Locale::En.catalogue().steps(n), en);
        assert_eq!(Locale::Fr.catalogue().steps(n), fr);
        assert_eq!(Locale::Ar.catalogue().steps(n), ar);
    }
    let cancelled =
        Locale::ALL.map(|locale| [1, 2, 3].map(|n| locale.catalogue().cancelled_after(n)));
    assert_eq!(
        cancelled,
        [
            [
                "Cancelled after 1 step",
                "Cancelled after 2 steps",
                "Cancelled after 3 steps"
            ],
            [
                "Annulé après 1\u{a0}étape",
                "Annulé après 2\u{a0}étapes",
                "Annulé après 3\u{a0}étapes"
            ],
            ["أُلغي بعد خطوة واحدة", "أُلغي بعد خطوتين", "أُلغي بعد 3 خطوات"],
        ]
    );
}

#[test]
fn a_number_of_zero_is_never_said() {
    let announced = Locale::ALL.map(|locale| locale.catalogue().announce_cancelled(0));
    assert_eq!(announced, ["Cancelled.", "Annulé.", "أُلغي."]);
    for locale in Locale::ALL {
        let texts = locale.catalogue();
        assert_eq!(texts.lasted(0), "");
        assert_eq!(texts.lasted(999), "");
        assert_eq!(texts.lasted(1000), texts.duration(1000));
    }
}

#[test]
fn durations_round_down_and_keep_two_units() {
    let rows = [
        (0, "0 s", "0\u{a0}s", "0 ث"),
        (999, "0 s", "0\u{a0}s", "0 ث"),
        (1_000, "1 s", "1\u{a0}s", "1 ث"),
        (12_345, "12 s", "12\u{a0}s", "12 ث"),
        (59_999, "59 s", "59\u{a0}s", "59 ث"),
        (60_000, "1 min", "1\u{a0}min", "1 د"),
        (65_000, "1 min 5 s", "1\u{a0}min 5\u{a0}s", "1 د 5 ث"),
        (
            3_599_999,
            "59 min 59 s",
            "59\u{a0}min 59\u{a0}s",
            "59 د 59 ث",
        ),
        (3_600_000, "1 h", "1\u{a0}h", "1 س"),
        (3_659_000, "1 h", "1\u{a0}h", "1 س"),
        (3_720_000, "1 h 2 min", "1\u{a0}h 2\u{a0}min", "1 س 2 د"),
        (360_000_000, "100 h", "100\u{a0}h", "100 س"),
    ];
    for (ms, en, fr, ar) in rows {
        assert_eq!(Locale::En.catalogue().duration(ms), en);
        assert_eq!(Locale::Fr.catalogue().duration(ms), fr);
        assert_eq!(Locale::Ar.catalogue().duration(ms), ar);
    }
}

#[test]
fn texts_about_no_prompts_ahead_have_no_number() {
    for locale in Locale::ALL {
        let texts = locale.catalogue();
        for hint in [texts.hint_queue, texts.announce_queued] {
            assert!(!hint.say(0).contains('0'), "{}", hint.say(0));
            assert!(hint.say(12).contains("12"), "{}", hint.say(12));
        }
    }
}

#[test]
fn a_stop_names_the_agents_and_prompts_it_affects() {
    let rows = [
        (
            (0, 0),
            "Stops: main agent.",
            "Arrête\u{a0}: l’agent principal.",
            "يوقف الوكيل الرئيسي.",
        ),
        (
            (1, 1),
            "Stops: main agent, 1 subagent. 1 queued message waits.",
            "Arrête\u{a0}: l’agent principal, 1\u{a0}sous-agent. 1\u{a0}message en file attendra.",
            "يوقف الوكيل الرئيسي ووكيلًا فرعيًا واحدًا. رسالة واحدة بالانتظار.",
        ),
        (
            (2, 3),
            "Stops: main agent, 2 subagents. 3 queued messages wait.",
            "Arrête\u{a0}: l’agent principal, 2\u{a0}sous-agents. 3\u{a0}messages en file attendront.",
            "يوقف الوكيل الرئيسي ووكيلين فرعيين. 3 رسائل بالانتظار.",
        ),
        (
            (11, 100),
            "Stops: main agent, 11 subagents. 100 queued messages wait.",
            "Arrête\u{a0}: l’agent principal, 11\u{a0}sous-agents. 100\u{a0}messages en file attendront.",
            "يوقف الوكيل الرئيسي و11 وكيلًا فرعيًا. 100 رسالة بالانتظار.",
        ),
    ];
    for ((agents, prompts), en, fr, ar) in rows {
        assert_eq!(
            Locale::En.catalogue().control.stop_scope(agents, prompts),
            en
        );
        assert_eq!(
            Locale::Fr.catalogue().control.stop_scope(agents, prompts),
            fr
        );
        assert_eq!(
            Locale::Ar.catalogue().control.stop_scope(agents, prompts),
            ar
        );
    }
}

/// A name or a text that is not from the catalogue.
const FOREIGN: &str = "src/core (v2).";

#[test]
fn arabic_texts_isolate_names_and_quoted_texts() {
    let texts = Locale::Ar.catalogue();
    let (control, speak) = (&texts.control, &texts.speak);
    let apart = ["\u{2068}", FOREIGN, "\u{2069}"].concat();
    for said in [
        control.details.of(FOREIGN),
        control.approval_label.of(FOREIGN),
        control.decided_denied.of(FOREIGN),
        control.decided_edited.of(FOREIGN),
        control.stop_task.of(FOREIGN),
        control.task_stopped_with.of(FOREIGN),
        control.ledger_task_refused.of(FOREIGN),
        speak.hint_interject_tools(FOREIGN),
        speak.hint_interject_now(FOREIGN),
        speak.hint_interject_after(FOREIGN),
        speak.hint_interject_several(FOREIGN),
        speak.placeholder_interject(FOREIGN),
        speak.target_chip(FOREIGN),
        speak.said_waiting(FOREIGN),
        speak.said_delivered(FOREIGN),
        speak.said_delivered_at(FOREIGN, 2),
        speak.said_fell_back(FOREIGN),
        speak.announce_target_ended(FOREIGN),
        texts.history.told(FOREIGN, "w"),
        texts.history.told("a", FOREIGN),
        texts.answer.image_always(FOREIGN),
        texts.answer.footnote(FOREIGN),
        texts.start.title_of(FOREIGN),
    ] {
        assert!(said.contains(&apart), "{said}");
    }
}

#[test]
fn the_progress_of_a_plan_uses_the_plural_forms_of_each_language() {
    let progress = Locale::ALL.map(|locale| {
        let plan = &locale.catalogue().plan;
        [
            plan.progress(0, 3),
            plan.progress(1, 3),
            plan.progress(2, 3),
        ]
    });
    assert_eq!(
        progress,
        [
            ["0 of 3 done", "1 of 3 done", "2 of 3 done"],
            ["0 terminée sur 3", "1 terminée sur 3", "2 terminées sur 3"],
            ["اكتمل 0 من 3", "اكتمل 1 من 3", "اكتمل 2 من 3"],
        ]
    );
    let hidden = Locale::ALL.map(|locale| {
        let plan = &locale.catalogue().plan;
        [plan.earlier(1), plan.earlier(3), plan.later(2)]
    });
    assert_eq!(
        hidden,
        [
            ["1 earlier step", "3 earlier steps", "2 more steps"],
            [
                "1\u{a0}étape précédente",
                "3\u{a0}étapes précédentes",
                "2\u{a0}autres étapes"
            ],
            ["قبلها: خطوة واحدة", "قبلها: 3 خطوات", "بعدها: خطوتان"],
        ]
    );
}

#[test]
fn what_is_said_of_messages_agrees_with_their_number() {
    let kept = |locale: Locale, n| locale.catalogue().acts.left_out_kept(n);
    assert!(kept(Locale::En, 1).ends_with("the agent still knows it"));
    assert!(kept(Locale::En, 2).ends_with("the agent still knows them"));
    assert!(kept(Locale::Ar, 2).ends_with("يعرفهما"));
    assert!(kept(Locale::Ar, 3).ends_with("يعرفها"));
}
