//! The keys there are, in a dialog: `?` opens it, or the button beside the field.
//!
//! Not responsible for what the keys do.

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlDialogElement, HtmlInputElement, KeyboardEvent};

use crate::components::{Ui, button, follow_dialog};
use crate::dom::{El, el, show};
use crate::hooks::with_own_modifier;
use crate::i18n::Catalogue;

/// Where a character key is a character.
const FIELDS: &str = "input, textarea, select, [contenteditable], dialog, [role=menu]";

/// The dialog of a chat, and the key that opens it.
pub(super) fn shortcuts(ui: &Ui, chat: El) -> El {
    let (open, keyed) = (ui.keys_shown.clone(), ui.shortcuts.clone());
    let (shown, ui) = (ui.keys_shown.clone(), ui.clone());
    // Made when it is wanted: most never look.
    let dialog = show(move || shown.get(), move || dialog(&ui));
    chat.child(dialog)
        .on("keydown", move |event: KeyboardEvent| {
            let alone = !(event.ctrl_key() || event.meta_key() || event.alt_key());
            if event.key() == "?" && alone && keyed.get_untracked() && !is_field(&event) {
                event.prevent_default();
                open.set_if_new(true);
            }
        })
}

/// Whether a key was pressed where a character is a character.
pub(super) fn is_field(event: &KeyboardEvent) -> bool {
    let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
    target.is_some_and(|target| target.closest(FIELDS).ok().flatten().is_some())
}

fn dialog(ui: &Ui) -> El {
    let texts = ui.texts;
    let dialog = el("dialog")
        .class("mt-dialog")
        .attr("aria-labelledby", "midturn-keys")
        .attr("data-testid", "shortcuts");
    let shown: HtmlDialogElement = dialog.cast();
    follow_dialog(&shown, &ui.keys_shown);
    let switch = el("input").attr("type", "checkbox");
    let input: HtmlInputElement = switch.cast();
    input.set_checked(ui.shortcuts.get_untracked());
    let chosen = ui.shortcuts.clone();
    let switch = switch.on("change", move |_: Event| chosen.set(input.checked()));
    let rows = keys(texts).into_iter().map(|(keys, does)| {
        let pressed = keys.iter().map(|key| {
            let key = el("kbd").class("mt-keycap").text(&with_own_modifier(key));
            web_sys::Node::from(key)
        });
        el("div")
            .class("mt-keys__row")
            .child(el("dt").attr("dir", "ltr").child(crate::dom::all(pressed)))
            .child(el("dd").text(does))
            .into()
    });
    let (closed, pressed) = (ui.keys_shown.clone(), ui.keys_shown.clone());
    dialog.on("close", move |_: Event| closed.set(false)).child(
        el("div")
            .class("mt-dialog__form")
            .child(
                el("h2")
                    .class("mt-dialog__title")
                    .attr("id", "midturn-keys")
                    .text(texts.keys.shortcuts),
            )
            .child(el("dl").class("mt-keys").child(crate::dom::all(rows)))
            .child(
                el("label")
                    .class("mt-field mt-field--check")
                    .child(switch)
                    .child(
                        el("span")
                            .class("mt-field__label")
                            .text(texts.keys.shortcuts_on),
                    ),
            )
            .child(
                el("div")
                    .class("mt-dialog__bar")
                    .child(button("mt-button", move || pressed.set(false)).text(texts.close)),
            ),
    )
}

fn keys(texts: &Catalogue) -> [(&'static [&'static str], &'static str); 11] {
    [
        (&["Enter"], texts.keys.shortcut_enter),
        (&["Shift+Enter"], texts.keys.shortcut_newline),
        (&["Ctrl+Enter"], texts.keys.shortcut_second),
        (&["Ctrl+Shift+Enter"], texts.keys.shortcut_replace),
        (&["\u{2191}"], texts.keys.shortcut_edit_last),
        (&["Esc"], texts.keys.shortcut_escape),
        (&["Esc"], texts.keys.shortcut_escape_editor),
        (&["Esc", "Esc"], texts.keys.shortcut_escape_twice),
        (&["Ctrl+F"], texts.reading.shortcut_find),
        (&["!"], texts.history.shortcut),
        (&["?"], texts.keys.shortcut_help),
    ]
}
