//! Compares `docs/strings.md` and the types of the package with the catalogue.
//! `MIDTURN_UPDATE_STRINGS=1` writes both.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::i18n::Locale;
use crate::i18n::catalogue::Slot;
use crate::i18n::said::{Kind, Placeholder, Replaceable, Value};

/// A text, as an embedder sees it.
struct Entry {
    key: String,
    about: String,
    /// The English text, or its plural forms by name.
    english: Vec<(&'static str, String)>,
    counts: bool,
}

fn entries() -> Vec<Entry> {
    let mut catalogue = *Locale::En.catalogue();
    let mut entries = Vec::new();
    catalogue.each("", &mut |place, slot| {
        let (english, counts) = match slot {
            Slot::Tag => return,
            Slot::Text(text) => (vec![("other", (*text).to_owned())], false),
            Slot::Around(around, name) => {
                (vec![("other", around.of(&format!("{{{name}}}")))], false)
            }
            Slot::Said(said, placeholders) => (
                forms(said, placeholders),
                placeholders.iter().any(|held| held.kind == Kind::Count),
            ),
        };
        entries.push(Entry {
            key: place.key(),
            about: plain(place.about),
            english,
            counts,
        });
    });
    entries
}

/// The English forms of a text, found out by what it says about 0, 1 and 2.
fn forms(said: &dyn Replaceable, placeholders: &[Placeholder]) -> Vec<(&'static str, String)> {
    let chooser = placeholders
        .iter()
        .rposition(|held| held.kind == Kind::Count);
    let in_braces: Vec<_> = placeholders
        .iter()
        .map(|held| format!("{{{}}}", held.name))
        .collect();
    // The numbers of the other placeholders occur in no text by themselves.
    let write = |n: u64| {
        let number = |at: usize| {
            if chooser == Some(at) {
                n
            } else {
                70 + at as u64
            }
        };
        let values: Vec<_> = placeholders
            .iter()
            .enumerate()
            .map(|(at, held)| match held.kind {
                Kind::Count => Value::Count(number(at)),
                Kind::Code => Value::Code(u16::try_from(number(at)).expect("it is small")),
                Kind::Name => Value::Name(&in_braces[at]),
            })
            .collect();
        let mut text = said.write(&values);
        for (at, held) in placeholders.iter().enumerate() {
            if held.kind != Kind::Name {
                text = text.replacen(&number(at).to_string(), &in_braces[at], 1);
            }
        }
        text
    };
    let other = write(2);
    let mut forms = Vec::new();
    if chooser.is_some() {
        let named = [("=0", write(0)), ("one", write(1))];
        forms.extend(named.into_iter().filter(|(_, text)| *text != other));
    }
    forms.push(("other", other));
    forms
}

/// A comment without links to other items.
fn plain(comment: &str) -> String {
    let mut out = String::new();
    let mut rest = comment.trim();
    while let Some((before, after)) = rest.split_once("[`") {
        let (name, behind) = after.split_once("`]").expect("a link to an item");
        out.push_str(before);
        out.push_str(name);
        rest = match behind.strip_prefix('(') {
            Some(target) => target.split_once(')').expect("its target").1,
            None => behind,
        };
    }
    out + rest
}

/// The English text in one line: as code, with the forms' names before them.
fn shown(entry: &Entry) -> String {
    match entry.english.as_slice() {
        [(_, text)] => format!("`{text}`"),
        forms => {
            let forms = forms.iter().map(|(name, text)| format!("{name}: `{text}`"));
            forms.collect::<Vec<_>>().join("<br>")
        }
    }
}

fn page(entries: &[Entry]) -> String {
    let mut page = String::from(
        "# The texts\n\n\
         Each text of the interface has a key, by which [`strings`](element.md#texts-and-languages) replaces it. \
         This page is written from the catalogue in `src/i18n/`.\n\n\
         `{count}` and the like stand for what the chat puts there. A text with plural forms is an object of them.\n\n\
         | key | English | what it is |\n|---|---|---|\n",
    );
    for entry in entries {
        let _ = writeln!(
            page,
            "| `{}` | {} | {} |",
            entry.key,
            shown(entry),
            entry.about
        );
    }
    page
}

fn types(entries: &[Entry]) -> String {
    let mut types = String::from(
        "// The keys of `strings`, each with its English text. Written from the catalogue.\n\n\
         /** A text for each plural form of a number: by category, or by the number itself. */\n\
         export interface PluralForms {\n  other: string;\n  zero?: string;\n  one?: string;\n  two?: string;\n  \
         few?: string;\n  many?: string;\n  [exact: `=${number}`]: string;\n}\n\n\
         /** The texts of a language. */\nexport interface Texts {\n  \
         /** The direction of writing. Default: that of the language's script. */\n  dir?: 'ltr' | 'rtl';\n",
    );
    for entry in entries {
        let key = if entry.key.contains('.') {
            format!("'{}'", entry.key)
        } else {
            entry.key.clone()
        };
        let of = if entry.counts {
            "string | PluralForms"
        } else {
            "string"
        };
        let (_, english) = entry.english.last().expect("every text has a form");
        let _ = writeln!(types, "  /** {english} */\n  {key}?: {of};");
    }
    types + "}\n"
}

#[test]
fn the_documented_keys_are_those_of_the_catalogue() {
    let entries = entries();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, text) in [
        ("docs/strings.md", page(&entries)),
        ("packages/midturn/strings.d.ts", types(&entries)),
    ] {
        let path = root.join(path);
        if env::var_os("MIDTURN_UPDATE_STRINGS").is_some() {
            fs::write(&path, &text).expect("the file can be written");
        }
        let held = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            held == text,
            "{} is out of date: MIDTURN_UPDATE_STRINGS=1 writes it",
            path.display()
        );
    }
}
