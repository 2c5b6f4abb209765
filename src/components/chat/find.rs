//! Finding words in the conversation, in the turns that are not drawn too.
//!
//! Not responsible for what counts as the same word (see [`midturn_core::find`]). The browser's
//! own search finds what is drawn; it is one more press of the same keys away.

mod bar;

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use midturn_core::conversation::PastState;
use midturn_core::find::{Found, Query};
use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, Node};

use super::FOUND;
use crate::components::icon::IconName;
use crate::components::{Ui, icon_button, unfold_around};
use crate::dom::{El, el, show};
use crate::hooks::effect;
use crate::hooks::{focused, later, mark, place_of, range_of, unmark};

/// In shorter threads, all is in view or nearly so.
const MANY: usize = 3;

/// How long typing rests before it is looked for, in milliseconds.
const REST: u32 = 120;

/// The row that the match is in, where the browser cannot mark words.
const OUTLINED: &str = "mt-turn--outlined";

/// The search of one chat.
#[derive(Clone)]
struct Find {
    ui: Ui,
    open: ArcRwSignal<bool>,
    query: ArcRwSignal<String>,
    found: Rc<RefCell<Vec<Found>>>,
    /// Which match is shown, counted from 0, of how many.
    place: ArcRwSignal<(usize, usize)>,
    row: Rc<RefCell<Option<Element>>>,
    serial: Rc<Cell<u32>>,
    before: Rc<RefCell<Option<HtmlElement>>>,
}

/// The search, with the button and the keys that open it.
pub(super) fn find(ui: &Ui, chat: El) -> El {
    let find = Find {
        ui: ui.clone(),
        open: ArcRwSignal::new(false),
        query: ArcRwSignal::default(),
        found: Rc::default(),
        place: ArcRwSignal::default(),
        row: Rc::default(),
        serial: Rc::default(),
        before: Rc::default(),
    };
    let (asked, shut, bar, keyed) = (find.clone(), find.clone(), find.clone(), find.clone());
    let (pressed, label) = (find.clone(), ui.texts.reading.find);
    let is_open = find.open.clone();
    let offered = move || !shut.open.get() && shut.ui.cells.turns.with(Vec::len) > MANY;
    let offer = move || {
        let pressed = pressed.clone();
        icon_button("mt-find-open", label, IconName::Search, move || {
            pressed.open();
        })
        .attr("title", label)
        .attr("data-testid", "find-open")
    };
    asked.ask_for_more();
    let place = el("div")
        .class("mt-find-place")
        .child(show(offered, offer))
        .child(show(move || is_open.get(), move || bar.drawn()));
    chat.child(place)
        .on("keydown", move |event: KeyboardEvent| keyed.key(&event))
}

impl Find {
    /// What is kept elsewhere is searched too: it is fetched while something is looked for.
    fn ask_for_more(&self) {
        let find = self.clone();
        effect(move || {
            let looks = find.open.get() && find.query.with(|query| !query.is_empty());
            let more = find.ui.cells.past.with(|past| *past == PastState::More);
            if looks && more {
                let actions = find.ui.actions;
                later(0, move || actions.past());
            }
        });
    }

    fn key(&self, event: &KeyboardEvent) {
        let command = event.ctrl_key() || event.meta_key();
        let alone = !(event.shift_key() || event.alt_key());
        match event.key().as_str() {
            // In the search itself they are the browser's.
            "f" | "F" if command && alone && !is_inside(event) => {
                event.prevent_default();
                self.open();
            }
            "F3" if self.open.get_untracked() => {
                event.prevent_default();
                self.go(event.shift_key());
            }
            _ => {}
        }
    }

    fn open(&self) {
        if self.open.get_untracked() {
            // The field takes the focus when it is drawn; it is there already.
            self.open.set(false);
        } else {
            self.before.replace(
                focused(self.ui.scroll.container().as_ref()).and_then(|held| held.dyn_into().ok()),
            );
        }
        self.open.set(true);
    }

    fn close(&self) {
        self.open.set(false);
        self.leave_row();
        unmark();
        let before = self.before.take().filter(|held| held.is_connected());
        let container = self.ui.scroll.container();
        let to = before.or_else(|| container.and_then(|held| held.dyn_into().ok()));
        if let Some(to) = to {
            let options = web_sys::FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = to.focus_with_options(&options);
        }
    }

    /// What there is to say of the matches.
    fn said(&self) -> String {
        let (place, of) = self.place.get();
        match of {
            0 if self.query.with(|query| Query::new(query).is_none()) => String::new(),
            0 => self.ui.texts.reading.find_none.to_owned(),
            _ => (self.ui.texts.reading.find_place)(place + 1, of),
        }
    }

    fn look_later(&self) {
        self.serial.set(self.serial.get().wrapping_add(1));
        let (find, serial) = (self.clone(), self.serial.get());
        later(REST, move || {
            if find.serial.get() == serial && find.open.get_untracked() {
                find.look();
            }
        });
    }

    /// Enter does not wait for typing to rest.
    fn look_now(&self) {
        if self.place.get_untracked().1 == 0 {
            self.serial.set(self.serial.get().wrapping_add(1));
            self.search();
            // The step that follows leads to the first.
            let of = self.place.get_untracked().1;
            self.place.set((of.saturating_sub(1), of));
        }
    }

    /// Looks for what is in the field, and goes to the first match from the view on.
    fn look(&self) {
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

    /// Turns have come: the match that is shown has another place, or there is a first one.
    fn look_again(&self) {
        let shown = self.at(self.place.get_untracked().0);
        self.search();
        let Some((turn, nth)) = shown else {
            let of = self.place.get_untracked().1;
            if of > 0 {
                self.place.set((self.first_from_view(), of));
                self.show();
                self.tell();
            }
            return;
        };
        let found = self.found.borrow();
        let before: usize = found
            .iter()
            .take_while(|held| held.turn != turn)
            .map(|held| held.times)
            .sum();
        let of = self.place.get_untracked().1;
        self.place.set_if_new((before + nth, of));
    }

    fn search(&self) {
        let query = self.query.with_untracked(|query| Query::new(query));
        let found = query.map_or_else(Vec::new, |query| self.ui.cells.find(&query));
        let of = found.iter().map(|held| held.times).sum();
        self.found.replace(found);
        self.place.set_if_new((0, of));
    }

    /// The next match, or the one before, round the ends.
    fn go(&self, back: bool) {
        let (place, of) = self.place.get_untracked();
        if of > 0 {
            let by = if back { of - 1 } else { 1 };
            self.place.set(((place + by) % of, of));
            self.show();
        }
        self.tell();
    }

    fn tell(&self) {
        let said = self.said();
        if !said.is_empty() {
            self.ui.announcer.say(said);
        }
    }

    /// The turn of a match, and which of its matches it is.
    fn at(&self, mut place: usize) -> Option<(MessageId, usize)> {
        for held in self.found.borrow().iter() {
            if place < held.times {
                return Some((held.turn.clone(), place));
            }
            place -= held.times;
        }
        None
    }

    fn first_from_view(&self) -> usize {
        let Some(reading) = self.ui.scroll.reading() else {
            return 0;
        };
        let found = self.found.borrow();
        let first = self.ui.cells.turns.with_untracked(|turns| {
            // Both are in the order of the thread.
            let mut held = found.iter().enumerate().peekable();
            for turn in turns.iter().take_while(|turn| **turn != reading) {
                if held.peek().is_some_and(|(_, held)| held.turn == *turn) {
                    held.next();
                }
            }
            held.next().map(|(index, _)| index)
        });
        first.map_or(0, |first| {
            found[..first].iter().map(|held| held.times).sum()
        })
    }

    /// Brings the match into view and marks it.
    fn show(&self) {
        let query = self.query.with_untracked(|query| Query::new(query));
        let at = self.at(self.place.get_untracked().0);
        let (Some(query), Some((turn, nth))) = (query, at) else {
            return;
        };
        let scroll = &self.ui.scroll;
        let drawn = scroll.row(&turn).or_else(|| scroll.to_row(&turn));
        let Some(row) = drawn else { return };
        self.leave_row();
        let _ = row.class_list().add_1(FOUND);
        self.row.replace(Some(row.clone()));
        let range = range_of(&texts_of(&row), &query, nth);
        if let Some(range) = &range {
            let within = range.start_container().ok();
            if let Some(within) = within.and_then(|node| node.parent_element()) {
                unfold_around(&within);
                // What that has moved is where it will be before the match is looked at.
                scroll.settle();
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

    fn leave_row(&self) {
        if let Some(row) = self.row.take() {
            let _ = row.class_list().remove_2(FOUND, OUTLINED);
        }
    }
}

fn is_inside(event: &KeyboardEvent) -> bool {
    let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
    target.is_some_and(|target| target.closest(".mt-find").ok().flatten().is_some())
}

/// What is searched of a row: the texts of both sides.
fn texts_of(row: &Element) -> Vec<Element> {
    let Ok(found) = row.query_selector_all(".mt-text") else {
        return Vec::new();
    };
    (0..found.length())
        .filter_map(|index| found.get(index))
        .filter_map(|node: Node| node.dyn_into().ok())
        .collect()
}
