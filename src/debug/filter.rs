//! The filter of the debug panel: which entries are shown.

use std::ops::Range;

use leptos::prelude::*;

use super::entry::{Entry, What};
use super::row::words;

/// The person's choice.
#[derive(Clone, Copy)]
pub(super) struct Filter {
    /// Requests, events, and diagnostics about what the backend sent.
    pub(super) wire: RwSignal<bool>,
    /// Inputs.
    pub(super) core: RwSignal<bool>,
    /// Only odd entries: diagnostics, and inputs that led to one.
    pub(super) odd: RwSignal<bool>,
    /// Only entries with this text.
    pub(super) text: RwSignal<String>,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            wire: RwSignal::new(true),
            core: RwSignal::new(true),
            odd: RwSignal::new(false),
            text: RwSignal::default(),
        }
    }
}

impl Filter {
    /// The current choice.
    pub(super) fn choice(self) -> Choice {
        Choice {
            wire: self.wire.get(),
            core: self.core.get(),
            odd: self.odd.get(),
            text: self.text.with(|text| text.trim().to_lowercase()),
        }
    }
}

/// The values of a [`Filter`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Choice {
    wire: bool,
    core: bool,
    odd: bool,
    /// The searched text, in lower case.
    text: String,
}

impl Choice {
    /// Whether the choice includes this entry.
    pub(super) fn has(&self, entry: &Entry) -> bool {
        let kind = match entry.what {
            What::Request { .. } | What::Event { .. } | What::Odd { .. } => self.wire,
            What::Input { .. } => self.core,
        };
        kind && (!self.odd || entry.is_odd())
            && (self.text.is_empty() || words(entry).to_lowercase().contains(&self.text))
    }
}

/// The numbers of the entries that match the choice.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) numbers: Vec<usize>,
    choice: Choice,
    /// Entries before this number have been checked.
    until: usize,
}

impl Found {
    /// Checks the entries whose numbers are in `among`, and returns whether the result changed.
    /// Entries that `before` has checked are not checked again, unless the choice has changed.
    pub(super) fn next(
        before: Option<Self>,
        choice: Choice,
        among: Range<usize>,
        is_chosen: impl Fn(&Choice, usize) -> bool,
    ) -> (Self, bool) {
        let same = |before: &Self| before.choice == choice && before.until <= among.end;
        let (mut numbers, from, mut changed) = match before.filter(same) {
            Some(before) => (before.numbers, before.until.max(among.start), false),
            None => (Vec::new(), among.start, true),
        };
        let held = numbers.len();
        numbers.retain(|number| among.contains(number));
        changed |= numbers.len() < held;
        let held = numbers.len();
        numbers.extend((from..among.end).filter(|number| is_chosen(&choice, *number)));
        changed |= numbers.len() > held;
        let found = Self {
            numbers,
            choice,
            until: among.end,
        };
        (found, changed)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn choice(text: &str) -> Choice {
        let text = text.to_owned();
        Choice {
            wire: true,
            core: true,
            odd: false,
            text,
        }
    }

    fn event(json: &str) -> Entry {
        let (run, json) = ("m1.1".into(), json.to_owned());
        Entry {
            at: 1,
            thread: None,
            what: What::Event { run, json },
        }
    }

    #[test]
    fn the_search_ignores_case_and_unselected_kinds_are_left_out() {
        let entry = event(r#"{"type":"CUSTOM"}"#);
        assert!(choice("custom").has(&entry));
        assert!(!choice("other").has(&entry));
        let inputs = Choice {
            wire: false,
            ..choice("")
        };
        assert!(!inputs.has(&entry));
        let odd = Choice {
            odd: true,
            ..choice("")
        };
        assert!(!odd.has(&entry));
    }

    #[test]
    fn each_entry_is_checked_once_per_choice() {
        let looks = Cell::new(0);
        let even = |_: &Choice, number: usize| {
            looks.set(looks.get() + 1);
            number.is_multiple_of(2)
        };
        let (found, changed) = Found::next(None, choice(""), 0..4, even);
        assert_eq!((&found.numbers[..], changed), (&[0, 2][..], true));
        let (found, changed) = Found::next(Some(found), choice(""), 0..6, even);
        assert_eq!((&found.numbers[..], changed), (&[0, 2, 4][..], true));
        let (found, changed) = Found::next(Some(found), choice(""), 0..6, even);
        assert_eq!((looks.get(), changed), (6, false));
        let (found, changed) = Found::next(Some(found), choice("x"), 0..6, even);
        assert_eq!((found.numbers.len(), looks.get(), changed), (3, 12, true));
    }

    #[test]
    fn cleared_entries_are_no_longer_found() {
        let all = |_: &Choice, _: usize| true;
        let (found, _) = Found::next(None, choice(""), 0..3, all);
        let (found, changed) = Found::next(Some(found), choice(""), 3..4, all);
        assert_eq!((&found.numbers[..], changed), (&[3][..], true));
        let (found, changed) = Found::next(Some(found), choice(""), 4..4, all);
        assert!(found.numbers.is_empty() && changed);
    }
}
