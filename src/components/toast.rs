//! A short message with an undo button.
//!
//! Not responsible for restoring anything; the core keeps what was removed.

use leptos::prelude::*;

use super::icon::{Icon, IconName};
use super::{Surface, Ui};
use crate::hooks::{later, return_focus};

/// Says that something was removed, with buttons to undo it and to close the message.
#[component]
pub fn Toast(
    /// The message.
    said: &'static str,
    /// Called to restore what was removed.
    undo: Callback<()>,
    /// Called to close the message.
    close: Callback<()>,
) -> impl IntoView {
    let texts = Surface::get().texts;
    view! {
        <div class="mt-toast" part="toast" role="group">
            <span class="mt-toast__text">{said}</span>
            <button
                type="button"
                class="mt-button mt-button--small mt-button--quiet"
                on:click=move |_| undo.run(())
            >
                <Icon name=IconName::Undo/>
                {texts.undo}
            </button>
            <button
                type="button"
                class="mt-button mt-button--icon mt-button--quiet"
                aria-label=texts.close
                on:click=move |_| close.run(())
            >
                <Icon name=IconName::Close/>
            </button>
        </div>
    }
    .into_any()
}

/// How long a removal can be undone from the toast, in milliseconds.
const UNDO: u32 = 20_000;

/// A toast for the last removal, shown for a while.
#[component]
pub fn Undoable(
    /// The id of the last removed item; `None` if nothing is removed.
    #[prop(into)]
    removed: Signal<Option<String>>,
    /// The message.
    said: &'static str,
    /// Called to restore the item.
    restore: Callback<()>,
) -> impl IntoView {
    let last = Memo::new(move |_| removed.get());
    // The removal whose toast was closed or has timed out.
    let closed = RwSignal::new(None::<String>);
    let serial = StoredValue::new(0_u32);
    let focus = Ui::get().focus;
    Effect::new(move || {
        let now = last.get();
        // Ignore the timeout of an earlier removal, even of the same item.
        let own = serial.get_value() + 1;
        serial.set_value(own);
        if now.is_some() {
            later(UNDO, move || {
                if serial.try_get_value() == Some(own) {
                    return_focus(focus);
                    closed.set(now);
                }
            });
        } else {
            // A restored item can be removed again.
            closed.set(None);
        }
    });
    let open = Memo::new(move |_| {
        last.get()
            .filter(|id| closed.with(|closed| closed.as_ref() != Some(id)))
    });
    move || {
        let id = open.get()?;
        let close = Callback::new(move |()| closed.set(Some(id.clone())));
        Some(view! { <Toast said undo=restore close/> })
    }
}
