//! The page of the playground: the bar, the live element, and the panel beside it.

use js_sys::Function;
use leptos::html::H1;
use leptos::prelude::document;
use leptos::prelude::*;

use super::name;
use super::settings::Settings;
use super::stage::Stage;
use super::state::State;
use super::tabs::Tabs;
use super::texts::Texts;
use crate::components::icon::{Icon, IconName};
use crate::hooks::focus_quietly;
use crate::i18n::Locale;
use crate::style::adopt_playground_style;

/// The playground.
#[component]
pub fn Playground(
    /// The language.
    locale: Locale,
    /// Imports a module: a function from an address to a promise of the module.
    import: StoredValue<Function, LocalStorage>,
) -> impl IntoView {
    adopt_playground_style(&document());
    let texts = Texts::of(locale);
    document().set_title(&format!("{} \u{2013} Midturn", name(locale)));
    let state = State::start(texts, import);
    let title = NodeRef::<H1>::new();
    // A person who comes here from the settings: what had the focus is gone.
    Effect::new(move || {
        let nowhere = document()
            .active_element()
            .is_none_or(|held| held.tag_name() == "BODY");
        if let Some(title) = title.get().filter(|_| nowhere) {
            focus_quietly(&title);
        }
    });
    let is_default = Memo::new(move |_| state.settings.with(|held| *held == Settings::default()));
    view! {
        <div class="mt-page mt-play">
            <header class="mt-play__head">
                <Icon name=IconName::Logo/>
                <h1 class="mt-topbar__title" tabindex="-1" node_ref=title>{name(locale)}</h1>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--quiet"
                    disabled=move || is_default.get()
                    on:click=move |_| {
                        state.outlined.set(None);
                        state.settings.set(Settings::default());
                    }
                >
                    {texts.reset_all}
                </button>
                <a class="mt-button mt-button--small" href="/">
                    {texts.back}
                </a>
            </header>
            <main class="mt-play__main">
                <Stage/>
                <Tabs/>
            </main>
        </div>
    }
}
