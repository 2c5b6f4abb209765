//! The field for a thread's new title.
//!
//! Not responsible for when it is there; the thread's row decides.

use leptos::prelude::*;
use std::rc::Rc;

use midturn_core::id::ThreadId;
use web_sys::{CompositionEvent, Event, HtmlInputElement, KeyboardEvent};

use crate::components::Ui;
use crate::dom::{El, el};
use crate::hooks::Ime;
use crate::hooks::later_effect;

/// The field, with the title so far. It sets `renaming` to false when it is done.
pub(super) fn rename(ui: &Ui, thread: &ThreadId, title: &str, renaming: RwSignal<bool>) -> El {
    let field = el("input")
        .attr("type", "text")
        .class("mt-input")
        .attr("dir", "auto")
        .attr("aria-label", ui.texts.rename_title);
    let input: HtmlInputElement = field.cast();
    input.set_value(title);
    let shown = input.clone();
    later_effect(move || {
        let _ = shown.focus();
        shown.select();
    });
    let save = {
        let (ui, thread, renaming) = (ui.clone(), thread.clone(), renaming.clone());
        Rc::new(move || {
            // Leaving by Escape takes the field away, which is a blur too.
            if renaming.get_untracked() {
                renaming.set(false);
                ui.actions.all().rename(&thread, input.value());
            }
        })
    };
    let left = save.clone();
    let ime = Ime::new();
    let composed = ime.clone();
    let field = field
        .on("keydown", move |event: KeyboardEvent| {
            if ime.owns(&event) {
                return;
            }
            match event.key().as_str() {
                "Enter" => {
                    event.prevent_default();
                    save();
                }
                "Escape" => {
                    event.prevent_default();
                    event.stop_propagation();
                    renaming.set(false);
                }
                _ => {}
            }
        })
        .on("compositionend", move |event: CompositionEvent| {
            composed.ended(&event);
        })
        .on("blur", move |_: Event| left());
    el("div").class("mt-thread__rename").child(field)
}
