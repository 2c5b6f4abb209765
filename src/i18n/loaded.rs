//! Which languages are loaded: English always, the others as parts of the program.

use super::{Catalogue, Locale, ar, en, fr};

#[cfg(not(target_arch = "wasm32"))]
impl Locale {
    /// The texts of this language. Outside of a browser, all languages are loaded.
    #[expect(clippy::unnecessary_wraps, reason = "in a browser some are not")]
    pub(super) fn loaded(self) -> Option<&'static Catalogue> {
        Some(match self {
            Self::En => &en::CATALOGUE,
            Self::Fr => &fr::CATALOGUE,
            Self::Ar => &ar::CATALOGUE,
        })
    }
}

#[cfg(target_arch = "wasm32")]
mod parts {
    use std::cell::Cell;

    use super::{Catalogue, Locale, ar, en, fr};

    thread_local! {
        static FRENCH: Cell<Option<&'static Catalogue>> = const { Cell::new(None) };
        static ARABIC: Cell<Option<&'static Catalogue>> = const { Cell::new(None) };
    }

    crate::part! {
        in french
        fn french() -> &'static Catalogue { &fr::CATALOGUE }
    }

    crate::part! {
        in arabic
        fn arabic() -> &'static Catalogue { &ar::CATALOGUE }
    }

    impl Locale {
        pub(in super::super) fn loaded(self) -> Option<&'static Catalogue> {
            match self {
                Self::En => Some(&en::CATALOGUE),
                Self::Fr => FRENCH.get(),
                Self::Ar => ARABIC.get(),
            }
        }

        /// Loads the texts. If they cannot be fetched, English is used until a call succeeds.
        pub async fn load(self) {
            match self {
                Self::En => {}
                Self::Fr => FRENCH.set(french().await.ok()),
                Self::Ar => ARABIC.set(arabic().await.ok()),
            }
        }
    }
}
