//! Which languages are loaded: English always, the others as parts of the program.

use super::{Catalogue, Locale, ar, en, fr};

#[cfg(not(all(target_arch = "wasm32", feature = "parts")))]
impl Locale {
    /// All languages are loaded from the start.
    #[expect(clippy::unnecessary_wraps, reason = "as where they are loaded")]
    pub(super) fn loaded(self) -> Option<&'static Catalogue> {
        Some(match self {
            Self::En => &en::CATALOGUE,
            Self::Fr => &fr::CATALOGUE,
            Self::Ar => &ar::CATALOGUE,
        })
    }

    /// Loads the texts.
    #[expect(clippy::unused_async, reason = "as where they are loaded")]
    pub async fn load(self) {}
}

#[cfg(all(target_arch = "wasm32", feature = "parts"))]
thread_local! {
    static FRENCH: std::cell::Cell<Option<&'static Catalogue>> = const { std::cell::Cell::new(None) };
    static ARABIC: std::cell::Cell<Option<&'static Catalogue>> = const { std::cell::Cell::new(None) };
}

#[cfg(all(target_arch = "wasm32", feature = "parts"))]
impl Locale {
    pub(super) fn loaded(self) -> Option<&'static Catalogue> {
        match self {
            Self::En => Some(&en::CATALOGUE),
            Self::Fr => FRENCH.get(),
            Self::Ar => ARABIC.get(),
        }
    }

    /// Loads the texts. If they cannot be fetched, English is used until the next call.
    pub async fn load(self) {
        match self {
            Self::En => {}
            Self::Fr => {
                if let Ok(texts) = french().await {
                    FRENCH.set(Some(texts));
                }
            }
            Self::Ar => {
                if let Ok(texts) = arabic().await {
                    ARABIC.set(Some(texts));
                }
            }
        }
    }
}

#[cfg(all(target_arch = "wasm32", feature = "parts"))]
crate::part! {
    in french
    fn french() -> &'static Catalogue { &fr::CATALOGUE }
}

#[cfg(all(target_arch = "wasm32", feature = "parts"))]
crate::part! {
    in arabic
    fn arabic() -> &'static Catalogue { &ar::CATALOGUE }
}
