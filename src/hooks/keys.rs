//! The meanings of Enter, alone and with modifier keys. Recognises an Enter that only ends an input
//! method's composition, and the letters of shortcuts on any keyboard.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlTextAreaElement, KeyboardEvent};

use super::is_touched;

/// What an Enter key means in a text field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enter {
    /// Submit.
    Submit,
    /// Perform the field's second action: Enter with Ctrl or Cmd.
    Second,
    /// Replace the running turn: Enter with Shift and Ctrl, or with Shift and Cmd.
    Replace,
    /// Insert a line break.
    Newline,
    /// Another key, or an Enter that belongs to an input method.
    Other,
}

/// Tracks the compositions of an input method in one text field, until the current owner ends.
#[derive(Clone, Copy)]
pub struct Ime {
    ended_at: StoredValue<f64>,
}

impl Ime {
    /// How long after a composition an Enter still belongs to it, in milliseconds: Safari ends the
    /// composition before it sends the key.
    const TAIL: f64 = 50.0;
    /// The key code that browsers send for keys handled by an input method.
    const HANDLED: u32 = 229;

    /// The state of a field without a composition.
    pub fn new() -> Self {
        Self {
            ended_at: StoredValue::new(f64::NEG_INFINITY),
        }
    }

    /// Takes the field's `compositionend` event.
    pub fn ended(&self, event: &web_sys::CompositionEvent) {
        self.ended_at.set_value(event.time_stamp());
    }

    /// Whether a key belongs to an input method.
    pub fn owns(&self, event: &KeyboardEvent) -> bool {
        event.is_composing()
            || event.key_code() == Self::HANDLED
            || event.time_stamp() - self.ended_at.get_value() < Self::TAIL
    }

    /// The meaning of a key as an Enter.
    pub fn enter(&self, event: &KeyboardEvent) -> Enter {
        if event.key() != "Enter" || self.owns(event) {
            Enter::Other
        } else if event.shift_key() && (event.ctrl_key() || event.meta_key()) {
            Enter::Replace
        } else if (event.ctrl_key() || event.meta_key()) && !event.alt_key() {
            Enter::Second
        } else if event.shift_key() || event.alt_key() {
            Enter::Newline
        } else {
            Enter::Submit
        }
    }

    /// Takes a key of an editor in the place of what it edits. Enter submits, but breaks the line where a
    /// keyboard on the screen has one key for both. Escape leaves: it closes only this editor, and nothing
    /// around it.
    pub fn edits(&self, event: &KeyboardEvent, submit: impl FnOnce(), leave: impl FnOnce()) {
        let target = event.target();
        let has_lines = target.is_some_and(|field| field.has_type::<HtmlTextAreaElement>());
        if self.enter(event) == Enter::Submit && !(has_lines && is_touched()) {
            event.prevent_default();
            submit();
        } else if event.key() == "Escape" && !self.owns(event) {
            event.prevent_default();
            event.stop_propagation();
            leave();
        }
    }
}

impl Default for Ime {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether the key is this letter from A to Z, in either case. On a keyboard of another script, such as
/// an Arabic or a Russian one, it is the key in that letter's place.
pub fn is_letter(event: &KeyboardEvent, letter: &str) -> bool {
    let key = event.key();
    if key.is_ascii() {
        key.eq_ignore_ascii_case(letter)
    } else {
        let code = event.code();
        code.strip_prefix("Key")
            .is_some_and(|place| place.eq_ignore_ascii_case(letter))
    }
}

/// Replaces a leading `Ctrl+` in a text with the modifier key of this keyboard.
pub fn with_own_modifier(text: &str) -> String {
    let platform = web_sys::window().and_then(|window| window.navigator().platform().ok());
    let apple = |platform: String| platform.starts_with("Mac") || platform.starts_with("iP");
    match text.strip_prefix("Ctrl+") {
        Some(rest) if platform.is_some_and(apple) => format!("\u{2318}{rest}"),
        Some(_) | None => text.to_owned(),
    }
}
