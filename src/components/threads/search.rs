//! The search over all threads: their titles, and the texts of their messages.

use leptos::prelude::*;
use midturn_core::find::{Excerpt, Words};
use midturn_core::id::ThreadId;
use web_sys::KeyboardEvent;

use super::ThreadList;
use crate::components::Surface;
use crate::hooks::{Ime, later};
use crate::state::ThreadItem;

/// How long to wait after typing before the messages are read, in milliseconds.
const REST: u32 = 150;

/// The search.
#[derive(Clone, Copy)]
pub(super) struct Search {
    list: ThreadList,
}

/// A query, and the threads with a match in their messages, each with its last turn that matches.
pub type Found = (String, Vec<(ThreadId, Excerpt)>);

impl Search {
    /// The search of a list. It goes on with what was searched for before the list was drawn.
    pub(super) fn of(list: ThreadList) -> Self {
        let busy = StoredValue::new(false);
        Effect::new(move || {
            let asked = list.query.get();
            later(REST, move || {
                if list.query.try_get_untracked().as_ref() == Some(&asked) {
                    look(list, asked, busy);
                }
            });
        });
        Self { list }
    }

    /// Whether a thread is shown.
    pub(super) fn shows(self, item: &ThreadItem) -> bool {
        let Some(words) = self.list.query.with(|query| Words::new(query)) else {
            return true;
        };
        // The messages that were found for the start of a word are shown until those for more of it
        // are known: the list does not go blank between two letters.
        words.are_in(&item.title)
            || self
                .list
                .found
                .with(|(_, found)| found.iter().any(|(id, _)| *id == item.id))
    }

    /// The words that match in the messages of a thread.
    pub(super) fn excerpt(self, thread: &ThreadId) -> Option<Excerpt> {
        self.list.query.with(|query| Words::new(query))?;
        self.list.found.with(|(_, found)| {
            let found = found.iter().find(|(held, _)| held == thread)?;
            Some(found.1.clone())
        })
    }

    /// Whether the search is over and found nothing.
    pub(super) fn is_done(self) -> bool {
        self.list.query.with(|query| {
            Words::new(query).is_some() && self.list.found.with(|(asked, _)| asked == query)
        })
    }
}

/// Reads the messages, one search at a time: each reads all of them. What is asked meanwhile is
/// searched for afterwards, the last of it alone.
fn look(list: ThreadList, asked: String, busy: StoredValue<bool>) {
    if Words::new(&asked).is_none() {
        list.found.try_set((asked, Vec::new()));
        return;
    }
    if busy.try_get_value() != Some(false) {
        return;
    }
    busy.set_value(true);
    let query = asked.clone();
    let done = Box::new(move |threads| {
        busy.try_set_value(false);
        let Some(now) = list.query.try_get_untracked() else {
            return;
        };
        if now == asked {
            list.found.try_set((asked, threads));
        } else {
            look(list, now, busy);
        }
    });
    list.act(|acts| acts.search(&query, done));
}

/// The field.
#[component]
pub(super) fn Field(
    list: ThreadList,
    /// Goes from the field to the list.
    enter: Callback<()>,
) -> impl IntoView {
    let texts = Surface::get().texts;
    let (query, ime) = (list.query, Ime::new());
    let pressed = move |event: KeyboardEvent| {
        if ime.owns(&event) {
            return;
        }
        match event.key().as_str() {
            "Escape" if query.with_untracked(|query| !query.is_empty()) => {
                event.prevent_default();
                event.stop_propagation();
                query.set(String::new());
            }
            "ArrowDown" | "Enter" => {
                event.prevent_default();
                enter.run(());
            }
            _ => {}
        }
    };
    view! {
        <input
            class="mt-input mt-threads__find"
            type="search"
            dir="auto"
            autocomplete="off"
            spellcheck="false"
            enterkeyhint="search"
            data-testid="thread-search"
            placeholder=texts.conversations.search
            aria-label=texts.conversations.search
            prop:value=query
            on:keydown=pressed
            on:compositionend=move |event| ime.ended(&event)
            on:input=move |event| query.set(event_target_value(&event))
        />
    }
}
