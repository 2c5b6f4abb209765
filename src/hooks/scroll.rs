//! The transcript's scroll position: at the bottom while the reader is there, and otherwise never
//! moved under a reader.
//!
//! Three rules apply before each paint in which the content's size changed, and whenever rows come
//! and go:
//!
//! 1. A reader at the bottom stays at the bottom.
//! 2. Else, while the header of an expanded running card is in view, the header stays where it is,
//!    and the list above it grows upwards.
//! 3. Else the block of an answer at the top of the view stays where it is, or if there is none the turn
//!    there, whatever is drawn, measured or added above it.
//!
//! A scroll by the reader makes the new place the one to keep. While the host page hides the chat,
//! nothing has a size or a place: the last known state is kept until the chat is shown again.
//! [`Rows`] knows which rows a view needs.

mod places;
mod pushes;
mod view;

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Array;
use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver, ResizeObserverEntry};

use super::sight::{GROWN, scroll_by};
use super::{Listener, Rows, Stood};
use crate::hooks::at_end;
use pushes::Pushes;
use view::{Keep, ScrollViewState};

/// Event for the container: the chat's element was moved within the page. The browser then resets
/// the scroll position to the top without a scroll event.
const MOVED: &str = "midturn-moved";

/// A handle on the transcript's scroll position. Clones are handles to the same one.
#[derive(Clone, Copy)]
pub struct ScrollAnchor {
    state: StoredValue<Option<Rc<ScrollViewState>>, LocalStorage>,
    /// Whether the reader is at the bottom.
    pub following: RwSignal<bool>,
    /// Whether the reader is near the top.
    pub near_top: RwSignal<bool>,
}

impl Default for ScrollAnchor {
    /// A handle without a transcript yet. The reader starts at the bottom.
    fn default() -> Self {
        Self {
            state: StoredValue::new_local(None),
            following: RwSignal::new(true),
            near_top: RwSignal::new(false),
        }
    }
}

impl ScrollAnchor {
    /// Keeps `container` in place while `content` inside it changes size, and draws the rows near
    /// the view, until the current owner ends. `header` selects the header of an expanded running
    /// card.
    pub fn attach(&self, container: &Element, content: &Element, rows: Rows, header: &'static str) {
        let state = Rc::new_cyclic(|me| ScrollViewState {
            container: container.clone(),
            rows,
            header,
            following: self.following,
            near_top: self.near_top,
            position: Cell::new(0),
            height: Cell::new(0),
            room: Cell::new(0),
            anchor: RefCell::default(),
            released: Cell::new(false),
            scrolling: Cell::new(false),
            scrolls: Cell::new(0),
            away: Cell::new(false),
            pinned: RefCell::default(),
            me: me.clone(),
            observers: RefCell::new(None),
            pushes: Pushes::of(container, content),
        });
        let resized = {
            let state = Rc::downgrade(&state);
            Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
                if let Some(state) = state.upgrade() {
                    let changed: Vec<Element> = entries
                        .iter()
                        .map(|entry| entry.unchecked_into::<ResizeObserverEntry>().target())
                        .collect();
                    state.resized(&changed);
                }
            })
        };
        let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) else {
            return;
        };
        observer.observe(container);
        observer.observe(content);
        let scrolled = {
            let state = Rc::downgrade(&state);
            let call = move |_| {
                if let Some(state) = state.upgrade() {
                    state.scrolled();
                }
            };
            Listener::new(container, "scroll", false, Box::new(call))
        };
        let moved = {
            let state = Rc::downgrade(&state);
            let call = move |_| {
                if let Some(state) = state.upgrade() {
                    state.settle();
                }
            };
            Listener::new(container, MOVED, false, Box::new(call))
        };
        let grown = {
            let state = Rc::downgrade(&state);
            let call = move |_| {
                if let Some(state) = state.upgrade() {
                    state.grown();
                }
            };
            Listener::new(container, GROWN, false, Box::new(call))
        };
        *state.observers.borrow_mut() = Some((observer, resized, [scrolled, moved, grown]));
        state.settle();
        self.state.set_value(Some(state));
        let kept = self.state;
        at_end(move || {
            let state = kept.try_update_value(Option::take).flatten();
            if let Some((observer, ..)) = state.and_then(|state| state.observers.take()) {
                observer.disconnect();
            }
        });
    }

    fn state(&self) -> Option<Rc<ScrollViewState>> {
        self.state.try_get_value().flatten()
    }

    /// Keeps an element in its place on screen at the content's next change of size.
    pub fn pin(&self, element: &Element) {
        if let Some(state) = self.state() {
            state.pin(element);
        }
    }

    /// Moves nothing at the content's next change of size: the pressed element stays where it is.
    pub fn release(&self) {
        if let Some(state) = self.state() {
            state.released.set(true);
        }
    }

    /// Goes to the bottom and stays there.
    pub fn to_bottom(&self) {
        self.following.set(true);
        self.settle();
    }

    /// Goes to the top.
    pub fn to_top(&self) {
        let state = self.state();
        if let Some(state) = state {
            state.still();
            state.container.set_scroll_top(0);
            state.scrolled();
            // The jump to the top is not a scroll in progress.
            state.still();
        }
    }

    /// The scrolling element.
    pub fn container(&self) -> Option<Element> {
        self.state().map(|state| state.container.clone())
    }

    /// The row at the top of the view.
    pub fn reading(&self) -> Option<MessageId> {
        let state = self.state()?;
        state.row_in_view().map(|(key, _)| key)
    }

    /// The element of a row; `None` if the row is not drawn.
    pub fn row(&self, key: &MessageId) -> Option<Element> {
        let state = self.state()?;
        state.rows.element(key)
    }

    /// Redraws the rows near the view after the list, or the part of it to draw, has changed.
    pub fn settle(&self) {
        if let Some(state) = self.state() {
            state.settle();
        }
    }

    /// Settles the view after a row may have changed its size, before the browser reports that.
    pub fn resized(&self, row: &Element) {
        if let Some(state) = self.state() {
            state.rows.measure(std::slice::from_ref(row));
            state.settle();
        }
    }

    /// Leaves the bottom and brings a row to an eighth of the view's height below its top. Draws
    /// the row if necessary. Returns the row's element; `None` if there is no such row.
    pub fn to_row(&self, key: &MessageId) -> Option<Element> {
        let state = self.state()?;
        state.rows.span(key)?;
        self.following.set_if_new(false);
        state.still();
        let stood = Stood {
            place: f64::from(state.container.client_height()) / 8.0,
            scrolled: 0.0,
        };
        state.keep(&Keep::Row(key.clone(), stood));
        // A row near the end may leave the view at the bottom.
        self.following.set_if_new(state.is_at_bottom());
        state.remember();
        state.rows.element(key)
    }

    /// Scrolls so that this vertical range of a drawn row begins a third of the view's height below
    /// its top. Does nothing if the range is in view, with some space around it.
    pub fn to_place(&self, top: f64, bottom: f64) {
        let state = self.state();
        let Some(state) = state else { return };
        let view = state.container.get_bounding_client_rect();
        let space = view.height() / 8.0;
        if top < view.top() + space || bottom > view.bottom() - space {
            let middle = view.top() + view.height() / 3.0;
            scroll_by(&state.container, top - middle);
            state.scrolled();
        }
    }
}
