//! The playground of the standalone page: a live `<midturn-chat>`, and everything that a developer
//! can set, call and hear of it.
//!
//! The playground knows the element only by its public API. It is a part of the program of its own,
//! and its tables and texts are compiled natively too, so that unit tests reach them.

#![expect(
    unreachable_pub,
    reason = "what `#[component]` makes of the props of a private component is public"
)]

mod calling;
mod code;
mod copying;
mod events;
mod field;
mod live;
mod log;
mod looks;
mod methods;
mod offer;
mod options;
mod places;
mod samples;
mod settings;
mod stage;
mod state;
mod tab;
mod tabs;
mod texts;
mod view;

use leptos::prelude::*;

use crate::i18n::Locale;
use crate::part::Make;
use view::Playground;
pub use view::PlaygroundProps;

/// The name of the playground. Apart from its other texts, because the page names it in a link.
pub fn name(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "Playground",
        Locale::Fr => "Bac à sable",
        Locale::Ar => "ساحة التجربة",
    }
}

crate::part! {
    in playground
    /// Loads the playground.
    pub fn playground() -> Make<PlaygroundProps> { |props| Playground(props).into_any() }
}
