//! Presses on buttons that move while they are pressed.
//!
//! Text that arrives between the press and the release of the mouse moves the buttons below it. The
//! release then hits something else, and the browser makes no click of it: a press on Stop would be
//! lost. A pressed button therefore captures the pointer, as the browser itself does for touch. WebKit
//! makes the click even then where the pointer is, so it is passed on to the button.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Event, HtmlElement, MouseEvent, Node, PointerEvent};

use super::{Listener, keep};

/// How far the pointer may move from where it was pressed, in CSS pixels. A pointer that moves farther and
/// leaves the button takes the press back, as everywhere.
const STILL: i32 = 8;

/// A press that has captured the pointer.
struct Press {
    button: HtmlElement,
    pointer: i32,
    x: i32,
    y: i32,
}

/// Keeps presses on all buttons inside this element, until the current owner ends.
pub fn keep_presses(inside: &Element) {
    let held: Rc<RefCell<Option<Press>>> = Rc::default();
    let (pressed, clicked) = (held.clone(), held.clone());
    let down = move |event: Event| {
        *pressed.borrow_mut() = event.dyn_ref().and_then(capture);
    };
    let moved = move |event: Event| {
        let Some(event) = event.dyn_ref::<PointerEvent>() else {
            return;
        };
        if held
            .borrow()
            .as_ref()
            .is_some_and(|press| press.is_left(event))
            && let Some(press) = held.take()
        {
            let _ = press.button.release_pointer_capture(press.pointer);
        }
    };
    let click = move |event: Event| {
        // The click of a key has no press before it, and its `detail` is 0.
        let made = event.dyn_ref::<MouseEvent>();
        let Some(press) = clicked
            .take()
            .filter(|_| made.is_some_and(|made| made.detail() > 0))
        else {
            return;
        };
        let target: Option<Node> = event.target().and_then(|held| held.dyn_into().ok());
        if !press.button.contains(target.as_ref()) {
            event.stop_propagation();
            event.prevent_default();
            // Not now: this listener hears that click too.
            spawn_local(async move {
                if press.button.is_connected() {
                    press.button.click();
                }
            });
        }
    };
    keep(Listener::new(inside, "pointerdown", false, Box::new(down)));
    keep(Listener::new(inside, "pointermove", false, Box::new(moved)));
    keep(Listener::new(inside, "click", true, Box::new(click)));
}

/// Captures the pointer of a press with the main button of a mouse.
fn capture(event: &PointerEvent) -> Option<Press> {
    let is_main = event.button() == 0 && event.pointer_type() == "mouse";
    let target: Element = event.target()?.dyn_into().ok()?;
    // Dragging needs the events where they happen.
    let is_draggable = target.closest("[draggable=true]").ok().flatten().is_some();
    let button = target.closest("button").ok().flatten();
    let button = button.filter(|_| is_main && !is_draggable)?;
    let button: HtmlElement = button.dyn_into().ok()?;
    button.set_pointer_capture(event.pointer_id()).ok()?;
    Some(Press {
        button,
        pointer: event.pointer_id(),
        x: event.client_x(),
        y: event.client_y(),
    })
}

impl Press {
    /// Whether the pointer, and not the button, has moved away.
    fn is_left(&self, event: &PointerEvent) -> bool {
        let (x, y) = (event.client_x(), event.client_y());
        let moved = (x - self.x).abs().max((y - self.y).abs()) > STILL;
        let place = self.button.get_bounding_client_rect();
        let (x, y) = (f64::from(x), f64::from(y));
        let inside = (place.left()..=place.right()).contains(&x)
            && (place.top()..=place.bottom()).contains(&y);
        event.pointer_id() == self.pointer && moved && !inside
    }
}
