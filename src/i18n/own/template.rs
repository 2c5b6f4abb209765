//! Texts with placeholders, such as `{count} files`, and their plural forms.

use super::Given;
use crate::i18n::number::number;
use crate::i18n::plural::category;
use crate::i18n::said::{Around, Kind, Placeholder, Value};

/// The plural categories of CLDR. A text for the first three may do without its number: in many
/// languages they stand for one number only.
const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", OTHER];

/// The category that every language has.
const OTHER: &str = "other";

/// What writes the values of a text.
#[derive(Clone, Copy)]
pub(super) struct Language {
    /// The BCP 47 tag, which decides about plural forms.
    pub(super) tag: &'static str,
    /// The one with which numbers are written.
    pub(super) digits: &'static str,
    /// Names are isolated in a language that is written from right to left, so that the text around
    /// them does not reorder them.
    pub(super) right_to_left: bool,
}

impl Language {
    fn write(self, value: Value<'_>, out: &mut String) {
        match value {
            Value::Count(count) => out.push_str(&number(self.digits, count)),
            Value::Code(code) => out.push_str(&code.to_string()),
            Value::Name(name) => {
                let [open, close] = self.isolates();
                out.push_str(open);
                out.push_str(name);
                out.push_str(close);
            }
        }
    }

    /// What stands before and after a name.
    fn isolates(self) -> [&'static str; 2] {
        if self.right_to_left {
            ["\u{2068}", "\u{2069}"]
        } else {
            ["", ""]
        }
    }
}

/// A piece of a text: words, or the place of a value.
enum Piece {
    Words(String),
    Value(usize),
}

/// Reads a text with placeholders.
///
/// # Errors
/// If a placeholder is unknown.
fn pieces(text: &str, known: &[Placeholder]) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        words.push_str(before);
        let named = after.split_once('}').filter(|(name, _)| is_name(name));
        let Some((name, behind)) = named else {
            words.push('{');
            rest = after;
            continue;
        };
        let Some(at) = known.iter().position(|held| held.name == name) else {
            return Err(format!("{{{name}}} is unknown; it has {}", list(known)));
        };
        pieces.push(Piece::Words(std::mem::take(&mut words)));
        pieces.push(Piece::Value(at));
        rest = behind;
    }
    words.push_str(rest);
    pieces.push(Piece::Words(words));
    Ok(pieces)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|held| held.is_ascii_alphanumeric())
}

fn list(known: &[Placeholder]) -> String {
    let names = known.iter().map(|held| format!("{{{}}}", held.name));
    names.collect::<Vec<_>>().join(" and ")
}

/// Reads a text with exactly one placeholder, as the texts before and after it.
///
/// # Errors
/// If the placeholder is not there once, or another one is there.
pub(super) fn around(language: Language, text: &str, name: &'static str) -> Result<Around, String> {
    let kind = Kind::Name;
    let pieces = pieces(text, &[Placeholder { name, kind }])?;
    let [Piece::Words(before), Piece::Value(_), Piece::Words(after)] = pieces.as_slice() else {
        return Err(format!("it must have {{{name}}} once"));
    };
    let [open, close] = language.isolates();
    Ok(Around(
        format!("{before}{open}").leak(),
        format!("{close}{after}").leak(),
    ))
}

/// The forms of a text, of which a number chooses one.
pub(super) struct Forms {
    /// The place of the number that chooses.
    chooser: Option<usize>,
    /// By name.
    named: Vec<(String, Vec<Piece>)>,
    other: Vec<Piece>,
}

impl Forms {
    /// Reads a text, or an object of plural forms. The last number of a text chooses its form.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(super) fn read(given: Given, known: &'static [Placeholder]) -> Result<Self, String> {
        let chooser = known.iter().rposition(|held| held.kind == Kind::Count);
        let mut other = None;
        let mut named = Vec::new();
        let given = match given {
            Given::Forms(forms) => forms,
            text => vec![(OTHER.to_owned(), text)],
        };
        if chooser.is_none() && given.iter().any(|(name, _)| name != OTHER) {
            return Err("it has no number, so it is a text without plural forms".to_owned());
        }
        for (name, text) in given {
            let exact = name
                .strip_prefix('=')
                .is_some_and(|n| n.parse::<u64>().is_ok());
            let place = CATEGORIES.iter().position(|held| *held == name);
            if !exact && place.is_none() {
                let all = CATEGORIES.join(", ");
                return Err(format!(
                    "\"{name}\" is no plural form; they are {all} and =0, =1, …"
                ));
            }
            let Given::Text(text) = text else {
                return Err(format!("the plural form \"{name}\" must be a text"));
            };
            let may_lack = exact || place.is_some_and(|place| place < 3);
            let read = pieces(&text, known)?;
            for (at, placeholder) in known.iter().enumerate() {
                let there = read
                    .iter()
                    .any(|held| matches!(held, Piece::Value(held) if *held == at));
                let needed = !may_lack || chooser != Some(at);
                if needed && !there {
                    return Err(format!("{{{}}} is missing in \"{text}\"", placeholder.name));
                }
            }
            if name == OTHER {
                other = Some(read);
            } else {
                named.push((name, read));
            }
        }
        Ok(Self {
            chooser,
            named,
            other: other.ok_or("the plural form \"other\" is missing")?,
        })
    }

    /// The text with these values.
    pub(super) fn write(&self, language: Language, values: &[Value<'_>]) -> String {
        let mut out = String::new();
        for piece in self.form(language, values) {
            match piece {
                Piece::Words(words) => out.push_str(words),
                Piece::Value(at) => language.write(values[*at], &mut out),
            }
        }
        out
    }

    fn form(&self, language: Language, values: &[Value<'_>]) -> &[Piece] {
        let chooser = self.chooser.and_then(|at| values.get(at));
        let (Some(Value::Count(count)), false) = (chooser, self.named.is_empty()) else {
            return &self.other;
        };
        let find = |wanted: &str| self.named.iter().find(|(name, _)| name == wanted);
        let found = find(&format!("={count}")).or_else(|| find(&category(language.tag, *count)));
        found.map_or(&self.other, |(_, pieces)| pieces)
    }
}
