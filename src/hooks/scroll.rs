//! Where the transcript stands: at the bottom while the reader is there, and never moved under a
//! reader otherwise.
//!
//! Not responsible for what makes it grow. Two rules, applied before each paint in which the
//! content's size changed: a reader at the bottom stays at the bottom; else, while the header of
//! an expanded running card is in view, the header stays where it is and the list above it grows
//! upwards. A scroll by the reader makes the new place the one to keep.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, ResizeObserver};

use super::Listener;
use crate::reactive::{Signal, at_end};

/// This near to the end, in pixels, counts as the bottom.
const NEAR: i32 = 4;

/// A handle on the transcript's scroll position. Clones are handles to the same one.
#[derive(Clone)]
pub struct ScrollAnchor {
    inner: Rc<RefCell<Option<Rc<Inner>>>>,
    /// Whether the reader is at the bottom.
    pub following: Signal<bool>,
}

/// What lives as long as the attachment: the observer, what it calls, and the scroll listener.
type Held = (ResizeObserver, Closure<dyn FnMut()>, Listener);

struct Inner {
    container: Element,
    header: &'static str,
    following: Signal<bool>,
    /// The position last seen or set, to tell a reader's scroll from ours.
    position: Cell<i32>,
    /// The height of the content when it was settled last.
    height: Cell<i32>,
    /// The header of the expanded card, and where it was from the container's top.
    anchor: RefCell<Option<(Element, f64)>>,
    /// The reader has just opened or closed something: it grows or shrinks below their pointer.
    released: Cell<bool>,
    held: RefCell<Option<Held>>,
}

impl Default for ScrollAnchor {
    /// A handle on nothing yet; the reader starts at the bottom.
    fn default() -> Self {
        Self {
            inner: Rc::default(),
            following: Signal::new(true),
        }
    }
}

impl ScrollAnchor {
    /// Keeps `container` in place while `content` inside it changes size, until the current owner
    /// is cleaned up. `header` selects the header of an expanded running card.
    pub fn attach(&self, container: &Element, content: &Element, header: &'static str) {
        let inner = Rc::new(Inner {
            container: container.clone(),
            header,
            following: self.following.clone(),
            position: Cell::new(0),
            height: Cell::new(0),
            anchor: RefCell::new(None),
            released: Cell::new(false),
            held: RefCell::new(None),
        });
        let settle = {
            let inner = Rc::downgrade(&inner);
            Closure::<dyn FnMut()>::new(move || {
                if let Some(inner) = inner.upgrade() {
                    inner.settle();
                }
            })
        };
        let Ok(observer) = ResizeObserver::new(settle.as_ref().unchecked_ref()) else {
            return;
        };
        observer.observe(container);
        observer.observe(content);
        let scrolled = {
            let inner = Rc::downgrade(&inner);
            let call = move |_| {
                if let Some(inner) = inner.upgrade() {
                    inner.scrolled();
                }
            };
            Listener::new(container, "scroll", false, Box::new(call))
        };
        *inner.held.borrow_mut() = Some((observer, settle, scrolled));
        inner.settle();
        self.inner.replace(Some(inner));
        let held = self.inner.clone();
        at_end(move || {
            let inner = held.take();
            if let Some((observer, ..)) = inner.and_then(|inner| inner.held.take()) {
                observer.disconnect();
            }
        });
    }

    /// Leaves what the reader has just pressed where it is, though the content changes size.
    pub fn release(&self) {
        if let Some(inner) = self.inner.borrow().as_ref() {
            inner.released.set(true);
        }
    }

    /// Goes to the bottom and stays there.
    pub fn to_bottom(&self) {
        self.following.set(true);
        if let Some(inner) = self.inner.borrow().as_ref() {
            inner.settle();
        }
    }
}

impl Inner {
    /// The content changed size: puts back what must not have moved.
    fn settle(&self) {
        let container = &self.container;
        if self.released.take() {
            self.following.set(self.is_at_bottom());
        } else if self.following.get_untracked() {
            container.set_scroll_top(container.scroll_height());
        } else if let (Some((before, was)), Some((now, is))) = (self.anchor.take(), self.header()) {
            // Another header is another turn's: a reader of the old one stays with it.
            let in_view = was < f64::from(container.client_height());
            let drift = is - was;
            if before == now && in_view && drift.abs() >= 0.5 {
                scroll_by(container, drift);
            }
        }
        // What fits has no place to jump to.
        if container.scroll_height() <= container.client_height() {
            self.following.set_if_new(true);
        }
        self.remember();
    }

    fn scrolled(&self) {
        let top = self.container.scroll_top();
        let by = top - self.position.get();
        if by == 0 {
            // Of our own doing, and remembered then.
            return;
        }
        self.following.set(self.is_at_bottom());
        if self.container.scroll_height() == self.height.get() {
            self.remember();
            return;
        }
        // The content has changed, and is settled after this: where the header is now is not where
        // the reader has it.
        self.position.set(top);
        if let Some((_, place)) = self.anchor.borrow_mut().as_mut() {
            *place -= f64::from(by);
        }
    }

    fn is_at_bottom(&self) -> bool {
        let container = &self.container;
        container.scroll_height() - container.client_height() - container.scroll_top() <= NEAR
    }

    fn remember(&self) {
        self.position.set(self.container.scroll_top());
        self.height.set(self.container.scroll_height());
        *self.anchor.borrow_mut() = self.header();
    }

    fn header(&self) -> Option<(Element, f64)> {
        let header = self.container.query_selector(self.header).ok()??;
        let top = self.container.get_bounding_client_rect().top();
        let place = header.get_bounding_client_rect().top() - top;
        Some((header, place))
    }
}

/// Scrolls by a fraction of a pixel too, which the integer property cannot.
fn scroll_by(container: &Element, by: f64) {
    let key = JsValue::from_str("scrollTop");
    let now = js_sys::Reflect::get(container, &key)
        .ok()
        .and_then(|top| top.as_f64());
    if let Some(now) = now {
        let _ = js_sys::Reflect::set(container, &key, &JsValue::from_f64(now + by));
    }
}
