//! An embedder's texts in place of the built-in ones, and languages that an embedder adds.
//!
//! A text has a key: the path of its field in the [`Catalogue`], in camel case, such as
//! `composerPlaceholder` and `speak.hintReplace`. `docs/strings.md` lists the keys.
//!
//! Not responsible for choosing the language (see `src/embed/locale.js`).

#[cfg(test)]
mod docs;
mod template;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::Catalogue;
use super::catalogue::{Place, Slot};
use super::said::Value;
use template::{Forms, Language, around};

/// What an embedder gives for a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A text.
    Text(String),
    /// A text for each plural form, by its name: a category of CLDR, or `=` and a number.
    Forms(Vec<(String, Self)>),
    /// Something else.
    Other,
}

/// Why a text of an embedder is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The text's key.
    pub key: String,
    /// The reason, for developers.
    pub message: String,
}

/// A language with an embedder's texts. The others are those of `base`. Returns also why some of
/// the given texts are not used.
///
/// The memory is never freed: a page makes few languages, each once.
pub fn replaced(
    base: &Catalogue,
    tag: &str,
    right_to_left: bool,
    given: BTreeMap<String, Given>,
) -> (&'static Catalogue, Vec<Problem>) {
    let mut catalogue = *base;
    if tag != base.locale {
        catalogue.locale = leak(tag.to_owned());
        catalogue.control.time_locale = catalogue.locale;
    }
    catalogue.dir = if right_to_left { "rtl" } else { "ltr" };
    let language = Language {
        tag: catalogue.locale,
        digits: catalogue.control.time_locale,
        right_to_left,
    };
    let mut given = given;
    let mut problems = Vec::new();
    catalogue.each("", &mut |place, slot| {
        if matches!(slot, Slot::Tag) {
            return;
        }
        let key = place.key();
        if let Some(text) = given.remove(&key)
            && let Err(message) = put(language, slot, text)
        {
            problems.push(Problem { key, message });
        }
    });
    problems.extend(given.into_keys().map(|key| Problem {
        key,
        message: "there is no text with this key".to_owned(),
    }));
    (Box::leak(Box::new(catalogue)), problems)
}

/// Puts a text into a field.
///
/// # Errors
/// Why it cannot be used.
fn put(language: Language, slot: Slot<'_>, given: Given) -> Result<(), String> {
    match (slot, given) {
        (Slot::Text(field), Given::Text(text)) => *field = leak(text),
        (Slot::Around(field, name), Given::Text(text)) => *field = around(language, &text, name)?,
        (Slot::Said(field, placeholders), given @ (Given::Text(_) | Given::Forms(_))) => {
            let forms = Forms::read(given, placeholders)?;
            let write = move |values: &[Value<'_>]| forms.write(language, values);
            field.replace(Box::leak(Box::new(write)));
        }
        (Slot::Text(_) | Slot::Around(..), Given::Forms(_)) => {
            return Err("it has no number, so it is a text without plural forms".to_owned());
        }
        (_, Given::Other) => return Err("it must be a text".to_owned()),
        (Slot::Tag, _) => {}
    }
    Ok(())
}

fn leak(text: String) -> &'static str {
    text.leak()
}

impl Place {
    /// The key of the field.
    pub(super) fn key(self) -> String {
        let mut key = String::new();
        if !self.group.is_empty() {
            key.push_str(self.group);
            key.push('.');
        }
        let mut words = self.name.split('_');
        key.push_str(words.next().unwrap_or_default());
        for word in words {
            let mut letters = word.chars();
            key.extend(letters.next().map(|first| first.to_ascii_uppercase()));
            key.push_str(letters.as_str());
        }
        key
    }
}
