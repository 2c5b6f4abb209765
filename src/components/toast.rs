//! A short message with an undo button.
//!
//! Not responsible for restoring anything; the core keeps what was removed.

use leptos::html::Div;
use leptos::prelude::*;

use super::Surface;
use super::icon::{Icon, IconName};
use crate::hooks::later;

/// Says that something was removed, with buttons to undo it and to close the message.
#[component]
pub fn Toast(
    /// The message.
    said: &'static str,
    /// Called to restore what was removed.
    undo: Callback<()>,
    /// Called to close the message.
    close: Callback<()>,
    /// The toast itself.
    toast: NodeRef<Div>,
) -> impl IntoView {
    let texts = Surface::get().texts;
    view! {
        <div class="mt-toast" part="toast" role="group" aria-label=said node_ref=toast>
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

/// How long a removal can be undone from a toast, in milliseconds.
const UNDO: u32 = 20_000;

/// Calls `over` when the time of a toast is over. Not while the pointer or the focus is in it: the person
/// is about to use it.
pub(super) fn outlast(toast: NodeRef<Div>, over: Box<dyn FnOnce()>) {
    later(UNDO, move || {
        let shown = toast.try_get_untracked().flatten();
        if shown.is_some_and(|toast| toast.matches(":hover, :focus-within").unwrap_or_default()) {
            outlast(toast, over);
        } else {
            over();
        }
    });
}

/// A toast for the last removal, shown for a while. Once that is undone, it is about the removal before.
#[component]
pub fn Undoable(
    /// The ids of the removed items that can be restored, the latest last.
    #[prop(into)]
    removed: Signal<Vec<String>>,
    /// The message.
    said: &'static str,
    /// Called to restore the item.
    restore: Callback<()>,
    /// Called when a toast was closed or its time is over: none of them is wanted back.
    #[prop(optional)]
    forget: Option<Callback<()>>,
) -> impl IntoView {
    let all = Memo::new(move |_| removed.get());
    // The removals whose toast was closed or has timed out.
    let closed = RwSignal::new(all.with_untracked(|all| {
        // Of what was removed before the chat was drawn, the last alone is offered.
        let (_, before) = all.split_last().unwrap_or((&String::new(), &[]));
        before.to_vec()
    }));
    let serial = StoredValue::new(0_u32);
    let toast = NodeRef::new();
    Effect::new(move || {
        let now = all.get();
        // Ignore the timeout of an earlier removal, even of the same item.
        let own = serial.get_value() + 1;
        serial.set_value(own);
        // A restored item can be removed again.
        closed.update(|closed| closed.retain(|id| now.contains(id)));
        if !now.is_empty() {
            let over = move || {
                if serial.try_get_value() == Some(own) {
                    closed.set(now);
                    if let Some(forget) = forget {
                        forget.run(());
                    }
                }
            };
            outlast(toast, Box::new(over));
        }
    });
    let open = Memo::new(move |_| {
        let last = all.with(|all| all.last().cloned());
        last.is_some_and(|last| closed.with(|closed| !closed.contains(&last)))
    });
    // Those before the last are older.
    let close = Callback::new(move |()| {
        closed.set(all.get_untracked());
        if let Some(forget) = forget {
            forget.run(());
        }
    });
    move || {
        let drawn = move || view! { <Toast said undo=restore close toast/> };
        open.get().then(drawn)
    }
}
