//! Where the transcript stands: at the bottom while the reader is there, and never moved under a
//! reader otherwise.
//!
//! Not responsible for what makes it grow, nor for which rows a view needs (see [`Rows`]). Three
//! rules, applied before each paint in which the content's size changed, and whenever rows come
//! and go: a reader at the bottom stays at the bottom; else, while the header of an expanded
//! running card is in view, the header stays where it is and the list above it grows upwards;
//! else the turn at the top of the view stays where it is, whatever is drawn, measured or added
//! above it. A scroll by the reader makes the new place the one to keep.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::{Rc, Weak};

use js_sys::Array;
use midturn_core::id::MessageId;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, ResizeObserver, ResizeObserverEntry};

use super::{Listener, later};
use crate::dom::Rows;
use crate::reactive::{Signal, at_end};

/// This near to the end, in pixels, counts as the bottom.
const NEAR: i32 = 4;

/// Rows that come are measured and may leave room for more: so often at most.
const ROUNDS: usize = 12;

/// A reader who has not scrolled for so many milliseconds has ended.
const STILL: u32 = 160;

/// So many views from the top, older turns are wanted.
const WANTED: f64 = 3.0;

/// A handle on the transcript's scroll position. Clones are handles to the same one.
#[derive(Clone)]
pub struct ScrollAnchor {
    inner: Rc<RefCell<Option<Rc<Inner>>>>,
    /// Whether the reader is at the bottom.
    pub following: Signal<bool>,
    /// Whether the reader nears the top.
    pub near_top: Signal<bool>,
}

/// What lives as long as the attachment: the observer, what it calls, and the scroll listener.
type Held = (ResizeObserver, Closure<dyn FnMut(Array)>, Listener);

struct Inner {
    container: Element,
    rows: Rows,
    header: &'static str,
    following: Signal<bool>,
    near_top: Signal<bool>,
    /// The position last seen or set, to tell a reader's scroll from ours.
    position: Cell<i32>,
    /// The height of the content when it was settled last.
    height: Cell<i32>,
    /// What was in view when it was settled last, and where, from the container's top.
    anchor: RefCell<Anchor>,
    /// The reader has just opened or closed something: it grows or shrinks below their pointer.
    released: Cell<bool>,
    /// The reader has scrolled, and may not have ended: what moves is not theirs to lose.
    scrolling: Cell<bool>,
    /// How often they have.
    scrolls: Cell<u32>,
    me: Weak<Inner>,
    held: RefCell<Option<Held>>,
}

/// What was in view, with its distance from the container's top.
#[derive(Clone, Default)]
struct Anchor {
    /// The header of the expanded card.
    header: Option<(Element, f64)>,
    /// The turn at the top of the view.
    row: Option<(MessageId, f64)>,
}

/// What must not move.
enum Keep {
    /// Nothing.
    Nothing,
    /// The end, at the end of the view.
    Bottom,
    /// An element, at this distance from the container's top.
    Element(Element, f64),
    /// A row, drawn or not, at this distance.
    Row(MessageId, f64),
}

impl Default for ScrollAnchor {
    /// A handle on nothing yet; the reader starts at the bottom.
    fn default() -> Self {
        Self {
            inner: Rc::default(),
            following: Signal::new(true),
            near_top: Signal::new(false),
        }
    }
}

impl ScrollAnchor {
    /// Keeps `container` in place while `content` inside it changes size, and draws those of its
    /// rows that are near the view, until the current owner is cleaned up. `header` selects the
    /// header of an expanded running card.
    pub fn attach(&self, container: &Element, content: &Element, rows: Rows, header: &'static str) {
        let inner = Rc::new_cyclic(|me| Inner {
            container: container.clone(),
            rows,
            header,
            following: self.following.clone(),
            near_top: self.near_top.clone(),
            position: Cell::new(0),
            height: Cell::new(0),
            anchor: RefCell::default(),
            released: Cell::new(false),
            scrolling: Cell::new(false),
            scrolls: Cell::new(0),
            me: me.clone(),
            held: RefCell::new(None),
        });
        let resized = {
            let inner = Rc::downgrade(&inner);
            Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
                if let Some(inner) = inner.upgrade() {
                    let changed: Vec<Element> = entries
                        .iter()
                        .map(|entry| entry.unchecked_into::<ResizeObserverEntry>().target())
                        .collect();
                    inner.rows.measure(&changed);
                    inner.settle();
                }
            })
        };
        let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) else {
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
        *inner.held.borrow_mut() = Some((observer, resized, scrolled));
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
        self.settle();
    }

    /// Goes to the top.
    pub fn to_top(&self) {
        let inner = self.inner.borrow().clone();
        if let Some(inner) = inner {
            inner.still();
            inner.container.set_scroll_top(0);
            inner.scrolled();
            // That was no scrolling that may go on.
            inner.still();
        }
    }

    /// What scrolls.
    pub fn container(&self) -> Option<Element> {
        let inner = self.inner.borrow();
        inner.as_ref().map(|inner| inner.container.clone())
    }

    /// The row at the top of the view.
    pub fn reading(&self) -> Option<MessageId> {
        let inner = self.inner.borrow().clone()?;
        inner.row_in_view().map(|(key, _)| key)
    }

    /// The element of a row, if it is drawn.
    pub fn row(&self, key: &MessageId) -> Option<Element> {
        let inner = self.inner.borrow().clone()?;
        inner.rows.element(key)
    }

    /// The list of rows is another one, or other rows of it are to be drawn.
    pub fn settle(&self) {
        if let Some(inner) = self.inner.borrow().as_ref() {
            inner.settle();
        }
    }

    /// Leaves the bottom and brings a row to the top of the view, drawn if need be. Its element;
    /// none where there is no such row.
    pub fn to_row(&self, key: &MessageId) -> Option<Element> {
        let inner = self.inner.borrow().clone()?;
        inner.rows.before(key)?;
        self.following.set_if_new(false);
        inner.still();
        inner.keep(&Keep::Row(
            key.clone(),
            f64::from(inner.container.client_height()) / 8.0,
        ));
        // The last row may be too near the end for that.
        self.following.set_if_new(inner.is_at_bottom());
        inner.remember();
        inner.rows.element(key)
    }

    /// Brings an element of a drawn row into the middle of the view, unless it is in view.
    pub fn to_place(&self, top: f64, bottom: f64) {
        let inner = self.inner.borrow().clone();
        let Some(inner) = inner else { return };
        let view = inner.container.get_bounding_client_rect();
        let space = view.height() / 8.0;
        if top < view.top() + space || bottom > view.bottom() - space {
            let middle = view.top() + view.height() / 3.0;
            scroll_by(&inner.container, top - middle);
            inner.scrolled();
        }
    }
}

impl Inner {
    /// The content changed size: puts back what must not have moved.
    fn settle(&self) {
        let container = &self.container;
        let keep = if self.released.take() {
            self.following.set(self.is_at_bottom());
            Keep::Nothing
        } else if self.following.get_untracked() {
            Keep::Bottom
        } else {
            self.remembered()
        };
        self.keep(&keep);
        // What fits has no place to jump to.
        if container.scroll_height() <= container.client_height() {
            self.following.set_if_new(true);
        }
        self.remember();
    }

    /// What a reader who is not at the bottom has in view.
    fn remembered(&self) -> Keep {
        let Anchor { header, row } = self.anchor.take();
        if let (Some((before, was)), Some((now, _))) = (header, self.header()) {
            // Another header is another turn's: a reader of the old one stays with it.
            let in_view = was < f64::from(self.container.client_height());
            if before == now && in_view {
                return Keep::Element(now, was);
            }
        }
        row.map_or(Keep::Nothing, |(key, was)| Keep::Row(key, was))
    }

    /// Draws what the view needs, with this where it was.
    fn keep(&self, keep: &Keep) {
        for _ in 0..ROUNDS {
            self.put_back(keep);
            let fitted = self.rows.fit(self.view());
            let held = self.held.borrow();
            if let Some((observer, ..)) = held.as_ref() {
                for gone in &fitted.gone {
                    observer.unobserve(gone);
                }
                for come in &fitted.come {
                    observer.observe(come);
                }
            }
            if fitted.come.is_empty() {
                break;
            }
        }
        self.put_back(keep);
    }

    fn put_back(&self, keep: &Keep) {
        let drift = match keep {
            Keep::Nothing => return,
            Keep::Bottom => {
                self.container
                    .set_scroll_top(self.container.scroll_height());
                return;
            }
            Keep::Element(element, was) => self.place(element) - was,
            Keep::Row(key, was) => match self.rows.element(key) {
                Some(element) => self.place(&element) - was,
                None => match self.rows.before(key) {
                    Some(before) => before - self.view().start - was,
                    None => return,
                },
            },
        };
        if drift.abs() < 0.5 {
            return;
        }
        let moved = if self.scrolling.get() {
            self.rows.move_by(-drift)
        } else {
            0.0
        };
        let left = drift + moved;
        if left.abs() >= 0.5 {
            scroll_by(&self.container, left);
        }
    }

    /// The reader scrolls: it ends when nothing of it was seen for a while.
    fn scrolls(&self) {
        self.scrolls.set(self.scrolls.get().wrapping_add(1));
        if !self.scrolling.replace(true) {
            self.wait_still();
        }
    }

    fn wait_still(&self) {
        let (me, seen) = (self.me.clone(), self.scrolls.get());
        later(STILL, move || match me.upgrade() {
            Some(inner) if inner.scrolls.get() == seen => inner.still(),
            Some(inner) => inner.wait_still(),
            None => {}
        });
    }

    /// The reader has ended: the rows go where their heights say, and the view with them.
    fn still(&self) {
        self.scrolling.set(false);
        let slack = self.rows.slack();
        if slack != 0.0 {
            scroll_by(&self.container, self.rows.move_by(-slack));
            self.remember();
        }
    }

    fn scrolled(&self) {
        let top = self.container.scroll_top();
        let by = top - self.position.get();
        if by == 0 {
            // Of our own doing, and remembered then.
            return;
        }
        self.scrolls();
        self.following.set(self.is_at_bottom());
        if self.container.scroll_height() == self.height.get() {
            let keep = if self.following.get_untracked() {
                Keep::Bottom
            } else {
                let row = self.row_in_view();
                row.map_or(Keep::Nothing, |(key, place)| Keep::Row(key, place))
            };
            self.keep(&keep);
            self.remember();
            return;
        }
        // The content has changed, and is settled after this: where the header is now is not where
        // the reader has it.
        self.position.set(top);
        let mut anchor = self.anchor.borrow_mut();
        let Anchor { header, row } = &mut *anchor;
        if let Some((_, place)) = header {
            *place -= f64::from(by);
        }
        if let Some((_, place)) = row {
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
        let anchor = Anchor {
            header: self.header(),
            row: self.row_in_view(),
        };
        self.anchor.replace(anchor);
        let view = self.view();
        let near = view.start < WANTED * (view.end - view.start);
        self.near_top.set_if_new(near && view.end > view.start);
    }

    fn header(&self) -> Option<(Element, f64)> {
        let header = self.container.query_selector(self.header).ok()??;
        let place = self.place(&header);
        Some((header, place))
    }

    /// The row at the top of the view, and where it begins.
    fn row_in_view(&self) -> Option<(MessageId, f64)> {
        let (key, place) = self.rows.at(self.view().start)?;
        let drawn = self.rows.element(&key);
        let place = drawn.map_or(place, |element| self.place(&element));
        Some((key, place))
    }

    /// The part of the list that is in view.
    fn view(&self) -> Range<f64> {
        let start = -self.place(self.rows.root()) - self.rows.slack();
        start..start + f64::from(self.container.client_height())
    }

    fn place(&self, element: &Element) -> f64 {
        element.get_bounding_client_rect().top() - self.container.get_bounding_client_rect().top()
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
