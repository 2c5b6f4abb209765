//! Tells the reader's scrolls up from those of WebKit.
//!
//! Inside a query container of the host page, WebKit lays the transcript out before it has styled what is new
//! in it. The transcript is shorter for a moment, and WebKit scrolls up to its end. Often no size has
//! changed when that is over, so all that is heard of it is a scroll event.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Array;
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, MutationObserver, MutationObserverInit, ShadowRoot};

use crate::hooks::{Listener, after_frame};

/// What a reader scrolls with.
const INPUTS: [&str; 4] = ["wheel", "touchmove", "pointerdown", "keydown"];

/// How long a scroll can be that of an input, in milliseconds.
const SCROLLS: f64 = 500.0;

/// Watches a transcript for changes that may make WebKit scroll, until it is dropped.
pub(super) struct Pushes {
    observer: MutationObserver,
    _call: Closure<dyn FnMut(Array)>,
    _inputs: [Listener; 4],
    /// How many times something was changed in this frame and the one before.
    changes: Rc<Cell<u32>>,
    /// When the reader last did what can scroll, in milliseconds since the page began to load.
    input: Rc<Cell<f64>>,
}

impl Pushes {
    /// Watches all that is in `content`, and the inputs in `container`. `None` outside of query containers,
    /// and in other browsers than WebKit, the only one of those supported that has no scroll anchoring.
    pub(super) fn of(container: &Element, content: &Element) -> Option<Self> {
        let anchors = web_sys::css::supports_with_value("overflow-anchor", "none").ok()?;
        if anchors || !is_in_query_container(container) {
            return None;
        }
        let changes = Rc::new(Cell::new(0_u32));
        let counted = changes.clone();
        let call = Closure::new(move |_: Array| {
            counted.set(counted.get() + 1);
            let counted = counted.clone();
            // The first of these frames lays out what has changed. The next begins with the scroll event.
            after_frame(move || after_frame(move || counted.set(counted.get() - 1)));
        });
        let observer = MutationObserver::new(call.as_ref().unchecked_ref()).ok()?;
        let all = MutationObserverInit::new();
        all.set_attributes(true);
        all.set_child_list(true);
        all.set_subtree(true);
        observer.observe_with_options(content, &all).ok()?;
        let input = Rc::new(Cell::new(f64::NEG_INFINITY));
        let inputs = INPUTS.map(|kind| {
            let input = input.clone();
            let call = move |event: Event| input.set(event.time_stamp());
            Listener::new(container, kind, true, Box::new(call))
        });
        Some(Self {
            observer,
            _call: call,
            _inputs: inputs,
            changes,
            input,
        })
    }

    /// Whether a scroll up is the browser's own: the content changed just now, and the reader did nothing.
    pub(super) fn are_recent(&self) -> bool {
        let now = window().performance().map_or(0.0, |clock| clock.now());
        self.changes.get() > 0 && now - self.input.get() > SCROLLS
    }
}

impl Drop for Pushes {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Whether the page has made a query container of an element around the chat.
fn is_in_query_container(element: &Element) -> bool {
    let mut around = outside(element);
    while let Some(held) = around {
        let style = window().get_computed_style(&held).ok().flatten();
        let kind = style.and_then(|style| style.get_property_value("container-type").ok());
        if kind.is_some_and(|kind| !matches!(kind.as_str(), "" | "normal")) {
            return true;
        }
        around = outside(&held);
    }
    false
}

/// The element around another, also around a shadow tree.
fn outside(element: &Element) -> Option<Element> {
    element.parent_element().or_else(|| {
        let root: ShadowRoot = element.get_root_node().dyn_into().ok()?;
        Some(root.host())
    })
}
