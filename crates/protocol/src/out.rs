//! Collects the events and diagnostics of the frame being read, for every protocol.

use std::borrow::Cow;

use midturn_core::id::RunId;
use midturn_core::run_event::RunEvent;

use crate::diagnostic::{Diagnostic, Kind, start_of};
use crate::item::Item;
use crate::value::Text;

/// The maximum number of distinct diagnostics of [`Out::note_once`], to bound memory.
const MAX_TOLD: usize = 64;

/// The events and diagnostics of one frame.
#[derive(Debug, Default)]
pub struct Out {
    items: Vec<Item>,
    run: Option<RunId>,
    told: Vec<(Kind, String)>,
}

impl Out {
    /// Adds an event.
    pub fn event(&mut self, event: RunEvent) {
        self.items.push(Item::Event {
            event,
            cursor: None,
            run: self.run.clone(),
        });
    }

    /// Adds a diagnostic.
    pub fn note(&mut self, kind: Kind, detail: &str) {
        self.items.push(Item::Diagnostic(Diagnostic {
            kind,
            detail: detail.to_owned(),
        }));
    }

    /// Like [`Self::note`], but only once for the same detail: a backend repeats its deviation in
    /// every event.
    pub fn note_once(&mut self, kind: Kind, detail: &str) {
        let known = |told: &(Kind, String)| told.0 == kind && told.1 == detail;
        if self.told.len() < MAX_TOLD && !self.told.iter().any(known) {
            self.told.push((kind, detail.to_owned()));
            self.note(kind, detail);
        }
    }

    /// Starts reading the fields of an event of this type, or of an object inside an event.
    pub fn of<'o>(&'o mut self, kind: &'o str) -> Of<'o> {
        Of { kind, out: self }
    }

    /// Sets the run of the following events.
    pub fn set_run(&mut self, run: Option<RunId>) {
        self.run = run;
    }

    /// The run of the following events.
    pub fn run(&self) -> Option<&RunId> {
        self.run.as_ref()
    }

    /// Moves the frame's items to `items`; the last event gets the cursor.
    pub fn take(&mut self, id: Option<String>, items: &mut Vec<Item>) {
        let last = self.items.iter_mut().rev().find_map(|item| match item {
            Item::Event { cursor, .. } => Some(cursor),
            Item::Diagnostic(_) | Item::Raw(_) => None,
        });
        if let Some(cursor) = last {
            *cursor = id;
        }
        items.append(&mut self.items);
    }
}

/// Reads the fields of one object, and reports diagnostics.
#[derive(Debug)]
pub struct Of<'o> {
    /// The event's type, or the name of the object inside an event.
    kind: &'o str,
    out: &'o mut Out,
}

impl Of<'_> {
    /// A text field. A value of another type is returned as its JSON text.
    pub fn text<'a>(&mut self, name: &str, field: Text<'a>) -> Option<Cow<'a, str>> {
        let (text, what) = match field {
            Text::Absent => return None,
            Text::String(text) => return Some(text),
            Text::Repaired(text) => (text, "has half a surrogate pair"),
            Text::Other(json) => (json.into(), "is no string"),
        };
        self.bad(name, what);
        Some(text)
    }

    /// An id or name; `None` if it is empty.
    pub fn id<'a>(&mut self, name: &str, field: Text<'a>) -> Option<Cow<'a, str>> {
        self.text(name, field).filter(|id| !id.is_empty())
    }

    /// A text field that the protocol requires; empty if it is missing.
    pub fn required<'a>(&mut self, name: &str, field: Text<'a>) -> Cow<'a, str> {
        self.text(name, field).unwrap_or_else(|| {
            self.bad(name, "is missing");
            Cow::Borrowed("")
        })
    }

    /// Reports a bad field.
    pub fn bad(&mut self, name: &str, what: &str) {
        let detail = format!("{}.{name} {what}", start_of(self.kind));
        self.out.note(Kind::BadField, &detail);
    }

    /// Reports an unknown field.
    pub fn unknown(&mut self, name: &str) {
        let detail = format!("{}.{}", start_of(self.kind), start_of(name));
        self.out.note_once(Kind::UnknownField, &detail);
    }
}
