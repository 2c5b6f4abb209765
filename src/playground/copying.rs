//! The tab of code: what reproduces the settings, and a button that copies it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::code::{Target, code};
use super::field::Segments;
use super::state::State;
use crate::components::icon::{Icon, IconName};
use crate::hooks::later;

/// How long the result of copying is shown, in milliseconds.
const SAID: u32 = 4000;

/// The choice of a framework, and the code for it.
#[component]
pub(super) fn Copying() -> impl IntoView {
    let State {
        texts, settings, ..
    } = State::get();
    let texts = &texts.code;
    let target = RwSignal::new(Target::Html);
    let text = Memo::new(move |_| settings.with(|held| code(held, target.get())));
    let copied = RwSignal::new(None);
    let press = move |_| {
        let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
        // A page without a secure context has no clipboard.
        let writing = clipboard
            .filter(|clipboard| !clipboard.is_undefined())
            .map(|clipboard| clipboard.write_text(&text.get_untracked()));
        spawn_local(async move {
            let written = match writing {
                Some(writing) => JsFuture::from(writing).await.is_ok(),
                None => false,
            };
            copied.try_set(Some(written));
            later(SAID, move || {
                copied.try_set(None);
            });
        });
    };
    let said = move || match copied.get() {
        None => "",
        Some(true) => texts.copied,
        Some(false) => texts.not_copied,
    };
    view! {
        <section class="mt-play__group">
            <div class="mt-play__bar">
                <Segments
                    label=texts.target
                    name="midturn-play-target"
                    values=Target::ALL.map(|target| (target.name(), target.name())).to_vec()
                    chosen=Signal::derive(move || target.get().name().to_owned())
                    choose=Callback::new(move |name: String| {
                        let chosen = Target::ALL.into_iter().find(|held| held.name() == name);
                        target.set(chosen.unwrap_or_default());
                    })
                />
                <button type="button" class="mt-button mt-button--primary" on:click=press>
                    <Icon name=IconName::Copy/>
                    <span>{texts.copy}</span>
                </button>
            </div>
            <p class="mt-play__help">
                <span role="status">{said}</span>
                {move || copied.get().is_none().then_some(texts.help)}
            </p>
            <pre class="mt-play__pre mt-play__code" dir="ltr" tabindex=0 data-testid="code">
                {move || text.get()}
            </pre>
        </section>
    }
}
