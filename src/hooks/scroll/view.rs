//! Remembers the places of elements in the transcript's view, and puts the elements back there.

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Weak;

use js_sys::Array;
use midturn_core::id::MessageId;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

use super::places::{NEAR, PIXEL};
use super::pushes::Pushes;
use crate::hooks::sight::bring_in_sight;
use crate::hooks::sight::scroll_by;
use crate::hooks::{Listener, Rows, Stood, later};

/// The most rounds of drawing and measuring: measured rows may leave room for more.
const ROUNDS: usize = 12;

/// A scroll has ended after this many milliseconds without a scroll event.
const STILL: u32 = 160;

/// Older turns are loaded when the reader is nearer to the top than this many views.
const WANTED: f64 = 3.0;

/// What lives as long as the attachment: the observer, its callback, and the listeners.
pub(super) type Observers = (ResizeObserver, Closure<dyn FnMut(Array)>, [Listener; 3]);

/// What the handles of one scroll anchor share.
pub(super) struct ScrollViewState {
    pub(super) container: Element,
    pub(super) rows: Rows,
    pub(super) header: &'static str,
    pub(super) following: RwSignal<bool>,
    pub(super) near_top: RwSignal<bool>,
    /// The position last seen or set, to tell the reader's scrolls from our own.
    pub(super) position: Cell<i32>,
    /// The height of the content when last settled.
    pub(super) height: Cell<i32>,
    /// The height of the container when last settled.
    pub(super) room: Cell<i32>,
    /// What was in view when last settled, and where, from the container's top.
    pub(super) anchor: RefCell<Anchor>,
    /// The reader has just opened or closed something: it grows or shrinks below the pointer.
    pub(super) released: Cell<bool>,
    /// The reader may still be scrolling: a set position would end that.
    pub(super) scrolling: Cell<bool>,
    /// Counts the reader's scroll events.
    pub(super) scrolls: Cell<u32>,
    /// The chat was hidden at the last check. Until the view is restored, scroll positions are not
    /// the reader's choice.
    pub(super) away: Cell<bool>,
    /// The element to keep in its place at the content's next change of size, and that place.
    pub(super) pinned: RefCell<Option<(Element, f64)>>,
    pub(super) me: Weak<ScrollViewState>,
    pub(super) observers: RefCell<Option<Observers>>,
    pub(super) pushes: Option<Pushes>,
}

/// What was in view, with distances from the container's top.
#[derive(Clone, Default)]
pub(super) struct Anchor {
    /// The header of the expanded running card.
    header: Option<(Element, f64)>,
    /// The block of an answer at the top of the view, if the reader is in one.
    block: Option<(Element, Stood)>,
    /// The turn at the top of the view.
    row: Option<(MessageId, Stood)>,
}

/// What to keep in place.
pub(super) enum Keep {
    /// Nothing.
    Nothing,
    /// The end of the content, at the end of the view.
    Bottom,
    /// An element, at this distance from the container's top.
    Element(Element, f64),
    /// A block of an answer, and where it was. Once it is gone: its row.
    Block(Element, Stood, Box<Keep>),
    /// A row, drawn or not, and where it was.
    Row(MessageId, Stood),
}

impl ScrollViewState {
    /// Settles the view after these elements changed size. The container may be one of them.
    pub(super) fn resized(&self, changed: &[Element]) {
        if self.is_hidden() {
            return;
        }
        self.rows.measure(changed);
        // Settle first: a reader at the bottom stays there, and sees the text being typed.
        let followed = self.following.get_untracked();
        self.settle();
        // With less room, the focused field must stay in sight.
        if followed || changed.contains(&self.container) {
            bring_in_sight(&self.container);
        }
    }

    /// Follows content that has grown, before the change of size is reported. Only for a reader at the
    /// end, and only if nothing else is to stay in its place.
    pub(super) fn grown(&self) {
        let free = self.pinned.borrow().is_none() && !self.released.get();
        let grew = self.container.scroll_height() > self.height.get();
        if free && grew && self.following.get_untracked() {
            self.settle();
        }
    }

    /// Whether the host page hides the chat. Nothing has a size or a place then.
    fn is_hidden(&self) -> bool {
        let hidden = self.container.client_height() == 0;
        if hidden {
            self.away.set(true);
        }
        hidden
    }

    /// Keeps an element in its place on screen at the content's next change of size.
    pub(super) fn pin(&self, element: &Element) {
        let place = self.place(element);
        self.pinned.replace(Some((element.clone(), place)));
    }

    /// After the content changed size, puts back what must stay in place.
    pub(super) fn settle(&self) {
        if self.is_hidden() {
            return;
        }
        if self.away.take() {
            self.come_back();
        }
        let container = &self.container;
        let keep = if let Some((element, place)) = self.pinned.take() {
            self.released.set(false);
            let keep = Keep::Element(element, place);
            self.put_back(&keep);
            self.following.set(self.is_at_bottom());
            keep
        } else if self.released.take() {
            self.following.set(self.is_at_bottom());
            Keep::Nothing
        } else if self.following.get_untracked() {
            Keep::Bottom
        } else {
            self.remembered()
        };
        self.keep(&keep);
        // Content that fits into the view has no bottom to jump to. Content that became shorter may have
        // left the view at its end.
        let fits = container.scroll_height() <= container.client_height();
        let is_shorter = container.scroll_height() < self.height.get();
        let near = if is_shorter { NEAR } else { PIXEL };
        if fits || self.to_end() <= near {
            self.following.set_if_new(true);
        }
        self.remember_kept(&keep);
    }

    /// Resets the scroll when the chat is shown again: a scroll from before has ended, and scrolls
    /// while the chat was hidden were not the reader's.
    fn come_back(&self) {
        self.scrolling.set(false);
        let slack = self.rows.slack();
        if slack != 0.0 {
            self.rows.move_by(-slack);
        }
    }

    /// What to keep in place for a reader who is not at the bottom.
    fn remembered(&self) -> Keep {
        let Anchor { header, block, row } = self.anchor.take();
        if let (Some((before, was)), Some((now, _))) = (header, self.header()) {
            // Another header belongs to another turn: a reader of the old turn stays with the old
            // turn.
            let in_view = was < f64::from(self.container.client_height());
            if before == now && in_view {
                return Keep::Element(now, was);
            }
        }
        let row = row.map_or(Keep::Nothing, |(key, stood)| Keep::Row(key, stood));
        match block {
            Some((block, stood)) => Keep::Block(block, stood, Box::new(row)),
            None => row,
        }
    }

    /// Draws the rows that the view needs, with `keep` in its place.
    pub(super) fn keep(&self, keep: &Keep) {
        for _ in 0..ROUNDS {
            if matches!(keep, Keep::Bottom) {
                // The end is where the heights of now put it: with the room of before, rows would be
                // drawn somewhere else first.
                self.rows.leave_room();
            }
            self.put_back(keep);
            let fitted = self.rows.fit(self.view());
            let observers = self.observers.borrow();
            if let Some((observer, ..)) = observers.as_ref() {
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
        if matches!(keep, Keep::Bottom) {
            self.container
                .set_scroll_top(self.container.scroll_height());
            return;
        }
        let Some((place, wanted)) = self.places(keep) else {
            return;
        };
        let drift = place - wanted;
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

    /// Where an element or a row begins, and where it must begin.
    fn places(&self, keep: &Keep) -> Option<(f64, f64)> {
        match keep {
            Keep::Nothing | Keep::Bottom => None,
            Keep::Element(element, was) => Some((self.place(element), *was)),
            Keep::Block(block, stood, row) => {
                // Without a height it is not in the document, or hidden.
                let height = block.get_bounding_client_rect().height();
                if height > 0.0 {
                    Some((self.place(block), stood.kept(height)))
                } else {
                    self.places(row)
                }
            }
            Keep::Row(key, stood) => {
                let (place, height) = if let Some(element) = self.rows.element(key) {
                    let height = element.get_bounding_client_rect().height();
                    (self.place(&element), height)
                } else {
                    let (before, height) = self.rows.span(key)?;
                    (before - self.view().start, height)
                };
                Some((place, stood.kept(height)))
            }
        }
    }

    /// Notes a scroll event of the reader. The scroll ends after [`STILL`] without another event.
    fn scrolls(&self) {
        self.scrolls.set(self.scrolls.get().wrapping_add(1));
        if !self.scrolling.replace(true) {
            self.wait_still();
        }
    }

    fn wait_still(&self) {
        let (me, seen) = (self.me.clone(), self.scrolls.get());
        later(STILL, move || match me.upgrade() {
            Some(state) if state.scrolls.get() == seen => state.still(),
            Some(state) => state.wait_still(),
            None => {}
        });
    }

    /// Ends the reader's scroll: moves the rows to the places that follow from their heights, and
    /// the view with them.
    pub(super) fn still(&self) {
        self.scrolling.set(false);
        if self.is_hidden() {
            return;
        }
        let slack = self.rows.slack();
        if slack != 0.0 {
            let row = self.anchor.borrow().row.clone();
            scroll_by(&self.container, self.rows.move_by(-slack));
            let keep = row.map_or(Keep::Nothing, |(key, stood)| Keep::Row(key, stood));
            self.remember_kept(&keep);
        }
    }

    pub(super) fn scrolled(&self) {
        // When a hidden chat is shown again, this event comes before the elements have their sizes.
        if self.is_hidden() || self.away.get() {
            return;
        }
        let top = self.container.scroll_top();
        let by = top - self.position.get();
        if by == 0 {
            // Our own scroll: its position was remembered when it was set.
            return;
        }
        if self.pinned.borrow().is_some() && self.is_cut_off() {
            // Not the reader's scroll: what follows puts the pinned element back.
            return;
        }
        let is_pushed = self.pushes.as_ref().is_some_and(Pushes::are_recent);
        if by < 0 && is_pushed && self.following.get_untracked() {
            // Not the reader's scroll either.
            self.settle();
            return;
        }
        let room = self.container.client_height();
        if self.following.get_untracked() && room != self.room.get() && by.abs() < room {
            // Not the reader's scroll: the composer became lower and what is above it higher, as when a message is queued: the browser
            // stopped at the end of a view that was higher for a moment.
            self.settle();
            return;
        }
        self.pinned.take();
        self.scrolls();
        // The way up leaves the end with its first pixels: a slow finger moves two at a time.
        self.following.set(if by < 0 {
            self.to_end() <= PIXEL
        } else {
            self.is_at_bottom()
        });
        if self.container.scroll_height() == self.height.get() {
            let row = self.row_in_view().filter(|_| !self.is_at_bottom());
            self.keep(&row.map_or(Keep::Nothing, |(key, stood)| Keep::Row(key, stood)));
            self.remember();
            return;
        }
        // The content has changed and will be settled next. Until then the header's current place
        // is not where the reader had it: adjust the remembered places instead.
        self.position.set(top);
        let mut anchor = self.anchor.borrow_mut();
        let Anchor { header, block, row } = &mut *anchor;
        if let Some((_, place)) = header {
            *place -= f64::from(by);
        }
        let block = block.iter_mut().map(|(_, stood)| stood);
        for stood in block.chain(row.iter_mut().map(|(_, stood)| stood)) {
            stood.scrolled += f64::from(by);
        }
    }

    pub(super) fn remember(&self) {
        self.position.set(self.container.scroll_top());
        self.height.set(self.container.scroll_height());
        self.room.set(self.container.client_height());
        let row = self.row_in_view();
        let drawn = row.as_ref().and_then(|(key, _)| self.rows.element(key));
        // A reader at the end stays there.
        let drawn = drawn.filter(|_| !self.following.get_untracked());
        let anchor = Anchor {
            header: self.header(),
            block: drawn.and_then(|row| self.block_in_view(&row)),
            row,
        };
        self.anchor.replace(anchor);
        let view = self.view();
        let near = view.start < WANTED * (view.end - view.start);
        self.near_top.set_if_new(near && view.end > view.start);
    }

    /// Remembers the view after `keep` was put back. Browsers scroll by whole pixels. The place that
    /// was wanted is remembered, not the one that was reached: otherwise the differences add up.
    fn remember_kept(&self, keep: &Keep) {
        self.remember();
        let Some((place, wanted)) = self.places(keep) else {
            return;
        };
        if (place - wanted).abs() >= 1.0 {
            return;
        }
        let Anchor { header, block, row } = &mut *self.anchor.borrow_mut();
        match (keep, header, block, row) {
            (Keep::Element(kept, _), Some((held, place)), ..) if held == kept => *place = wanted,
            (Keep::Block(kept, ..), _, Some((held, stood)), _) if held == kept => {
                stood.place = wanted;
            }
            (Keep::Row(kept, _), .., Some((held, stood))) if held == kept => stood.place = wanted,
            _ => {}
        }
    }
}
