//! Dismisses an editor on Escape or on a click outside.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{
    Document, Element, Event, EventTarget, KeyboardEvent, Node, PointerEvent, ShadowRoot,
};

use super::focus::{active_element, is_field};
use super::{Elements, Ime, Listener, selected_range};
use crate::hooks::keep;

/// A press that moves further than this, in pixels, selects or drags.
const CLICK: i32 = 5;

/// Menus and dialogs. A selector, because those of the host page do not register with the chat.
const POPUP: &str = "[role=menu], dialog";

/// What takes all keys. A selector, for the same reason.
const MODAL: &str = "dialog:modal";

/// The chat around an editor.
const CHAT: &str = ".mt-chat";

/// What is in a chat's transcript, as opposed to its empty surface. A press there may begin to select
/// text, or is for a link, a button or a disclosure.
const CONTENT: &str = ".mt-user, article > *, a, button, summary";

/// Calls `dismiss` on Escape or on a click outside `inside`, as long as the current owner lives.
///
/// Escape counts only if the focus is inside, or nowhere: another field or dialog handles its own
/// keys. It does not count while a modal dialog is open over `inside`, even if nothing has the focus:
/// the browser closes the dialog. A click on a scroll bar does not count, nor one that selected text.
/// With `beside`, a click on one of those elements (such as the queue), on a menu, on a dialog, on a
/// message of the same chat or on one of its buttons does not count either. `counts`: whether clicks
/// count now.
pub fn use_dismiss(
    inside: &Element,
    beside: Option<Elements>,
    ime: &Ime,
    counts: impl Fn() -> bool + 'static,
    dismiss: impl Fn() + 'static,
) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else {
        return;
    };
    let dismiss = Rc::new(dismiss);

    let keys = {
        let (inside, dismiss, ime) = (inside.clone(), dismiss.clone(), *ime);
        let call = move |event: Event| {
            let Ok(event) = event.dyn_into::<KeyboardEvent>() else {
                return;
            };
            let focused = active_element(&inside);
            let own = match &focused {
                // A press on an empty spot of the card focuses an element around the card, which
                // counts as inside.
                Some(element) => {
                    inside.contains(Some(element))
                        || element.contains(Some(&inside))
                        || element.tag_name() == "BODY"
                }
                None => true,
            };
            let is_free = || !ime.owns(&event) && !is_covered(&inside);
            if event.key() == "Escape" && own && !event.default_prevented() && is_free() {
                event.prevent_default();
                dismiss();
            }
        };
        Listener::new(&document, "keydown", false, Box::new(call))
    };

    // Where a press outside began; `None` while there is no such press.
    let pressed: Rc<Cell<Option<(i32, i32)>>> = Rc::default();
    let down = {
        let (inside, pressed) = (inside.clone(), pressed.clone());
        let call = move |event: Event| {
            let Ok(event) = event.dyn_into::<PointerEvent>() else {
                return;
            };
            let outside = event.button() == 0 && is_outside(&event, &inside, beside);
            pressed.set(outside.then(|| (event.client_x(), event.client_y())));
        };
        Listener::new(&document, "pointerdown", true, Box::new(call))
    };
    let inside = inside.clone();
    let released = move |event: Event| {
        let Ok(event) = event.dyn_into::<PointerEvent>() else {
            return;
        };
        let Some((x, y)) = pressed.take() else { return };
        let moved = (event.client_x() - x)
            .abs()
            .max((event.client_y() - y).abs())
            > CLICK;
        if !moved && !is_selecting(&inside) && counts() {
            dismiss();
        }
    };
    let up = Listener::new(&document, "pointerup", true, Box::new(released));
    keep((keys, down, up));
}

/// Whether a modal dialog is open that this element is not in: one of the chat, or one of the host page.
fn is_covered(inside: &Element) -> bool {
    let mut inside: Node = inside.clone().into();
    loop {
        let root = inside.get_root_node();
        // A shadow root finds elements in the same way.
        let document: &Document = root.unchecked_ref();
        let open = document.query_selector_all(MODAL).ok();
        let mut dialogs = open
            .iter()
            .flat_map(|open| (0..open.length()).filter_map(move |at| open.get(at)));
        if dialogs.any(|dialog| !dialog.contains(Some(&inside))) {
            return true;
        }
        let Ok(shadow) = root.dyn_into::<ShadowRoot>() else {
            return false;
        };
        inside = shadow.host().into();
    }
}

fn is_outside(event: &PointerEvent, inside: &Element, beside: Option<Elements>) -> bool {
    let path = event.composed_path();
    let ignored = beside.map(Elements::on_page);
    let chat = inside.closest(CHAT).ok().flatten();
    let is_content = |element: &Element| {
        let own = chat
            .as_ref()
            .is_some_and(|chat| chat.contains(Some(element)));
        own && element.matches(CONTENT).unwrap_or(false)
    };
    let is_ignored = |element: &Element| {
        ignored.as_ref().is_some_and(|ignored| {
            let is_beside = ignored
                .iter()
                .any(|held| AsRef::<Element>::as_ref(held) == element);
            is_beside || element.matches(POPUP).unwrap_or(false) || is_content(element)
        })
    };
    for target in path.iter() {
        let Ok(element) = target.dyn_into::<Element>() else {
            continue;
        };
        if &element == inside || is_ignored(&element) {
            return false;
        }
    }
    let target: Option<EventTarget> = path.get(0).dyn_into().ok();
    let hit: Option<Element> = target.and_then(|target| target.dyn_into().ok());
    hit.is_none_or(|element| !is_scroll_bar(event, &element))
}

/// Whether a press on an element is on its scroll bar: outside of its client area.
fn is_scroll_bar(event: &PointerEvent, element: &Element) -> bool {
    let style = element.get_bounding_client_rect();
    let x = f64::from(event.client_x()) - style.left() - f64::from(element.client_left());
    let y = f64::from(event.client_y()) - style.top() - f64::from(element.client_top());
    let scrolls = element.scroll_height() > element.client_height();
    scrolls
        && (x < 0.0
            || x >= f64::from(element.client_width())
            || y >= f64::from(element.client_height()))
}

/// Whether something is selected, also in the shadow tree of this element.
fn is_selecting(inside: &Element) -> bool {
    // Safari has a range around a field for the cursor in it.
    let writes = active_element(inside).is_some_and(|element| is_field(&element));
    !writes && selected_range(inside).is_some_and(|range| !range.collapsed())
}
