//! The button that copies the address of a message.

use leptos::prelude::*;
use midturn_core::id::MessageId;
use wasm_bindgen_futures::spawn_local;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
use crate::hooks::{copy_text, later};

/// How long the button shows that the address was copied, in milliseconds.
const SAID: u32 = 2000;

/// The button beside a message, if messages have addresses.
#[component]
pub(super) fn CopyLink(
    /// The message.
    message: MessageId,
) -> impl IntoView {
    let links = Ui::get().links;
    let message = StoredValue::new(message);
    view! {
        <Show when=move || links.with(Option::is_some)>
            <Button message/>
        </Show>
    }
}

#[component]
fn Button(message: StoredValue<MessageId>) -> impl IntoView {
    let Ui {
        texts,
        links,
        announcer,
        ..
    } = Ui::get();
    let copied = RwSignal::new(false);
    let press = move |_| {
        let address = message.with_value(|message| links.get_untracked()?(message));
        if let Some(address) = address {
            spawn_local(async move {
                if copy_text(&address).await {
                    announcer.say(texts.reading.link_copied.to_owned());
                    copied.set(true);
                    later(SAID, move || copied.set(false));
                }
            });
        }
    };
    let picture = move || {
        if copied.get() {
            IconName::Check
        } else {
            IconName::Link
        }
    };
    view! {
        <button
            type="button"
            class="mt-link"
            part="message-button"
            data-testid="copy-link"
            aria-label=texts.reading.link_copy
            title=texts.reading.link_copy
            on:click=press
        >
            {move || view! { <Icon name=picture()/> }}
        </button>
    }
}
