//! Tests of an embedder's texts.

use std::collections::BTreeMap;

use super::{Given, Problem, replaced};
use crate::i18n::catalogue::Slot;
use crate::i18n::said::{Kind, Placeholder, Value};
use crate::i18n::{Catalogue, Locale};

fn text(text: &str) -> Given {
    Given::Text(text.to_owned())
}

fn forms(forms: &[(&str, &str)]) -> Given {
    let forms = forms.iter();
    Given::Forms(
        forms
            .map(|(name, said)| ((*name).to_owned(), text(said)))
            .collect(),
    )
}

/// A language with these texts.
fn with(tag: &str, given: &[(&str, Given)]) -> (&'static Catalogue, Vec<Problem>) {
    let base = Locale::parse(tag).unwrap_or_default().catalogue();
    let given = given.iter();
    let given = given.map(|(key, text)| ((*key).to_owned(), text.clone()));
    replaced(base, tag, base.dir == "rtl", given.collect())
}

/// A language with these texts, all of which are right.
fn right(tag: &str, given: &[(&str, Given)]) -> &'static Catalogue {
    let (catalogue, problems) = with(tag, given);
    assert_eq!(problems, []);
    catalogue
}

/// Why this text is not used.
fn refused(key: &str, given: Given) -> String {
    let (catalogue, problems) = with("en", &[(key, given)]);
    let [problem] = problems.as_slice() else {
        panic!("one problem, not {problems:?}");
    };
    assert_eq!(problem.key, key);
    let english = Locale::En.catalogue();
    assert_eq!(catalogue.send, english.send);
    assert_eq!(catalogue.steps(3), english.steps(3));
    problem.message.clone()
}

/// Every text with its placeholders.
fn all() -> Vec<(String, Vec<Placeholder>)> {
    let mut all = Vec::new();
    let mut catalogue = *Locale::En.catalogue();
    catalogue.each("", &mut |place, slot| {
        let placeholders = match slot {
            Slot::Tag => return,
            Slot::Text(_) => Vec::new(),
            Slot::Around(_, name) => vec![Placeholder {
                name,
                kind: Kind::Name,
            }],
            Slot::Said(_, placeholders) => placeholders.to_vec(),
        };
        all.push((place.key(), placeholders));
    });
    all
}

/// What a text says with these values.
fn says(slot: &Slot<'_>, values: &[Value<'_>]) -> String {
    match (slot, values) {
        (Slot::Text(said), _) => (**said).to_owned(),
        (Slot::Around(said, _), [Value::Name(name)]) => said.of(name),
        (Slot::Said(said, _), values) => said.write(values),
        (Slot::Tag | Slot::Around(..), _) => panic!("this is no text"),
    }
}

#[test]
fn every_text_has_a_key_of_its_own() {
    let mut keys: Vec<_> = all().into_iter().map(|(key, _)| key).collect();
    for key in ["composerPlaceholder", "speak.hintReplace", "debug.title"] {
        assert!(keys.iter().any(|held| held == key), "{key}");
    }
    let count = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn every_key_replaces_its_own_text_and_no_other() {
    let all = all();
    let given: BTreeMap<_, _> = all
        .iter()
        .map(|(key, placeholders)| {
            let names = placeholders
                .iter()
                .map(|held| format!(" {{{}}}", held.name));
            (
                key.clone(),
                text(&(key.clone() + &names.collect::<String>())),
            )
        })
        .collect();
    let english = Locale::En.catalogue();
    let (replaced, problems) = replaced(english, "en", false, given);
    assert_eq!(problems, []);
    let mut at = all.iter();
    let mut copy = *replaced;
    copy.each("", &mut |_, slot| {
        if matches!(slot, Slot::Tag) {
            return;
        }
        let (key, placeholders) = at.next().expect("the same texts");
        let (values, shown): (Vec<_>, Vec<_>) = placeholders
            .iter()
            .map(|held| match held.kind {
                Kind::Count => (Value::Count(12), " 12"),
                Kind::Code => (Value::Code(503), " 503"),
                Kind::Name => (Value::Name("Ada"), " Ada"),
            })
            .unzip();
        assert_eq!(says(&slot, &values), key.clone() + &shown.concat());
    });
    assert_eq!(at.next().map(|(key, _)| key), None);
}

#[test]
fn what_is_composed_of_texts_is_composed_of_the_replaced_ones() {
    let catalogue = right(
        "de",
        &[
            ("hours", text("{count} Std.")),
            ("minutes", text("{count} Min.")),
            ("control.stopScopeMain", text("Hält den Agenten an.")),
            ("control.stopScopePrompts", text("{count} warten.")),
        ],
    );
    assert_eq!(catalogue.duration(3_720_000), "1 Std. 2 Min.");
    let scope = catalogue.control.stop_scope(0, 2);
    assert_eq!(scope, "Hält den Agenten an. 2 warten.");
}

#[test]
fn an_added_language_has_its_tag_and_direction_and_else_english() {
    let (catalogue, problems) = replaced(
        Locale::En.catalogue(),
        "he",
        true,
        BTreeMap::from([("send".to_owned(), text("שליחה"))]),
    );
    assert_eq!(problems, []);
    assert_eq!((catalogue.locale, catalogue.dir), ("he", "rtl"));
    assert_eq!(catalogue.control.time_locale, "he");
    assert_eq!(catalogue.send, "שליחה");
    assert_eq!(catalogue.stop, Locale::En.catalogue().stop);
    assert_eq!(catalogue.steps(2), "2 steps");
}

#[test]
fn a_built_in_language_keeps_how_it_writes_times() {
    let catalogue = right("ar", &[("send", text("أرسل"))]);
    let built_in = Locale::Ar.catalogue();
    assert_eq!(catalogue.control.time_locale, built_in.control.time_locale);
    assert_eq!((catalogue.locale, catalogue.dir), ("ar", "rtl"));
    assert_eq!(catalogue.stop, built_in.stop);
}

#[test]
fn names_are_isolated_from_right_to_left_only() {
    let given = [
        ("speak.targetChip", text("← {agent}")),
        ("control.stopTask", text("■ {task}")),
    ];
    let arabic = right("ar", &given);
    assert_eq!(arabic.speak.target_chip("a.b"), "← \u{2068}a.b\u{2069}");
    assert_eq!(arabic.control.stop_task.of("a.b"), "■ \u{2068}a.b\u{2069}");
    let english = right("en", &given);
    assert_eq!(english.speak.target_chip("a.b"), "← a.b");
    assert_eq!(english.control.stop_task.of("a.b"), "■ a.b");
}

#[test]
fn the_number_chooses_the_form_an_exact_one_first() {
    let steps = forms(&[
        ("=0", "nothing"),
        ("one", "a single step"),
        ("=7", "lucky {count}"),
        ("other", "{count} moves"),
    ]);
    let catalogue = right("en", &[("steps", steps)]);
    let said = [0, 1, 2, 7].map(|n| catalogue.steps(n));
    assert_eq!(said, ["nothing", "a single step", "2 moves", "lucky 7"]);
    // The category is that of the language.
    let steps = forms(&[("one", "un pas"), ("other", "{count} pas")]);
    let catalogue = right("fr", &[("steps", steps)]);
    assert_eq!(
        [0, 1, 2].map(|n| catalogue.steps(n)),
        ["un pas", "un pas", "2 pas"]
    );
}

#[test]
fn the_last_of_two_numbers_chooses_the_form() {
    let place = forms(&[
        ("one", "{place} of a single match"),
        ("other", "{place} of {of} matches"),
    ]);
    let catalogue = right("en", &[("reading.findPlace", place)]);
    assert_eq!(catalogue.reading.find_place(1, 1), "1 of a single match");
    assert_eq!(catalogue.reading.find_place(1, 3), "1 of 3 matches");
}

#[test]
fn a_placeholder_may_stand_anywhere_and_other_braces_are_text() {
    let catalogue = right(
        "en",
        &[
            (
                "history.told",
                text("“{words}” { } {{words}} to {agent}: {words"),
            ),
            (
                "backend.optionsHelp",
                text("Such as {\"model\": \"x\"} or {count}."),
            ),
        ],
    );
    let told = catalogue.history.told("Ada", "go");
    assert_eq!(told, "“go” { } {go} to Ada: {words");
    let help = catalogue.backend.options_help;
    assert_eq!(help, "Such as {\"model\": \"x\"} or {count}.");
}

#[test]
fn what_cannot_be_used_is_named_and_the_built_in_text_stays() {
    let rows = [
        ("sned", text("Go"), "there is no text with this key"),
        ("send", Given::Other, "it must be a text"),
        ("steps", Given::Other, "it must be a text"),
        (
            "send",
            forms(&[("other", "Go")]),
            "it has no number, so it is a text without plural forms",
        ),
        (
            "speak.targetChip",
            forms(&[("one", "{agent}"), ("other", "{agent}")]),
            "it has no number, so it is a text without plural forms",
        ),
        ("steps", text("steps"), "{count} is missing in \"steps\""),
        (
            "steps",
            text("{n} of {count} steps"),
            "{n} is unknown; it has {count}",
        ),
        (
            "history.told",
            text("{agent}"),
            "{words} is missing in \"{agent}\"",
        ),
        (
            "steps",
            forms(&[("one", "a step")]),
            "the plural form \"other\" is missing",
        ),
        (
            "steps",
            forms(&[("few", "some steps"), ("other", "{count} steps")]),
            "{count} is missing in \"some steps\"",
        ),
        (
            "steps",
            forms(&[("single", "a step"), ("other", "{count} steps")]),
            "\"single\" is no plural form; they are zero, one, two, few, many, other and =0, =1, …",
        ),
        (
            "steps",
            Given::Forms(vec![("other".to_owned(), Given::Other)]),
            "the plural form \"other\" must be a text",
        ),
        ("control.stopTask", text("Stop"), "it must have {task} once"),
        (
            "control.stopTask",
            text("{task} {task}"),
            "it must have {task} once",
        ),
    ];
    for (key, given, message) in rows {
        assert_eq!(refused(key, given), message);
    }
}
