//! The rows of the recording: the last ones, and more above on request.
//!
//! While the end is out of view, or a row is open, new entries are counted but not shown, so that
//! nothing moves under a reader.

use std::ops::Range;
use std::rc::Rc;

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::id::ThreadId;
use web_sys::Element;

use super::filter::{Filter, Found};
use super::recorder::Recorder;
use super::row::Row;
use crate::components::Ui;
use crate::hooks::{SetIfNew, later};

/// How many rows are shown at first, and how many more with each request.
const ROWS: usize = 200;

/// The distance to the end that still counts as the end, in pixels.
const NEAR: i32 = 8;

/// The shown part of a recording.
#[derive(Clone, Copy)]
struct Shown {
    recorder: StoredValue<Rc<Recorder>, LocalStorage>,
    /// The numbers of all entries.
    numbers: Memo<Range<usize>>,
    /// The end is in view, and the list follows it.
    follows: RwSignal<bool>,
    /// The number of the first entry that is held back; only entries before it are shown.
    until: Memo<usize>,
    /// The entries before `until` that match the filter.
    found: Memo<Found>,
    /// How many rows are shown at most.
    most: RwSignal<usize>,
}

impl Shown {
    fn new(
        recorder: StoredValue<Rc<Recorder>, LocalStorage>,
        thread: ThreadId,
        filter: Filter,
    ) -> Self {
        let follows = RwSignal::new(true);
        let numbers = Memo::new(move |_| {
            recorder.with_value(|recorder| {
                recorder.follow();
                recorder.numbers()
            })
        });
        let start = Memo::new(move |_| numbers.with(|numbers| numbers.start));
        // New entries are shown only while the person looks at the end.
        let until = Memo::new(move |before: Option<&usize>| {
            let (numbers, follows) = (numbers.get(), follows.get());
            match before {
                Some(before) if !follows && *before >= numbers.start => *before,
                Some(_) | None => numbers.end,
            }
        });
        let found = Memo::new_owning(move |before: Option<Found>| {
            let among = start.get()..until.get();
            Found::next(before, filter.choice(), among, |choice, number| {
                let entry = recorder.with_value(|recorder| recorder.entry(number));
                entry.is_some_and(|entry| entry.is_of(&thread) && choice.has(&entry))
            })
        });
        let most = RwSignal::new(ROWS);
        // After a clear, the list begins with few rows again.
        Effect::watch(move || start.get(), move |_, _, _| most.set(ROWS), false);
        Self {
            recorder,
            numbers,
            follows,
            until,
            found,
            most,
        }
    }

    /// How many entries match the filter.
    fn count(self) -> usize {
        self.found.with(|found| found.numbers.len())
    }

    /// The numbers of the rows.
    fn rows(self) -> Vec<usize> {
        self.found.with(|found| {
            let from = found.numbers.len().saturating_sub(self.most.get());
            found.numbers.get(from..).unwrap_or_default().to_vec()
        })
    }

    /// How many entries were recorded since the list stopped following the end.
    fn newer(self) -> usize {
        let newer = self.numbers.with(|numbers| numbers.end);
        let newer = newer.saturating_sub(self.until.get());
        if self.follows.get() { 0 } else { newer }
    }
}

/// The entries of the thread on screen that match the filter.
#[component]
pub(super) fn List(
    /// The recording.
    recorder: StoredValue<Rc<Recorder>, LocalStorage>,
    filter: Filter,
) -> impl IntoView {
    let Ui { texts, cells, .. } = Ui::get();
    let texts = &texts.debug;
    let shown = Shown::new(recorder, cells.thread(), filter);
    let latest = move |_| {
        shown.most.set(ROWS);
        shown.follows.set(true);
    };
    view! {
        <div class="mt-debug__body">
            <Rows shown/>
            <div class="mt-debug__foot">
                <span data-testid="debug-count">
                    {move || texts.shown(shown.count().min(shown.most.get()), shown.count())}
                </span>
                <Show when=move || { shown.newer() > 0 }>
                    <button type="button" class="mt-debug__way" on:click=latest>
                        {move || texts.newer(shown.newer())}
                    </button>
                </Show>
            </div>
        </div>
    }
}

/// The scrolling list of rows.
#[component]
fn Rows(shown: Shown) -> impl IntoView {
    let texts = &Ui::get().texts.debug;
    let Shown {
        recorder,
        follows,
        found,
        most,
        ..
    } = shown;
    let earlier = move |_| {
        follows.set(false);
        most.update(|most| *most += ROWS);
    };
    let row = move |number: usize| {
        let (entry, first, before) = recorder.with_value(|recorder| {
            let before = number
                .checked_sub(1)
                .and_then(|before| recorder.entry(before));
            let first = recorder.entry(recorder.numbers().start);
            (recorder.entry(number), first, before)
        });
        let entry = entry?;
        let first = first.map_or(entry.at, |first| first.at);
        let since = before.map(|before| entry.at.saturating_sub(before.at));
        let opened = Callback::new(move |()| follows.set(false));
        Some(view! { <Row entry first since opened/> })
    };
    let view = NodeRef::<Div>::new();
    Effect::new(move || {
        found.track();
        if let (Some(view), true) = (view.get(), follows.get()) {
            // After the rows are drawn.
            later(0, move || view.set_scroll_top(view.scroll_height()));
        }
    });
    let scrolled = move |_| {
        if let Some(view) = view.get_untracked() {
            follows.set_if_new(is_at_end(&view));
        }
    };
    view! {
        <div
            class="mt-debug__rows"
            tabindex="0"
            role="group"
            aria-label=texts.title
            node_ref=view
            on:scroll=scrolled
        >
            <Show when=move || { shown.count() > most.get() }>
                <button type="button" class="mt-debug__way" on:click=earlier>
                    {texts.earlier}
                </button>
            </Show>
            <For each=move || shown.rows() key=|number| *number children=row/>
            <Show when=move || shown.count() == 0>
                <Nothing recorder/>
            </Show>
        </div>
    }
}

/// Says that there are no entries, or that none match the filter.
#[component]
fn Nothing(recorder: StoredValue<Rc<Recorder>, LocalStorage>) -> impl IntoView {
    let Ui { texts, cells, .. } = Ui::get();
    let nothing = recorder.with_value(|recorder| recorder.of(&cells.thread()).is_empty());
    let said = if nothing {
        texts.debug.empty
    } else {
        texts.debug.nothing_found
    };
    view! { <p class="mt-debug__note">{said}</p> }
}

fn is_at_end(view: &Element) -> bool {
    view.scroll_top() + view.client_height() + NEAR >= view.scroll_height()
}
