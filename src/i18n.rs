//! The texts of the interface, in English, French and Arabic.
//!
//! A [`Catalogue`] has one field for every text, so a language with a missing text does not
//! compile. Callers pass in the browser's languages.

mod ar;
mod catalogue;
mod en;
mod fr;
mod loaded;
mod measures;
mod number;
mod own;
mod plural;
mod said;

pub use catalogue::{Catalogue, Debug};
pub use own::{Given, Problem, replaced};
pub use said::{Around, Said};

/// A language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Locale {
    /// English, also used for unsupported languages.
    #[default]
    En,
    /// French.
    Fr,
    /// Arabic, from right to left.
    Ar,
}

impl Locale {
    /// Every language, in the order of a menu.
    pub const ALL: [Self; 3] = [Self::En, Self::Fr, Self::Ar];

    /// The language of a BCP 47 tag such as `fr` or `ar-EG`. The primary subtag decides, in
    /// capitals or not. `None` for an unsupported language.
    pub fn parse(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|locale| primary.eq_ignore_ascii_case(locale.tag()))
    }

    /// The first supported language of `tags`, best first (as in `navigator.languages`), else
    /// English.
    pub fn negotiate<T: AsRef<str>>(tags: impl IntoIterator<Item = T>) -> Self {
        tags.into_iter()
            .find_map(|tag| Self::parse(tag.as_ref()))
            .unwrap_or_default()
    }

    /// The first of the browser's languages that the interface supports.
    #[cfg(target_arch = "wasm32")]
    pub fn of_browser() -> Self {
        let languages = web_sys::window().map(|window| window.navigator().languages());
        let tags = languages
            .iter()
            .flat_map(js_sys::Array::iter)
            .filter_map(|tag| tag.as_string());
        Self::negotiate(tags)
    }

    /// The BCP 47 tag, for `lang` attributes and storage.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
            Self::Ar => "ar",
        }
    }

    /// The language's own name, for a menu: people who read no other language must find it.
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Fr => "Français",
            Self::Ar => "العربية",
        }
    }

    /// The texts of the language. English if they were not loaded, or could not be.
    pub fn catalogue(self) -> &'static Catalogue {
        self.loaded().unwrap_or(&en::CATALOGUE)
    }

    /// Whether the texts are loaded.
    pub fn is_loaded(self) -> bool {
        self.loaded().is_some()
    }
}

#[cfg(test)]
mod tests;
