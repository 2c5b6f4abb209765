//! Modal dialogs that a signal opens and closes. The browser gives the focus back.
//!
//! Not responsible for what is in them.

use leptos::html;
use leptos::prelude::*;
use web_sys::HtmlDialogElement;

use crate::hooks::at_end;

/// A modal dialog.
#[component]
pub fn Dialog(
    /// Whether it is open. It closes when it is taken off the page, too.
    open: RwSignal<bool>,
    /// The id of its title.
    labelled_by: &'static str,
    /// Its public name for tests.
    testid: &'static str,
    /// Its classes.
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
        // The browser gives the focus back when a dialog closes, not when it goes.
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
            aria-labelledby=labelled_by
            data-testid=testid
            node_ref=dialog
            on:close=move |_| open.set(false)
        >
            {children()}
        </dialog>
    }
    .into_any()
}

fn follow(dialog: &HtmlDialogElement, open: bool) {
    if open && !dialog.open() {
        let _ = dialog.show_modal();
    } else if !open && dialog.open() {
        dialog.close();
    }
}
