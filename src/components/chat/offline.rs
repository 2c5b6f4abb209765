//! A line that says that the browser has no connection.
//!
//! Not responsible for retrying; the driver does that.

use leptos::prelude::*;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
use crate::hooks::{Listener, SetIfNew, keep};

/// The line, while there is no connection.
#[component]
pub(super) fn Offline() -> impl IntoView {
    let Ui {
        texts, announcer, ..
    } = Ui::get();
    let off = RwSignal::new(!online());
    if let Some(window) = web_sys::window() {
        for kind in ["online", "offline"] {
            let call = move |_| off.set_if_new(!online());
            keep(Listener::new(&window, kind, false, Box::new(call)));
        }
    }
    Effect::new(move || {
        if off.get() {
            announcer.say(texts.answer.offline.to_owned());
        }
    });
    view! {
        <Show when=move || off.get()>
            <p class="mt-offline" part="notice">
                <Icon name=IconName::Interrupted/>
                <span>{texts.answer.offline}</span>
            </p>
        </Show>
    }
}

fn online() -> bool {
    web_sys::window().is_none_or(|window| window.navigator().on_line())
}
