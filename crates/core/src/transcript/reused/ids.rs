//! The ids of a turn that came again, and how much of what was there the active run has repeated.

use serde::{Deserialize, Serialize};

use crate::id::ActivityId;
use crate::stored::is_default;

/// What an id is for. Things of two kinds may have the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::transcript) enum Kind {
    Text,
    Reasoning,
    /// A tool call or a subagent.
    Activity,
    /// The result of a call, by the id that the call has here.
    Result,
}

/// The ids of a turn that came again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::transcript) struct Reused {
    /// Whether the active run brings answers, and so may repeat what was there before it.
    #[serde(skip_serializing_if = "is_default")]
    answers: bool,
    /// The later things with an id that came again, and everything that the active run has named if
    /// it brings answers. For an id, the last one counts.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) held: Vec<Held>,
    /// The calls that were open when the stream was joined again: what reads it from there may begin
    /// them once more.
    #[serde(skip_serializing_if = "is_default")]
    open: Vec<ActivityId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Held {
    pub(super) kind: Kind,
    /// The backend's id.
    pub(super) id: String,
    /// The id here.
    pub(super) own: String,
    /// The active run has named it.
    #[serde(default, skip_serializing_if = "is_default")]
    named: bool,
    /// How much of it the active run has repeated so far; `None` if it is not repeated.
    #[serde(default, skip_serializing_if = "is_default")]
    repeated: Option<usize>,
}

impl Reused {
    /// Begins another run of the turn.
    pub(in crate::transcript) fn next_run(&mut self, brings_answers: bool) {
        self.answers = brings_answers;
        self.open.clear();
        self.held.retain(|held| held.own != held.id);
        for held in &mut self.held {
            held.named = false;
            held.repeated = None;
        }
    }

    /// Notes that the stream was joined again while these calls were open.
    pub(super) fn joined(&mut self, open: Vec<ActivityId>) {
        self.open = open;
    }

    /// Whether the start of a call is the first since the stream was joined again, and the call was
    /// open then.
    pub(super) fn goes_on(&mut self, call: &ActivityId) -> bool {
        let place = self.open.iter().position(|held| held == call);
        place.map(|place| self.open.remove(place)).is_some()
    }

    pub(super) fn add(&mut self, kind: Kind, id: &str, own: &str) {
        self.held.push(Held {
            kind,
            id: id.to_owned(),
            own: own.to_owned(),
            named: self.answers,
            repeated: None,
        });
    }

    /// The id here of the last thing with this id.
    pub(super) fn last(&self, kind: Kind, id: &str) -> String {
        let mut all = self.held.iter().rev();
        let found = all.find(|held| held.kind == kind && held.id == id);
        found.map_or(id, |held| &held.own).to_owned()
    }

    /// The backend's id of the thing with this id here.
    pub(super) fn theirs<'a>(&'a self, kind: Kind, own: &'a str) -> &'a str {
        let mut all = self.held.iter();
        let found = all.find(|held| held.kind == kind && held.own == own);
        found.map_or(own, |held| &held.id)
    }

    /// Whether the active run brings answers and names this for the first time.
    pub(super) fn is_first(&mut self, kind: Kind, id: &str) -> bool {
        if !self.answers {
            return false;
        }
        let mut all = self.held.iter_mut().rev();
        if let Some(held) = all.find(|held| held.kind == kind && held.id == id) {
            return !std::mem::replace(&mut held.named, true);
        }
        self.add(kind, id, id);
        true
    }

    /// How much of the thing with this id here was repeated so far.
    pub(super) fn repeated(&mut self, kind: Kind, own: &str) -> Option<&mut Option<usize>> {
        let mut all = self.held.iter_mut();
        let found = all.find(|held| held.kind == kind && held.own == own);
        found.map(|held| &mut held.repeated)
    }

    /// Says how much was repeated so far. Returns whether it was being repeated.
    pub(super) fn set_repeated(&mut self, kind: Kind, own: &str, done: Option<usize>) -> bool {
        let held = self.repeated(kind, own);
        held.is_some_and(|held| std::mem::replace(held, done).is_some())
    }
}
