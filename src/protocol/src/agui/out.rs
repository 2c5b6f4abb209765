//! Where the events and diagnostics of the frame being read are collected.
//!
//! Not responsible for what they say.

use midturn_core::id::RunId;
use midturn_core::run_event::RunEvent;

use super::Item;
use super::confirm::Confirmations;
use crate::diagnostic::{Diagnostic, Kind};

/// More distinct oddities than this are not told apart any more, to bound memory.
const MAX_TOLD: usize = 64;

#[derive(Debug, Default)]
pub(crate) struct Out {
    items: Vec<Item>,
    run: Option<RunId>,
    told: Vec<(Kind, String)>,
    confirmations: Confirmations,
}

impl Out {
    pub(crate) fn event(&mut self, event: RunEvent) {
        // Nearly every event is a piece of text, which needs no list of its own.
        if !self.confirmations.concern(&event) {
            return self.push(event);
        }
        for event in self.confirmations.pass(event) {
            self.push(event);
        }
    }

    fn push(&mut self, event: RunEvent) {
        self.items.push(Item::Event {
            event,
            cursor: None,
            run: self.run.clone(),
        });
    }

    pub(crate) fn note(&mut self, kind: Kind, detail: &str) {
        self.items.push(Item::Diagnostic(Diagnostic {
            kind,
            detail: detail.to_owned(),
        }));
    }

    /// Like [`Self::note`], but once for the same thing: a backend that has an oddity has it in
    /// every event.
    pub(crate) fn note_once(&mut self, kind: Kind, detail: &str) {
        let known = |told: &(Kind, String)| told.0 == kind && told.1 == detail;
        if self.told.len() < MAX_TOLD && !self.told.iter().any(known) {
            self.told.push((kind, detail.to_owned()));
            self.note(kind, detail);
        }
    }

    /// The run that later events belong to.
    pub(crate) fn set_run(&mut self, run: Option<RunId>) {
        self.run = run;
    }

    pub(crate) fn run(&self) -> Option<&RunId> {
        self.run.as_ref()
    }

    /// Moves what the frame gave to `items`; its last event gets the cursor.
    pub(crate) fn take(&mut self, id: Option<String>, items: &mut Vec<Item>) {
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
