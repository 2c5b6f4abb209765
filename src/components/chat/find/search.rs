//! The search of one chat: its state, what its keys do, and how a match is shown.

use leptos::html::{Div, Input};
use leptos::prelude::*;
use midturn_core::find::Query;
use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, Node};

use super::matches::Matches;
use super::reveal::{open_around, scroll_within};
use super::{AskedSearch, opens};
use crate::components::Ui;
use crate::components::chat::{FOUND, is_pressed_inside};
use crate::hooks::{SetIfNew, focused, later, mark, place_of, range_of, unmark};
use crate::state::TurnView;

/// How long to wait after typing before searching, in milliseconds.
const REST: u32 = 120;

/// Marks the row of the match in browsers that cannot mark words.
const OUTLINED: &str = "mt-turn--outlined";

/// The search of one chat.
#[derive(Clone, Copy)]
pub(super) struct Find {
    pub(super) ui: Ui,
    pub(super) open: RwSignal<bool>,
    pub(super) query: RwSignal<String>,
    pub(super) bar: NodeRef<Div>,
    pub(super) field: NodeRef<Input>,
    found: StoredValue<Matches>,
    /// The index of the match that is shown, from 0, and the number of matches.
    pub(super) place: RwSignal<(usize, usize)>,
    row: StoredValue<Option<Element>, LocalStorage>,
    /// The match is in a turn that the search knows and the list does not show yet: the search reads
    /// the conversation itself, and the list is updated once a frame.
    due: StoredValue<bool>,
    serial: StoredValue<u32>,
    before: StoredValue<Option<HtmlElement>, LocalStorage>,
}

impl Find {
    /// The search of the chat around the current component. It ends with the current owner.
    pub(super) fn new(ui: Ui) -> Self {
        Self {
            ui,
            open: ui.find_shown,
            query: RwSignal::default(),
            bar: NodeRef::new(),
            field: NodeRef::new(),
            found: StoredValue::default(),
            place: RwSignal::default(),
            row: StoredValue::new_local(None),
            due: StoredValue::new(false),
            serial: StoredValue::new(0),
            before: StoredValue::new_local(None),
        }
    }

    pub(super) fn key(self, event: &KeyboardEvent) {
        // In the search itself, the keys open the browser's search.
        if opens(event) && !is_pressed_inside(event, self.bar) {
            event.prevent_default();
            self.open();
        } else if event.key() == "F3" && self.open.get_untracked() {
            event.prevent_default();
            self.go(event.shift_key());
        }
    }

    fn open(self) {
        if self.open.get_untracked() {
            self.begin();
        } else {
            self.open.set(true);
        }
    }

    /// Notes what has the focus, which gets it back later.
    pub(super) fn remember_focus(self) {
        let before = focused(self.ui.scroll.container().as_ref());
        // Nothing had the focus if code opened the search: then the transcript gets it.
        let before = before.filter(|held| held.tag_name() != "BODY");
        self.before
            .set_value(before.and_then(|held| held.dyn_into().ok()));
    }

    /// Focuses the field and searches for its text.
    pub(super) fn begin(self) {
        if let Some(field) = self.field.get_untracked() {
            let _ = field.focus();
            field.select();
        }
        self.look_later();
    }

    pub(super) fn closed(self) {
        self.leave_row();
        // Meanwhile messages may come: opened again, it searches anew.
        self.next();
        self.place.set((0, 0));
        unmark();
        let before = self.before.try_update_value(Option::take).flatten();
        let before = before.filter(|held| held.is_connected());
        let container = self.ui.scroll.container();
        let to = before.or_else(|| container.and_then(|held| held.dyn_into().ok()));
        if let Some(to) = to {
            let options = web_sys::FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = to.focus_with_options(&options);
        }
    }

    /// The status text: the place of the match, or that there is none.
    pub(super) fn said(self) -> String {
        let (place, of) = self.place.get();
        match of {
            0 if self.query.with(|query| Query::new(query).is_none()) => String::new(),
            0 => self.ui.texts.reading.find_none.to_owned(),
            _ => self.ui.texts.reading.find_place(place + 1, of),
        }
    }

    /// Cancels the pending search, and returns the serial number for the next one.
    fn next(self) -> u32 {
        let serial = self.serial.get_value().wrapping_add(1);
        self.serial.set_value(serial);
        serial
    }

    pub(super) fn look_later(self) {
        let serial = self.next();
        later(REST, move || {
            if self.serial.try_get_value() == Some(serial) && self.open.get_untracked() {
                self.look();
            }
        });
    }

    /// On Enter: searches at once if no search has found a match yet. Sets the place so that the
    /// caller's next `go` shows the first match, or the last match if `back`.
    pub(super) fn look_now(self, back: bool) {
        if self.place.get_untracked().1 == 0 {
            self.next();
            self.search();
            let of = self.place.get_untracked().1;
            let before = if back { 0 } else { of.saturating_sub(1) };
            self.place.set((before, of));
        }
    }

    /// Begins a search that code asks for, or goes on with it.
    pub(super) fn asked(self, asked: &AskedSearch) {
        if self.open.try_get_untracked() != Some(true) {
            // Closed again meanwhile.
            asked.found.set(Some(0));
            return;
        }
        let of = self.place.get_untracked().1;
        self.next();
        if of > 0 && self.query.with_untracked(|query| *query == asked.query) {
            self.go(asked.back);
        } else {
            self.query.set(asked.query.clone());
            if let Some(field) = self.field.get_untracked() {
                field.set_value(&asked.query);
            }
            self.look();
        }
        asked.found.set(Some(self.place.get_untracked().1));
    }

    /// Searches for the field's text, and shows the first match in the turn in view or after it.
    fn look(self) {
        let before = self.place.get_untracked();
        self.search();
        let of = self.place.get_untracked().1;
        let first = self.first_from_view();
        self.place.set((first, of));
        if of > 0 {
            self.show();
        } else {
            self.leave_row();
            unmark();
        }
        let now = self.place.get_untracked();
        if now != before || of == 0 {
            self.tell();
        }
    }

    /// Searches again after turns were added, or the agent has written more. If no match was shown,
    /// shows the first match in the turn in view or after it.
    pub(super) fn look_again(self) {
        if self.renew() {
            if self.due.get_value() {
                self.show();
            }
        } else if self.place.get_untracked().1 > 0 {
            self.show();
            self.tell();
        }
    }

    /// Searches again. The shown match stays the chosen one, although its index may change. Without
    /// one, the first match in the turn in view or after it is chosen. Returns whether one was shown.
    fn renew(self) -> bool {
        let shown = self.shown();
        self.search();
        let of = self.place.get_untracked().1;
        let place = match &shown {
            Some((turn, nth)) => self.found.with_value(|found| found.before(turn)) + nth,
            None => self.first_from_view(),
        };
        self.place.set_if_new((place.min(of.saturating_sub(1)), of));
        shown.is_some()
    }

    fn search(self) {
        let query = self.query.with_untracked(|query| Query::new(query));
        let found = query.map_or_else(Vec::new, |query| self.ui.cells.find(&query));
        let found = Matches::new(found);
        let of = found.count();
        self.found.set_value(found);
        self.place.set_if_new((0, of));
    }

    /// Shows the next or the previous match, wrapping at the ends.
    pub(super) fn go(self, back: bool) {
        // The agent may have written more since the last search. A turn that is over does not change:
        // its end was searched.
        let last = self.ui.cells.last.get_untracked();
        let is_over = |view: &TurnView| view.outcome.is_some();
        let was_shown = if last.is_none_or(|last| last.view.with_untracked(is_over)) {
            self.shown().is_some()
        } else {
            self.renew()
        };
        let (place, of) = self.place.get_untracked();
        if of > 0 {
            let by = match (was_shown, back) {
                (false, _) => 0,
                (true, false) => 1,
                (true, true) => of - 1,
            };
            self.place.set(((place + by) % of, of));
            self.show();
        }
        self.tell();
    }

    fn tell(self) {
        let said = untrack(|| self.said());
        if !said.is_empty() {
            self.ui.announcer.say(said);
        }
    }

    /// The turn of the shown match, and the match's index in that turn.
    fn shown(self) -> Option<(MessageId, usize)> {
        let place = self.place.get_untracked().0;
        self.found.with_value(|found| found.at(place))
    }

    fn first_from_view(self) -> usize {
        let Some(reading) = self.ui.scroll.reading() else {
            return 0;
        };
        let turns = self.ui.cells.turns;
        let first = |turns: &Vec<_>| {
            self.found
                .with_value(|found| found.first_from(turns, &reading))
        };
        turns.with_untracked(first)
    }

    /// Scrolls to the shown match and marks it.
    fn show(self) {
        self.due.set_value(false);
        let query = self.query.with_untracked(|query| Query::new(query));
        let (Some(query), Some((turn, nth))) = (query, self.shown()) else {
            return;
        };
        let scroll = &self.ui.scroll;
        if self.ui.cells.unfold(&turn) {
            // Its text is drawn a moment later. The chat may be gone by then, or another text wanted.
            let serial = self.serial.get_value();
            later(0, move || {
                if self.serial.try_get_value() == Some(serial) {
                    self.show();
                }
            });
            return;
        }
        let drawn = scroll.row(&turn).or_else(|| scroll.to_row(&turn));
        let Some(row) = drawn else {
            self.due.set_value(true);
            return;
        };
        // A long text is drawn in several tasks. Where the match is depends on the height of all of it.
        self.ui.answers().finish(&row);
        scroll.resized(&row);
        self.leave_row();
        let _ = row.class_list().add_1(FOUND);
        self.row.set_value(Some(row.clone()));
        let range = range_of(&texts_of(&row), &query, nth);
        if let Some(range) = &range {
            let within = range.start_container().ok();
            if let Some(within) = within.and_then(|node| node.parent_element()) {
                open_around(&within);
                // Correct the scroll position for what opening has moved, before measuring the
                // match.
                scroll.settle();
                scroll_within(&within, range);
            }
            let place = place_of(range);
            scroll.to_place(place.top(), place.bottom());
        } else {
            let place = row.get_bounding_client_rect();
            scroll.to_place(place.top(), place.top() + 1.0);
        }
        if !range.is_some_and(|range| mark(&range)) {
            unmark();
            let _ = row.class_list().add_1(OUTLINED);
        }
    }

    pub(super) fn leave_row(self) {
        if let Some(row) = self.row.try_update_value(Option::take).flatten() {
            let _ = row.class_list().remove_2(FOUND, OUTLINED);
        }
    }
}

/// The elements of a row that are searched: the person's text, the agent's, and an error.
fn texts_of(row: &Element) -> Vec<Element> {
    // A selector, because the row was drawn just now, by components that do not know the search.
    let Ok(found) = row.query_selector_all(".mt-text, .mt-outcome__body") else {
        return Vec::new();
    };
    (0..found.length())
        .filter_map(|index| found.get(index))
        .filter_map(|node: Node| node.dyn_into().ok())
        .collect()
}
