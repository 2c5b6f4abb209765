//! The keyboard focus on the page, when a thread is drawn.
//!
//! Who opens the page, or begins a conversation, will write: the composer has the focus then. Who
//! goes through the list of threads by keyboard stays in it. Not responsible for the focus inside a
//! chat, which the core moves.

use leptos::html::Div;
use leptos::prelude::document;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

/// Where the message is written.
const COMPOSER: &str = "[data-testid=composer-input]";

/// Where the focus goes in the list, best first. What is hidden does not take it: on a narrow
/// screen that is the list, on a wide one the button that opens it.
const PLACES: [&str; 3] = [
    ".mt-threads [aria-current]",
    "[data-testid=thread-new]",
    ".mt-topbar__menu",
];

/// What has the focus before the page is drawn anew, and whether the person will write after that.
#[derive(Clone, Copy, Default)]
pub(super) struct HeldFocus {
    /// The place in the list that had the focus.
    list: StoredValue<Option<String>>,
    /// The composer is wanted instead.
    writes: StoredValue<bool>,
}

impl HeldFocus {
    /// The person will write next, whatever has the focus now.
    pub(super) fn will_write(&self) {
        self.writes.set_value(true);
    }

    /// Remembers where the focus is, if that is the list or the button that opens it. Where it is
    /// nowhere, what had it may have gone since: that stays remembered.
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

    /// Gives the focus back within `root`, once that is on the page. Where the list did not have
    /// it, the composer gets it, unless a message of the thread is `awaited`, which will.
    pub(super) fn give_back(&self, root: NodeRef<Div>, awaited: bool) {
        let list = self.list.try_update_value(Option::take).flatten();
        let writes = self.writes.try_update_value(std::mem::take);
        let writes = writes.unwrap_or_default() || list.is_none();
        Effect::new(move || {
            let Some(root) = root.get() else { return };
            // Nothing is taken from what the person has focused since.
            if has_focus_anywhere() {
                return;
            }
            // On a touch screen the focus would open the keyboard over the thread.
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

/// Whether a finger is what this device is used with first.
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
    // The scroll position belongs to the reader.
    options.set_prevent_scroll(selector == COMPOSER);
    let _ = element.focus_with_options(&options);
    document().active_element().as_ref() == Some(element.as_ref())
}
