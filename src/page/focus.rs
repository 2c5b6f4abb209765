//! Moves the keyboard focus when the page draws a thread.
//!
//! A person who opens the page or begins a conversation will write: the composer gets the focus. A
//! person who goes through the list of threads by keyboard stays in the list. The core moves the
//! focus inside a chat.

use leptos::html::Div;
use leptos::prelude::document;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

/// Selects the composer's field.
const COMPOSER: &str = "[data-testid=composer-input]";

/// Places in the list for the focus, best first. Hidden places do not take it: the list on a narrow
/// screen, the button that opens it on a wide one.
const PLACES: [&str; 3] = [
    ".mt-threads [aria-current]",
    "[data-testid=thread-new]",
    ".mt-topbar__menu",
];

/// What had the focus before the page is drawn anew, and whether the person will write next.
#[derive(Clone, Copy, Default)]
pub(super) struct HeldFocus {
    /// The selector of the place in the list that had the focus.
    list: StoredValue<Option<String>>,
    /// The composer should get the focus instead.
    writes: StoredValue<bool>,
}

impl HeldFocus {
    /// Gives the composer the focus next, whatever has it now.
    pub(super) fn will_write(&self) {
        self.writes.set_value(true);
    }

    /// Remembers the focus if it is in the list or on the button that opens it. If nothing has the
    /// focus now, its element may just have been removed: keeps what was remembered.
    pub(super) fn remember(&self) {
        let focused = document().active_element();
        let Some(focused) = focused.filter(|focused| focused.tag_name() != "BODY") else {
            return;
        };
        let around = focused.closest(".mt-threads, .mt-topbar__menu");
        self.list.set_value(around.ok().flatten().map(|_| {
            let id = focused.get_attribute("data-testid");
            id.map_or_else(|| PLACES[0].to_owned(), |id| format!("[data-testid={id}]"))
        }));
    }

    /// Restores the focus within `root`, once `root` is on the page. If the list did not have the
    /// focus, the composer gets it. It does not if a message of the thread is `awaited`: that
    /// message will get it.
    pub(super) fn give_back(&self, root: NodeRef<Div>, awaited: bool) {
        let list = self.list.try_update_value(Option::take).flatten();
        let writes = self.writes.try_update_value(std::mem::take);
        let writes = writes.unwrap_or_default() || list.is_none();
        Effect::new(move || {
            let Some(root) = root.get() else { return };
            // Take nothing from an element that the person has focused since.
            if has_focus_anywhere() {
                return;
            }
            // On a touch screen, the focus would open the keyboard over the thread.
            if writes && !awaited && !is_touched() && takes_focus(&root, COMPOSER) {
                return;
            }
            if let Some(first) = &list {
                std::iter::once(first.as_str())
                    .chain(PLACES)
                    .any(|place| takes_focus(&root, place));
            }
        });
    }
}

fn has_focus_anywhere() -> bool {
    let focused = document().active_element();
    focused.is_some_and(|focused| focused.tag_name() != "BODY")
}

/// Whether touch is the main input of this device.
fn is_touched() -> bool {
    let query = web_sys::window().map(|window| window.match_media("(pointer: coarse)"));
    let list = query.and_then(|list| list.ok().flatten());
    list.is_some_and(|list| list.matches())
}

fn takes_focus(root: &Element, selector: &str) -> bool {
    let found = root.query_selector(selector).ok().flatten();
    let Some(element) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) else {
        return false;
    };
    let options = FocusOptions::new();
    // Do not scroll the thread: its position belongs to the reader.
    options.set_prevent_scroll(selector == COMPOSER);
    let _ = element.focus_with_options(&options);
    document().active_element().as_ref() == Some(element.as_ref())
}
