//! The keyboard focus, where the page is drawn anew while the list of threads has it.
//!
//! Not responsible for the focus inside a chat, which the core moves.

use std::cell::Cell;
use std::rc::Rc;

use midturn::dom::document;
use midturn::reactive::later_effect;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Where the focus goes, best first. What is hidden does not take it: on a narrow screen that is
/// the list, on a wide one the button that opens it.
const PLACES: [&str; 3] = [
    ".mt-threads [aria-current]",
    "[data-testid=thread-new]",
    ".mt-topbar__menu",
];

/// What has the focus before the page is drawn anew.
#[derive(Clone, Default)]
pub(super) struct HeldFocus(Rc<Cell<Option<String>>>);

impl HeldFocus {
    /// Remembers where the focus is, if that is the list or the button that opens it. Where it is
    /// nowhere, what had it may have gone since: that stays remembered.
    pub(super) fn remember(&self) {
        let focused = document().active_element();
        let Some(focused) = focused.filter(|focused| focused.tag_name() != "BODY") else {
            return;
        };
        let around = focused.closest(".mt-threads, .mt-topbar__menu");
        self.0.set(around.ok().flatten().map(|_| {
            let id = focused.get_attribute("data-testid");
            id.map_or_else(|| PLACES[0].to_owned(), |id| format!("[data-testid={id}]"))
        }));
    }

    /// Gives the focus back within `root`, once that is on the page.
    pub(super) fn give_back(&self, root: &Element) {
        let Some(first) = self.0.take() else { return };
        let root = root.clone();
        later_effect(move || {
            std::iter::once(first.as_str())
                .chain(PLACES)
                .any(|place| takes_focus(&root, place));
        });
    }
}

fn takes_focus(root: &Element, selector: &str) -> bool {
    let found = root.query_selector(selector).ok().flatten();
    let Some(element) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) else {
        return false;
    };
    let _ = element.focus();
    document().active_element().as_ref() == Some(element.as_ref())
}
