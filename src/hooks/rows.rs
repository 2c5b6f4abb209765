//! A list of which only the rows near the view are in the document: the others are room left
//! above, between and below.
//!
//! Not responsible for the arithmetic (see [`Heights`]), nor for when to draw and
//! where it scrolls to (see the scroll anchor). A row that goes leaves its height behind.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use leptos::prelude::Owner;
use leptos::prelude::untrack;
use leptos::reactive::owner::WeakOwner;
use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::{Heights, Plan, difference};

/// Makes the row of a key; none where there is nothing of it any more.
type Make = Box<dyn Fn(&MessageId) -> Option<Element>>;

/// Says that a row is this one, counted from 0, of so many.
type Number = Box<dyn Fn(&Element, usize, usize)>;

/// Whether a row may not go now, though it is far from the view.
type Stays = Box<dyn Fn(&Element) -> bool>;

/// The list. Clones are handles to the same one.
#[derive(Clone)]
pub struct Rows(Rc<Inner>);

struct Inner {
    root: Element,
    make: Make,
    number: Number,
    stays: Stays,
    /// Weak: what the owner keeps must not keep the owner.
    owner: WeakOwner,
    keys: RefCell<Vec<MessageId>>,
    heights: RefCell<Heights>,
    /// In the order of the list.
    drawn: RefCell<Vec<Row>>,
    /// As many rows as this are drawn wherever the view is.
    whole: Cell<usize>,
    /// How much further down the rows in view stand than their heights say: while the reader
    /// scrolls, what was guessed wrong above is left there, because to scroll would end theirs.
    slack: Cell<f64>,
    /// The row at the top of the view.
    top: Cell<usize>,
    /// The room below the last row that is drawn, as set.
    below: Cell<f64>,
}

struct Row {
    key: MessageId,
    place: usize,
    element: Element,
    owner: Owner,
    /// The room above it, as set.
    above: f64,
}

/// What has become of the rows.
#[derive(Clone, Debug, Default)]
pub struct Fitted {
    /// Rows that are drawn now and were not.
    pub come: Vec<Element>,
    /// Rows that were drawn and are not now.
    pub gone: Vec<Element>,
}

impl Rows {
    /// An empty list in `root`, whose rows end with the current owner. Up to `whole` rows are drawn
    /// wherever the view is.
    pub fn new(
        root: Element,
        whole: usize,
        make: impl Fn(&MessageId) -> Option<Element> + 'static,
        number: impl Fn(&Element, usize, usize) + 'static,
        stays: impl Fn(&Element) -> bool + 'static,
    ) -> Self {
        Self(Rc::new(Inner {
            root,
            make: Box::new(make),
            number: Box::new(number),
            stays: Box::new(stays),
            owner: Owner::current().unwrap_or_default().downgrade(),
            keys: RefCell::default(),
            heights: RefCell::default(),
            drawn: RefCell::default(),
            whole: Cell::new(whole),
            slack: Cell::new(0.0),
            top: Cell::new(0),
            below: Cell::new(0.0),
        }))
    }

    /// What the rows are in.
    pub fn root(&self) -> &Element {
        &self.0.root
    }

    /// The list is of these from now on. Draws nothing yet.
    pub fn list(&self, keys: &[MessageId]) {
        let (old, new) = difference(&self.0.keys.borrow(), keys);
        if !old.is_empty() || !new.is_empty() {
            self.relist(old, new.len(), keys);
        }
    }

    fn relist(&self, old: Range<usize>, added: usize, keys: &[MessageId]) {
        let (start, end) = (old.start, old.end);
        self.0.heights.borrow_mut().splice(old, added);
        *self.0.keys.borrow_mut() = keys.to_vec();
        let mut drawn = self.0.drawn.borrow_mut();
        let held = std::mem::take(&mut *drawn);
        for mut row in held {
            if row.place >= end {
                row.place = row.place - (end - start) + added;
            } else if row.place >= start {
                row.remove();
                continue;
            }
            drawn.push(row);
        }
        for row in drawn.iter() {
            (self.0.number)(&row.element, row.place, keys.len());
        }
    }

    /// Draws what is near this part of the list, in pixels from its top.
    pub fn fit(&self, view: Range<f64>) -> Fitted {
        let inner = &*self.0;
        let mut fitted = Fitted::default();
        let count = inner.keys.borrow().len();
        inner
            .top
            .set(inner.heights.borrow().at(view.start).unwrap_or_default());
        let plan = Plan::of(&inner.heights.borrow(), view, inner.whole.get());
        // The end is there always: it is where most happens.
        let wanted = |place: usize| plan.wanted.contains(&place) || place + 1 == count;
        let kept = |row: &Row| {
            plan.kept.contains(&row.place) || wanted(row.place) || (inner.stays)(&row.element)
        };
        let held = inner.drawn.take();
        let mut drawn = Vec::with_capacity(held.len());
        // All are asked before one goes: the answer may need the page to be laid out.
        let (stay, go): (Vec<_>, Vec<_>) = held.into_iter().partition(kept);
        drawn.extend(stay);
        fitted.gone.extend(go.into_iter().map(Row::remove));
        for place in plan.wanted.clone().chain(count.checked_sub(1)) {
            let Err(at) = drawn.binary_search_by_key(&place, |row| row.place) else {
                continue;
            };
            if let Some(row) = inner.draw(place) {
                let next = drawn.get(at).map(|next: &Row| &*next.element);
                // Fails for a node that is elsewhere, which this one's list never is.
                let _ = inner.root.insert_before(&row.element, next);
                (inner.number)(&row.element, place, count);
                fitted.come.push(row.element.clone());
                drawn.insert(at, row);
            }
        }
        inner.drawn.replace(drawn);
        if !fitted.come.is_empty() {
            self.measure(&fitted.come);
        }
        inner.leave_room();
        fitted
    }

    /// Takes the heights of these rows as they are laid out now.
    pub fn measure(&self, elements: &[Element]) {
        let drawn = self.0.drawn.borrow();
        let mut heights = self.0.heights.borrow_mut();
        for element in elements {
            if let Some(row) = drawn.iter().find(|row| row.element == *element) {
                heights.set(row.place, element.get_bounding_client_rect().height());
            }
        }
    }

    /// The row at this place of the list, and how far from there it begins: drawn, or to be.
    pub fn at(&self, place: f64) -> Option<(MessageId, f64)> {
        let heights = self.0.heights.borrow();
        let row = heights.at(place)?;
        let key = self.0.keys.borrow().get(row)?.clone();
        Some((key, heights.before(row) - place))
    }

    /// Where a row begins in the list, and how tall it is, as far as is known.
    pub fn span(&self, key: &MessageId) -> Option<(f64, f64)> {
        let keys = self.0.keys.borrow();
        let row = keys.iter().position(|held| held == key)?;
        let heights = self.0.heights.borrow();
        Some((heights.before(row), heights.of(row)))
    }

    /// The element of a row that is drawn.
    pub fn element(&self, key: &MessageId) -> Option<Element> {
        let drawn = self.0.drawn.borrow();
        let row = drawn.iter().find(|row| row.key == *key)?;
        Some(row.element.clone())
    }

    /// How much further down the rows in view stand than their heights say.
    pub fn slack(&self) -> f64 {
        self.0.slack.get()
    }

    /// Moves the rows in view down by so much more; as far up as there is room above them. How far
    /// that was.
    pub fn move_by(&self, by: f64) -> f64 {
        let before = self.0.slack.replace(self.0.slack.get() + by);
        self.0.leave_room();
        self.0.slack.get() - before
    }

    /// Draws lists of up to this many rows whole.
    pub fn draw_whole(&self, rows: usize) {
        self.0.whole.set(rows);
    }
}

impl Inner {
    fn draw(&self, place: usize) -> Option<Row> {
        let key = self.keys.borrow().get(place)?.clone();
        let owner = self.owner.upgrade()?.child();
        let element = owner.with(|| untrack(|| (self.make)(&key)))?;
        Some(Row {
            key,
            place,
            element,
            owner,
            above: 0.0,
        })
    }

    /// Leaves room for what is not drawn.
    fn leave_room(&self) {
        let heights = self.heights.borrow();
        let mut drawn = self.drawn.borrow_mut();
        // The first of the rows that the one at the top of the view is drawn together with.
        let mut first = None;
        let mut next = 0;
        for row in drawn.iter().take_while(|row| row.place <= self.top.get()) {
            if first.is_none() || row.place > next {
                first = Some((row.place, heights.before(row.place) - heights.before(next)));
            }
            next = row.place + 1;
        }
        if let Some((_, room)) = first {
            self.slack.set(self.slack.get().max(-room));
        }
        let mut next = 0;
        for row in drawn.iter_mut() {
            let above = heights.before(row.place) - heights.before(next);
            let mut above = if row.place == next { 0.0 } else { above };
            if first.is_some_and(|(place, _)| place == row.place) {
                above += self.slack.get();
            }
            if differs(row.above, above) {
                row.above = above;
                set_length(&row.element, "margin-block-start", above);
            }
            next = row.place + 1;
        }
        let below = heights.total() - heights.before(next);
        if differs(self.below.get(), below) {
            self.below.set(below);
            set_length(&self.root, "padding-block-end", below);
        }
    }
}

impl Row {
    fn remove(self) -> Element {
        self.owner.cleanup();
        self.element.remove();
        self.element
    }
}

fn differs(one: f64, other: f64) -> bool {
    (one - other).abs() > 0.01
}

fn set_length(element: &Element, name: &str, pixels: f64) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let value = if pixels == 0.0 {
            String::new()
        } else {
            format!("{pixels:.2}px")
        };
        // Fails for a read-only style alone.
        let _ = element.style().set_property(name, &value);
    }
}
