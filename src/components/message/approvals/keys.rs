//! The keys that answer the open question: approve, and deny, which opens the field for a reason.
//!
//! They mean nothing while the person writes.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlTextAreaElement, KeyboardEvent};

use crate::components::Ui;
use crate::components::chat::{FIELDS, is_pressed_in, pressed_in};
use crate::hooks::{Listener, keep};

/// A key that answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Approve,
    Deny,
}

impl Key {
    /// The key as a person reads it. See [`with_own_modifier`](crate::hooks::with_own_modifier).
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Approve => "Ctrl+Enter",
            Self::Deny => "Ctrl+Backspace",
        }
    }

    /// The key for `aria-keyshortcuts`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Approve => "Control+Enter Meta+Enter",
            Self::Deny => "Control+Backspace Meta+Backspace",
        }
    }

    fn of(event: &KeyboardEvent) -> Option<Self> {
        let alone = (event.ctrl_key() || event.meta_key())
            && !event.shift_key()
            && !event.alt_key()
            && !event.repeat();
        match &*event.key() {
            "Enter" if alone => Some(Self::Approve),
            "Backspace" if alone => Some(Self::Deny),
            _ => None,
        }
    }
}

/// Calls `pressed` for each of these keys until the current owner ends. Of several questions, the
/// first one takes the key: the others do not get it if `pressed` returns `true`.
pub(super) fn use_answer_keys(place: NodeRef<Div>, pressed: impl Fn(Key) -> bool + Copy + 'static) {
    let composer = Ui::get().focus.composer;
    Effect::new(move || {
        let Some(place) = place.get() else { return };
        let call = move |event: Event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            let Some(key) = Key::of(event) else { return };
            // The composer has the focus when a question comes.
            let is_composer_blank = pressed_in(event).is_some_and(|target| {
                let field = target.dyn_ref::<HtmlTextAreaElement>();
                let is_blank = field.is_some_and(|field| field.value().is_empty());
                is_blank && composer.are_around(&target)
            });
            if (is_composer_blank || !is_pressed_in(event, FIELDS)) && pressed(key) {
                event.prevent_default();
                event.stop_immediate_propagation();
            }
        };
        // The page, or the element's shadow tree: a press on the empty page takes the focus from
        // every element of the chat.
        let root = place.get_root_node();
        keep(Listener::new(&root, "keydown", false, Box::new(call)));
    });
}
