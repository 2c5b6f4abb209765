//! Modal dialogs that a signal opens and closes.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlInputElement, KeyboardEvent};

use super::Announced;
use crate::hooks::{Announcer, at_end};

/// A modal dialog.
#[component]
pub fn Dialog(
    /// Whether the dialog is open. It also closes when it is removed from the page.
    open: RwSignal<bool>,
    /// The id of the dialog's title.
    labelled_by: &'static str,
    /// The dialog's `data-testid`.
    testid: &'static str,
    /// The dialog's classes.
    #[prop(default = "mt-dialog")]
    class: &'static str,
    /// The dialog itself.
    #[prop(optional)]
    dialog: NodeRef<html::Dialog>,
    children: Children,
) -> impl IntoView {
    Effect::new(move || {
        if let Some(dialog) = dialog.get() {
            follow(&dialog, open.get());
        }
    });
    at_end(move || {
        // The browser restores the focus when a dialog closes, but not when it is removed.
        if let Some(dialog) = dialog
            .try_get_untracked()
            .flatten()
            .filter(HtmlDialogElement::open)
        {
            dialog.close();
        }
    });
    view! {
        <dialog
            class=class
            part="dialog"
            aria-labelledby=labelled_by
            data-testid=testid
            node_ref=dialog
            on:close=move |_| open.set(false)
            on:keydown=move |event| {
                if is_swallowed(&event) {
                    event.prevent_default();
                    open.set(false);
                }
            }
        >
            {children()}
            <Announced announcer=Announcer::of_all() testid="dialog-announcer"/>
        </dialog>
    }
    .into_any()
}

/// Whether this is an Escape in an empty search field: WebKit keeps the key to itself there, and the dialog
/// would stay open.
fn is_swallowed(event: &KeyboardEvent) -> bool {
    let field = event
        .target()
        .and_then(|held| held.dyn_into::<HtmlInputElement>().ok());
    let is_empty = |field: HtmlInputElement| field.type_() == "search" && field.value().is_empty();
    event.key() == "Escape" && !event.default_prevented() && field.is_some_and(is_empty)
}

fn follow(dialog: &HtmlDialogElement, open: bool) {
    if open && !dialog.open() {
        let _ = dialog.show_modal();
    } else if !open && dialog.open() {
        dialog.close();
    }
}
