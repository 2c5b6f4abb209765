//! The log of events: bounded, filtered and searched.

use std::collections::VecDeque;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, Element, Event};

use super::live::json;
use super::offer::EVENTS;
use super::state::State;
use crate::components::flag;
use crate::extra::get;
use crate::hooks::{Listener, keep};

/// The most events that the log keeps.
const MOST: usize = 200;

/// The longest detail that is kept, in characters.
const LONGEST: usize = 20_000;

/// The longest detail that is shown in one line, in characters.
const BRIEF: usize = 160;

/// An event.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    number: usize,
    /// The time of day.
    at: String,
    name: &'static str,
    detail: String,
}

impl Entry {
    fn matches(&self, searched: &str) -> bool {
        self.name.contains(searched) || self.detail.to_lowercase().contains(searched)
    }

    /// The detail in one line, without the thread's id, which is the same in most of them.
    fn brief(&self) -> String {
        let mut line = String::new();
        let lines = self.detail.lines();
        let lines = lines.filter(|line| !line.starts_with("  \"threadId\": "));
        for word in lines.flat_map(str::split_whitespace) {
            if line.len() > BRIEF {
                line.push('…');
                break;
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        line
    }
}

/// The log, as a handle.
#[derive(Clone, Copy)]
pub(super) struct Log {
    entries: RwSignal<VecDeque<Arc<Entry>>>,
    /// How many events there were, also those that were not kept.
    heard: RwSignal<usize>,
    paused: RwSignal<bool>,
    /// The events that are not kept.
    off: RwSignal<Vec<&'static str>>,
    searched: RwSignal<String>,
    interjections: RwSignal<Vec<String>>,
    /// The turns that have ended.
    turns: RwSignal<Vec<String>>,
}

impl Default for Log {
    fn default() -> Self {
        Self {
            entries: RwSignal::default(),
            heard: RwSignal::default(),
            paused: RwSignal::new(false),
            off: RwSignal::default(),
            searched: RwSignal::default(),
            interjections: RwSignal::default(),
            turns: RwSignal::default(),
        }
    }
}

/// Adds an id to those that are known.
fn note(known: RwSignal<Vec<String>>, id: &JsValue) {
    let Some(id) = id.as_string() else { return };
    known.update(|known| {
        if !known.contains(&id) {
            known.push(id);
        }
    });
}

impl Log {
    /// Listens around the element, whose events bubble. A listener on the element itself would
    /// switch `midturn-protocol-event` on.
    pub(super) fn listen(self, around: &Element) {
        for name in EVENTS {
            let hear = move |event: Event| {
                let Some(event) = event.dyn_ref::<CustomEvent>() else {
                    return;
                };
                let detail = event.detail();
                match name {
                    "midturn-interjection" => note(self.interjections, &get(&detail, "messageId")),
                    "midturn-turn-end" => note(self.turns, &get(&detail, "turnId")),
                    _ => {}
                }
                self.add(name, &json(&detail));
            };
            keep(Listener::new(around, name, false, Box::new(hear)));
        }
    }

    /// How many events there were. Reading this in an effect runs it again after each.
    pub(super) fn heard(self) -> usize {
        self.heard.get()
    }

    /// The ids of the interjections.
    pub(super) fn interjections(self) -> Vec<String> {
        self.interjections.get()
    }

    /// The ids of the turns that have ended.
    pub(super) fn turns(self) -> Vec<String> {
        self.turns.get()
    }

    fn add(self, name: &'static str, detail: &str) {
        let number = self.heard.get_untracked();
        let is_off = self.off.with_untracked(|off| off.contains(&name));
        if !is_off && !self.paused.get_untracked() {
            let entry = Entry {
                number,
                at: time_of_day(),
                name,
                detail: shortened(detail, LONGEST),
            };
            self.entries.update(|entries| {
                entries.push_front(Arc::new(entry));
                entries.truncate(MOST);
            });
        }
        self.heard.set(number + 1);
    }

    /// The events that are shown, the newest first.
    fn shown(self) -> Vec<Arc<Entry>> {
        let searched = self.searched.with(|text| text.trim().to_lowercase());
        let off = self.off.get();
        self.entries.with(|entries| {
            let shown = entries
                .iter()
                .filter(|entry| !off.contains(&entry.name) && entry.matches(&searched));
            shown.cloned().collect()
        })
    }
}

/// At most this many characters of a text.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => [text.split_at(at).0, "…"].concat(),
        None => text.to_owned(),
    }
}

fn time_of_day() -> String {
    let now = js_sys::Date::new_0();
    let (hours, minutes) = (now.get_hours(), now.get_minutes());
    let (seconds, thousandths) = (now.get_seconds(), now.get_milliseconds());
    format!("{hours:02}:{minutes:02}:{seconds:02}.{thousandths:03}")
}

/// The tab of events.
#[component]
pub(super) fn Events() -> impl IntoView {
    let State { texts, log, .. } = State::get();
    let texts = &texts.events;
    let shown = Memo::new(move |_| log.shown());
    let count = move || (texts.count)(shown.with(Vec::len));
    let nothing = move || {
        let is_empty = log.entries.with(VecDeque::is_empty);
        let said = if is_empty {
            texts.empty
        } else {
            texts.nothing_found
        };
        shown.with(Vec::is_empty).then_some(said)
    };
    view! {
        <div class="mt-play__bar">
            <input
                class="mt-input"
                type="search"
                aria-label=texts.search
                placeholder=texts.search
                on:input=move |event| log.searched.set(event_target_value(&event))
            />
            <button
                type="button"
                class="mt-button mt-button--small"
                aria-pressed=move || flag(log.paused.get())
                on:click=move |_| log.paused.update(|paused| *paused = !*paused)
            >
                {move || if log.paused.get() { texts.go_on } else { texts.pause }}
            </button>
            <button
                type="button"
                class="mt-button mt-button--small"
                on:click=move |_| log.entries.update(VecDeque::clear)
            >
                {texts.clear}
            </button>
        </div>
        <div class="mt-play__chips" role="group" aria-label=texts.kinds>
            {EVENTS.into_iter().map(|name| view! { <Kind name/> }).collect_view()}
        </div>
        <p class="mt-play__help" data-testid="event-count">
            {count}
        </p>
        <ol class="mt-play__events" aria-label=texts.log data-testid="events">
            <For each=move || shown.get() key=|entry| entry.number let(entry)>
                <Row entry/>
            </For>
        </ol>
        <p class="mt-play__help">{nothing}</p>
        <p class="mt-play__help">{texts.protocol_help}</p>
    }
}

/// A button that switches the logging of one event on or off.
#[component]
fn Kind(name: &'static str) -> impl IntoView {
    let log = State::get().log;
    let is_on = Memo::new(move |_| log.off.with(|off| !off.contains(&name)));
    let press = move |_| {
        log.off.update(|off| {
            if off.contains(&name) {
                off.retain(|held| *held != name);
            } else {
                off.push(name);
            }
        });
    };
    view! {
        <button
            type="button"
            class="mt-play__chip mt-play__kind"
            aria-pressed=move || flag(is_on.get())
            on:click=press
        >
            <bdi>{name.trim_start_matches("midturn-")}</bdi>
        </button>
    }
}

#[component]
fn Row(entry: Arc<Entry>) -> impl IntoView {
    let open = RwSignal::new(false);
    let whole = entry.clone();
    let detail = move || {
        let detail = whole.detail.clone();
        open.get().then(|| {
            view! {
                <pre class="mt-play__pre" dir="ltr" tabindex=0>
                    {detail}
                </pre>
            }
        })
    };
    view! {
        <li class="mt-play__event" data-event=entry.name>
            <button
                type="button"
                class="mt-play__summary"
                aria-expanded=move || flag(open.get())
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <span class="mt-play__time">{entry.at.clone()}</span>
                <code>{entry.name}</code>
                <bdi class="mt-play__brief">{entry.brief()}</bdi>
            </button>
            {detail}
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_detail_is_cut_between_characters() {
        assert_eq!(shortened("äöü", 2), "äö…");
        assert_eq!(shortened("äöü", 3), "äöü");
    }

    #[test]
    fn an_entry_is_found_by_its_name_and_its_detail() {
        let entry = Entry {
            number: 0,
            at: String::new(),
            name: "midturn-queue",
            detail: "{\n  \"threadId\": \"t\",\n  \"queue\": [\n    \"Later\"\n  ]\n}".to_owned(),
        };
        assert_eq!(entry.brief(), "{ \"queue\": [ \"Later\" ] }");
        assert!(entry.matches("queue") && entry.matches("later") && entry.matches(""));
        assert!(!entry.matches("ready"));
    }
}
