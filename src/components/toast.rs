//! A short message with something to do about it, such as undoing a removal.
//!
//! Not responsible for when it goes; whoever shows it decides.

use leptos::prelude::*;

use super::icon::{Icon, IconName};

/// A message, one action and a way to close it.
#[component]
pub fn Toast(
    /// What happened.
    text: &'static str,
    /// The action's label.
    action: &'static str,
    /// The closing button's name.
    close: &'static str,
    /// The action.
    #[prop(into)]
    on_action: UnsyncCallback<()>,
    /// The closing.
    #[prop(into)]
    on_close: UnsyncCallback<()>,
) -> impl IntoView {
    view! {
        <div class="mt-toast" role="group">
            <span class="mt-toast__text">{text}</span>
            <button
                type="button"
                class="mt-button mt-button--small mt-button--quiet"
                on:click=move |_| on_action.run(())
            >
                <Icon name=IconName::Undo/>
                {action}
            </button>
            <button
                type="button"
                class="mt-button mt-button--icon mt-button--quiet"
                aria-label=close
                on:click=move |_| on_close.run(())
            >
                <Icon name=IconName::Close/>
            </button>
        </div>
    }
}
