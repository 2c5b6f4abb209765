//! The switch for system notifications of turns that end unseen.

use leptos::html::Div;
use leptos::prelude::*;

use super::held::Held;
use super::switch::Switch;
use crate::components::Surface;
use crate::hooks::{after_frame, reveal};

/// What the browser allows of notifications.
#[derive(Clone, Copy)]
pub struct Notices {
    /// Whether the browser has them.
    pub can: bool,
    /// Whether the person or the browser has just refused them.
    pub refused: Signal<bool>,
}

/// The switch; nothing where the browser has no notifications.
#[component]
pub(super) fn Notify(held: Held, notices: Notices) -> impl IntoView {
    let texts = Surface::get().texts;
    let why = NodeRef::<Div>::new();
    // The dialog's bar may cover what comes up below the switch.
    Effect::new(move || {
        if let Some(why) = why.get() {
            after_frame(move || reveal(&why));
        }
    });
    notices.can.then(|| {
        view! {
            <Switch
                name="notify"
                label=texts.notify
                on=held.get(|now| now.notify)
                switch=Callback::new(move |on| held.set(|new| new.notify = on))
            />
            <Show when=move || notices.refused.get()>
                <div class="mt-field" node_ref=why>
                    <p class="mt-field__help" role="alert">
                        {texts.setup.notify_refused}
                    </p>
                </div>
            </Show>
        }
    })
}
