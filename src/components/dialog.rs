//! Modal dialogs that a signal opens and closes. The browser gives the focus back.
//!
//! Not responsible for what is in them.

use leptos::prelude::*;
use web_sys::HtmlDialogElement;

use crate::hooks::later_effect;
use crate::style::adopt_turns_style;

/// Opens and closes the dialog as the signal says.
pub fn follow_dialog(dialog: &HtmlDialogElement, open: &RwSignal<bool>) {
    let (dialog, open) = (dialog.clone(), open.clone());
    later_effect(move || {
        let open = open.get();
        if open && !dialog.open() {
            adopt_turns_style(&dialog);
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
}
