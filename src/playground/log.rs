//! The log of events: bounded, filtered and searched.

use std::collections::VecDeque;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, Element, Event};

use super::live::json;
use super::offer::EVENTS;
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
pub(super) struct Entry {
    pub(super) number: usize,
    /// The time of day.
    pub(super) at: String,
    pub(super) name: &'static str,
    pub(super) detail: String,
}

impl Entry {
    fn matches(&self, searched: &str) -> bool {
        self.name.contains(searched) || self.detail.to_lowercase().contains(searched)
    }

    /// The detail in one line, without the thread's id, which is the same in most of them.
    pub(super) fn brief(&self) -> String {
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
    pub(super) entries: RwSignal<VecDeque<Arc<Entry>>>,
    /// How many events there were, also those that were not kept.
    heard: RwSignal<usize>,
    pub(super) paused: RwSignal<bool>,
    /// The events that are not kept.
    pub(super) off: RwSignal<Vec<&'static str>>,
    pub(super) searched: RwSignal<String>,
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
    pub(super) fn shown(self) -> Vec<Arc<Entry>> {
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
        Some((at, _)) => format!("{}…", text.split_at(at).0),
        None => text.to_owned(),
    }
}

fn time_of_day() -> String {
    let now = js_sys::Date::new_0();
    let (hours, minutes) = (now.get_hours(), now.get_minutes());
    let (seconds, thousandths) = (now.get_seconds(), now.get_milliseconds());
    format!("{hours:02}:{minutes:02}:{seconds:02}.{thousandths:03}")
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
