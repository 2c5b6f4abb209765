//! The rows of what was recorded: the last of them, and more above when they are asked for.
//!
//! Whoever reads is left in peace: while the end is not in view, or a row is open, what comes is
//! counted and not shown. Not responsible for what is in a row.

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::id::ThreadId;
use web_sys::{Element, Event, Node};

use super::entry::{Entry, What};
use super::recorder::Recorder;
use super::row::{row, words};
use crate::components::{Ui, button};
use crate::dom::{El, each, el, show};
use crate::hooks::effect;
use crate::hooks::later;

/// How many rows are shown at first, and how many more at once.
const ROWS: usize = 200;

/// How near the end counts as the end, in pixels.
const NEAR: i32 = 8;

/// Which entries are shown.
#[derive(Clone)]
pub(super) struct Filter {
    /// Requests and events.
    pub(super) wire: ArcRwSignal<bool>,
    /// Inputs.
    pub(super) core: ArcRwSignal<bool>,
    /// Of those only what is odd.
    pub(super) odd: ArcRwSignal<bool>,
    /// Only what has these words.
    pub(super) text: ArcRwSignal<String>,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            wire: ArcRwSignal::new(true),
            core: ArcRwSignal::new(true),
            odd: ArcRwSignal::new(false),
            text: ArcRwSignal::default(),
        }
    }
}

impl Filter {
    /// Follows what is chosen, and gives whether an entry is.
    fn chosen(&self) -> impl Fn(&Entry) -> bool {
        let (wire, core, odd) = (self.wire.get(), self.core.get(), self.odd.get());
        let text = self.text.with(|text| text.trim().to_lowercase());
        move |entry| {
            let kind = match entry.what {
                What::Request { .. } | What::Event { .. } | What::Odd { .. } => wire,
                What::Input { .. } => core,
            };
            kind && (!odd || entry.is_odd())
                && (text.is_empty() || words(entry).to_lowercase().contains(&text))
        }
    }
}

/// What one list shows.
#[derive(Clone)]
struct List {
    recorder: Rc<Recorder>,
    thread: ThreadId,
    filter: Filter,
    /// The end is in view, and stays so.
    follows: ArcRwSignal<bool>,
    /// How many entries there are, as far as they are shown.
    until: ArcRwSignal<usize>,
    /// How many rows are shown at most.
    most: ArcRwSignal<usize>,
    /// The places of the entries that are chosen.
    places: ArcRwSignal<Vec<usize>>,
    /// How far the places were looked for, and with what.
    looked: Rc<RefCell<Looked>>,
}

#[derive(Default, PartialEq)]
struct Looked {
    kinds: (bool, bool, bool),
    text: String,
    until: usize,
}

pub(super) fn list(ui: &Ui, recorder: &Rc<Recorder>, filter: Filter) -> Node {
    let list = List {
        recorder: recorder.clone(),
        thread: ui.cells.thread(),
        filter,
        follows: ArcRwSignal::new(true),
        until: ArcRwSignal::new(recorder.len()),
        most: ArcRwSignal::new(ROWS),
        places: ArcRwSignal::default(),
        looked: Rc::default(),
    };
    list.go_on();
    list.choose();
    list.draw(ui)
}

impl List {
    /// More is shown when there is more, for who looks at the end.
    fn go_on(&self) {
        let list = self.clone();
        effect(move || {
            list.recorder.follow();
            let len = list.recorder.len();
            let cleared = list.until.with_untracked(|until| *until > len);
            if cleared {
                list.most.set(ROWS);
            }
            if list.follows.get() || cleared {
                list.until.set_if_new(len);
            }
        });
    }

    /// Which are chosen, of those that are shown. What was looked at once is not again, unless
    /// something else is chosen.
    fn choose(&self) {
        let list = self.clone();
        effect(move || {
            let chosen = list.filter.chosen();
            let now = Looked {
                kinds: (
                    list.filter.wire.get(),
                    list.filter.core.get(),
                    list.filter.odd.get(),
                ),
                text: list.filter.text.get(),
                until: list.until.get(),
            };
            let before = list.looked.replace(Looked::default());
            let same = before.kinds == now.kinds && before.text == now.text;
            let from = if same && before.until <= now.until {
                before.until
            } else {
                0
            };
            let is_chosen = |place: &usize| {
                let entry = list.recorder.entry(*place);
                entry.is_some_and(|entry| entry.is_of(&list.thread) && chosen(&entry))
            };
            let more: Vec<usize> = (from..now.until).filter(is_chosen).collect();
            if from == 0 || !more.is_empty() {
                list.places.update(|places| {
                    if from == 0 {
                        places.clear();
                    }
                    places.extend(more);
                });
            }
            list.looked.replace(now);
        });
    }

    fn draw(self, ui: &Ui) -> Node {
        let texts = &ui.texts.debug;
        let (listed, counted) = (self.clone(), self.clone());
        let keys = move || {
            let most = listed.most.get();
            listed.places.with(|places| {
                let from = places.len().saturating_sub(most);
                let shown = places.get(from..).unwrap_or_default();
                shown.iter().map(ToString::to_string).collect()
            })
        };
        let drawn = self.clone();
        let rows = each(keys, move |key| {
            let place: usize = key.parse().ok()?;
            let entry = drawn.recorder.entry(place)?;
            let first = drawn.recorder.entry(0).map_or(entry.at, |first| first.at);
            let before = place
                .checked_sub(1)
                .and_then(|place| drawn.recorder.entry(place));
            let since = before.map(|before| entry.at.saturating_sub(before.at));
            let opened = drawn.follows.clone();
            let row = row(texts, &entry, first, since, move || opened.set(false));
            Some(row.element().clone())
        });

        let scroll = el("div")
            .class("mt-debug__rows")
            .attr("tabindex", "0")
            .attr("role", "group")
            .attr("aria-label", texts.title);
        let view = scroll.element().clone();
        self.stay_at_end(&view);
        let (seen, follows) = (view, self.follows.clone());
        let scroll = scroll
            .on("scroll", move |_: Event| {
                follows.set_if_new(is_at_end(&seen));
            })
            .child(self.earlier(texts.earlier))
            .child(rows)
            .child(self.none(texts.empty, texts.nothing_found));
        let foot = el("div")
            .class("mt-debug__foot")
            .child(
                el("span")
                    .attr("data-testid", "debug-count")
                    .live_text(move || {
                        let all = counted.places.with(Vec::len);
                        (texts.shown)(all.min(counted.most.get()), all)
                    }),
            )
            .child(self.newer(texts.newer));
        el("div")
            .class("mt-debug__body")
            .child(scroll)
            .child(foot)
            .into()
    }

    /// Goes with the end while it is in view.
    fn stay_at_end(&self, view: &Element) {
        let (list, view) = (self.clone(), view.clone());
        effect(move || {
            list.places.with(|_| ());
            if list.follows.get() {
                let view = view.clone();
                // Once the rows are drawn.
                later(0, move || view.set_scroll_top(view.scroll_height()));
            }
        });
    }

    fn earlier(&self, name: &'static str) -> Node {
        let (list, more) = (self.clone(), self.clone());
        let is_more = move || list.places.with(Vec::len) > list.most.get();
        show(is_more, move || {
            let list = more.clone();
            button("mt-debug__way", move || {
                list.follows.set(false);
                list.most.update(|most| *most += ROWS);
            })
            .text(name)
        })
    }

    /// How many came since the end was left; leads there.
    fn newer(&self, name: fn(usize) -> String) -> Node {
        let (list, held) = (self.clone(), self.clone());
        let is_newer = move || {
            list.recorder.follow();
            !list.follows.get() && list.recorder.len() > list.until.get()
        };
        show(is_newer, move || {
            let (counted, list) = (held.clone(), held.clone());
            button("mt-debug__way", move || {
                list.most.set(ROWS);
                list.follows.set(true);
            })
            .live_text(move || {
                counted.recorder.follow();
                name(counted.recorder.len().saturating_sub(counted.until.get()))
            })
        })
    }

    fn none(&self, empty: &'static str, nothing: &'static str) -> Node {
        let list = self.clone();
        let (all, thread) = (self.recorder.clone(), self.thread.clone());
        let is_none = move || list.places.with(Vec::is_empty);
        show(is_none, move || {
            let said = if all.of(&thread).is_empty() {
                empty
            } else {
                nothing
            };
            let note: El = el("p").class("mt-debug__note").text(said);
            note
        })
    }
}

fn is_at_end(view: &Element) -> bool {
    view.scroll_top() + view.client_height() + NEAR >= view.scroll_height()
}
