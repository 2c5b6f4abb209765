//! A list of which only the rows near the view are in the document. Empty room above, between and
//! below stands for the others.
//!
//! [`Heights`] has the arithmetic, and keeps the heights of rows that are no longer drawn. The
//! scroll anchor decides when to draw and where to scroll.

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

/// Makes the row of a key; `None` if the key has no content any more.
type Make = Box<dyn Fn(&MessageId) -> Option<Element>>;

/// Labels a row with its index, counted from 0, and the number of rows.
type Number = Box<dyn Fn(&Element, usize, usize)>;

/// Whether a row must stay drawn, though it is far from the view.
type Stays = Box<dyn Fn(&Element) -> bool>;

/// A list of rows. Clones are handles to the same list.
#[derive(Clone)]
pub struct Rows(Rc<RowList>);

/// What the handles of one list share.
struct RowList {
    root: Element,
    make: Make,
    number: Number,
    stays: Stays,
    /// Weak: the owner keeps this, so this must not keep the owner.
    owner: WeakOwner,
    keys: RefCell<Vec<MessageId>>,
    heights: RefCell<Heights>,
    /// The drawn rows, in the order of the list.
    drawn: RefCell<Vec<Row>>,
    /// Lists of up to this many rows are drawn whole.
    whole: usize,
    /// Rows that are drawn wherever they are.
    also: RefCell<Range<usize>>,
    /// How much lower the rows in view are than their heights say. While the reader scrolls, wrong
    /// guesses above the view are collected here, because correcting the scroll position would end
    /// the reader's scrolling.
    slack: Cell<f64>,
    /// The row at the top of the view.
    top: Cell<usize>,
    /// The room below the last drawn row, as last set.
    below: Cell<f64>,
}

struct Row {
    key: MessageId,
    place: usize,
    element: Element,
    owner: Owner,
    /// The room above the row, as last set.
    above: f64,
}

/// The changes that [`Rows::fit`] made.
#[derive(Clone, Debug, Default)]
pub struct Fitted {
    /// Rows that were added to the document.
    pub come: Vec<Element>,
    /// Rows that were removed from the document.
    pub gone: Vec<Element>,
}

impl Rows {
    /// An empty list in `root`. Its rows end with the current owner. A list of up to `whole` rows
    /// is drawn whole.
    pub fn new(
        root: Element,
        whole: usize,
        make: impl Fn(&MessageId) -> Option<Element> + 'static,
        number: impl Fn(&Element, usize, usize) + 'static,
        stays: impl Fn(&Element) -> bool + 'static,
    ) -> Self {
        Self(Rc::new(RowList {
            root,
            make: Box::new(make),
            number: Box::new(number),
            stays: Box::new(stays),
            owner: Owner::current().unwrap_or_default().downgrade(),
            keys: RefCell::default(),
            heights: RefCell::default(),
            drawn: RefCell::default(),
            whole,
            also: RefCell::default(),
            slack: Cell::new(0.0),
            top: Cell::new(0),
            below: Cell::new(0.0),
        }))
    }

    /// The element that contains the rows.
    pub fn root(&self) -> &Element {
        &self.0.root
    }

    /// Whether the list has no rows.
    pub fn is_empty(&self) -> bool {
        self.0.keys.borrow().is_empty()
    }

    /// Sets the keys of the list. Draws nothing yet.
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

    /// Draws the rows near this part of the list, in pixels from its top.
    pub fn fit(&self, view: Range<f64>) -> Fitted {
        let list = &*self.0;
        let mut fitted = Fitted::default();
        let count = list.keys.borrow().len();
        list.top
            .set(list.heights.borrow().at(view.start).unwrap_or_default());
        let plan = Plan::of(&list.heights.borrow(), view, list.whole);
        let also = list.also.borrow().start..list.also.borrow().end.min(count);
        // Always draw the last row: most changes happen there.
        let wanted = |place: usize| {
            plan.wanted.contains(&place) || also.contains(&place) || place + 1 == count
        };
        let kept = |row: &Row| {
            plan.kept.contains(&row.place) || wanted(row.place) || (list.stays)(&row.element)
        };
        let held = list.drawn.take();
        let mut drawn = Vec::with_capacity(held.len());
        // Ask about all rows before one is removed: the answer may need a layout.
        let (stay, go): (Vec<_>, Vec<_>) = held.into_iter().partition(kept);
        drawn.extend(stay);
        fitted.gone.extend(go.into_iter().map(Row::remove));
        let end = count.checked_sub(1);
        for place in plan.wanted.clone().chain(also.clone()).chain(end) {
            let Err(at) = drawn.binary_search_by_key(&place, |row| row.place) else {
                continue;
            };
            if let Some(row) = list.draw(place) {
                let next = drawn.get(at).map(|next: &Row| &*next.element);
                // Fails only if `next` is elsewhere, and `next` is a row of this list.
                let _ = list.root.insert_before(&row.element, next);
                (list.number)(&row.element, place, count);
                fitted.come.push(row.element.clone());
                drawn.insert(at, row);
            }
        }
        list.drawn.replace(drawn);
        if !fitted.come.is_empty() {
            self.measure(&fitted.come);
        }
        list.leave_room();
        fitted
    }

    /// Measures these rows as they are laid out now.
    pub fn measure(&self, elements: &[Element]) {
        let drawn = self.0.drawn.borrow();
        let mut heights = self.0.heights.borrow_mut();
        for element in elements {
            if let Some(row) = drawn.iter().find(|row| row.element == *element) {
                heights.set(row.place, element.get_bounding_client_rect().height());
            }
        }
    }

    /// The row at `place`, in pixels from the top of the list, drawn or not. Also the distance from
    /// `place` to the row's beginning.
    pub fn at(&self, place: f64) -> Option<(MessageId, f64)> {
        let heights = self.0.heights.borrow();
        let row = heights.at(place)?;
        let key = self.0.keys.borrow().get(row)?.clone();
        Some((key, heights.before(row) - place))
    }

    /// Where a row begins in the list and how tall it is, as far as known.
    pub fn span(&self, key: &MessageId) -> Option<(f64, f64)> {
        let keys = self.0.keys.borrow();
        let row = keys.iter().position(|held| held == key)?;
        let heights = self.0.heights.borrow();
        Some((heights.before(row), heights.of(row)))
    }

    /// The element of a row; `None` if the row is not drawn.
    pub fn element(&self, key: &MessageId) -> Option<Element> {
        let drawn = self.0.drawn.borrow();
        let row = drawn.iter().find(|row| row.key == *key)?;
        Some(row.element.clone())
    }

    /// How much lower the rows in view are than their heights say.
    pub fn slack(&self) -> f64 {
        self.0.slack.get()
    }

    /// Moves the rows in view down by `by`, or up as far as there is room above them. Returns how
    /// far they moved.
    pub fn move_by(&self, by: f64) -> f64 {
        let before = self.0.slack.replace(self.0.slack.get() + by);
        self.0.leave_room();
        self.0.slack.get() - before
    }

    /// Sets the empty room for the rows that are not drawn, from the heights known by now. Draws nothing.
    pub fn leave_room(&self) {
        self.0.leave_room();
    }

    /// Sets the rows that are drawn wherever they are. Draws nothing yet.
    pub fn also_draw(&self, rows: Range<usize>) {
        self.0.also.replace(rows);
    }

    /// The places from the first to the last drawn row for which `is_in` holds. A span that does not
    /// start in its first row has all rows before it too, and one that does not end in its last has all
    /// rows behind it. `None` if it has no drawn row.
    pub fn span_of(
        &self,
        is_in: impl Fn(&Element) -> bool,
        starts: impl Fn(&Element) -> bool,
        ends: impl Fn(&Element) -> bool,
    ) -> Option<Range<usize>> {
        let drawn = self.0.drawn.borrow();
        let first = drawn.iter().find(|row| is_in(&row.element))?;
        let last = drawn.iter().rfind(|row| is_in(&row.element))?;
        let start = if starts(&first.element) {
            first.place
        } else {
            0
        };
        let end = if ends(&last.element) {
            last.place + 1
        } else {
            self.0.keys.borrow().len()
        };
        Some(start..end)
    }
}

impl RowList {
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

    /// Sets the empty room that stands for rows that are not drawn.
    fn leave_room(&self) {
        let heights = self.heights.borrow();
        let mut drawn = self.drawn.borrow_mut();
        // The first of the adjacent drawn rows that end with the row at the top of the view.
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
            // The browser writes the number: Rust's own way is 10 KB of the program.
            let number = js_sys::Number::from(pixels).to_fixed(2);
            format!("{}px", String::from(number.unwrap_or_default()))
        };
        // Fails only for read-only styles.
        let _ = element.style().set_property(name, &value);
    }
}
