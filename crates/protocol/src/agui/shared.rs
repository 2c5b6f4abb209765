//! The shared state and the contents of activities, which a backend sends whole or changes with
//! JSON Patch (RFC 6902).
//!
//! A patch is applied completely or not at all: a failed patch leaves the old value (AG-UI). Only
//! operations of unknown kinds are skipped.

use json_patch::Patch;
use midturn_core::id::ActivityId;
use midturn_core::run_event::RunEvent;
use serde_json::Value;

use super::event;
use super::out::{Of, Out};
use crate::diagnostic::{Kind, start_of};
use crate::plan;
use crate::value::Given;

/// The id of the activity for the plan in the state.
const PLAN: &str = "state:plan";

/// The operations of JSON Patch.
const OPS: [&str; 6] = ["add", "remove", "replace", "move", "copy", "test"];

#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// The client's state before the stream, as JSON text; parsed with the first patch.
    before: String,
    state: Option<Value>,
    /// The plan in the state as it was last seen; `None` before the first look.
    seen: Option<Seen>,
    activities: Vec<Activity>,
}

/// The plan in the state, if there is one.
#[derive(Debug)]
struct Seen {
    plan: Option<String>,
}

#[derive(Debug)]
struct Activity {
    id: String,
    kind: String,
    content: Value,
}

impl Shared {
    /// Sets the client's current state, as JSON text; empty for none.
    pub(crate) fn begin_with(&mut self, state: String) {
        self.before = state;
    }

    /// `STATE_SNAPSHOT`. Null is a valid state.
    pub(crate) fn state_snapshot(&mut self, kind: &str, snapshot: Given<'_>, out: &mut Out) {
        match snapshot.0.map(|json| serde_json::from_str(json.get())) {
            Some(Ok(state)) => {
                self.state = Some(state);
                self.tell(out);
            }
            Some(Err(_)) => out.of(kind).bad("snapshot", "cannot be read"),
            None => out.of(kind).bad("snapshot", "is missing"),
        }
    }

    /// `STATE_DELTA`. Without a state, begins with an empty object.
    pub(crate) fn state_delta(&mut self, kind: &str, delta: Given<'_>, out: &mut Out) {
        let before = &self.before;
        let state = self.state.get_or_insert_with(|| {
            serde_json::from_str(before).unwrap_or_else(|_| Value::Object(serde_json::Map::new()))
        });
        if apply(state, delta, &mut out.of(kind), "delta") {
            self.tell(out);
        }
    }

    /// Tells of the changed state and, if the plan in it has changed, of the plan as an activity. A
    /// plan that the state had before the run belongs to an earlier turn.
    fn tell(&mut self, out: &mut Out) {
        let Some(state) = &self.state else { return };
        out.event(RunEvent::State(state.to_string()));
        let now = plan::of_state(state);
        let before = if let Some(Seen { plan }) = self.seen.take() {
            plan
        } else {
            let before = serde_json::from_str(&self.before).ok();
            before.and_then(|before| plan::of_state(&before))
        };
        if let Some(content) = now.clone().filter(|_| now != before) {
            out.event(RunEvent::Note {
                id: ActivityId::from(PLAN),
                title: "plan".to_owned(),
                content,
            });
        }
        // A state without a plan forgets nothing: the plan that was shown stays with its turn.
        let plan = now.or(before);
        self.seen = Some(Seen { plan });
    }

    /// Clears the activities for a new run.
    pub(crate) fn run_started(&mut self) {
        self.activities.clear();
    }

    /// `ACTIVITY_SNAPSHOT`. Returns the content to show; `None` if the existing content must stay.
    pub(crate) fn activity_snapshot(
        &mut self,
        kind: &str,
        id: &str,
        title: &str,
        content: Given<'_>,
        replace: bool,
        out: &mut Out,
    ) -> Option<String> {
        let content = content.0.map(|json| serde_json::from_str(json.get()));
        let content = content.and_then(Result::ok).unwrap_or_else(|| {
            let mut of = out.of(kind);
            of.bad("content", "is missing or cannot be read");
            Value::Null
        });
        let held = self.activities.iter_mut().find(|held| held.id == id);
        let shown = text_of(&content);
        match held {
            // Without `replace`, existing content stays.
            Some(_) if !replace => return None,
            Some(held) => {
                title.clone_into(&mut held.kind);
                held.content = content;
            }
            None => self.activities.push(Activity {
                id: id.to_owned(),
                kind: title.to_owned(),
                content,
            }),
        }
        Some(shown)
    }

    /// `ACTIVITY_DELTA`. Returns the type and the content to show, if the patch was applied.
    pub(crate) fn activity_delta(
        &mut self,
        kind: &str,
        id: &str,
        delta: event::ActivityDelta<'_>,
        out: &mut Out,
    ) -> Option<(String, String)> {
        let Some(held) = self.activities.iter_mut().find(|held| held.id == id) else {
            out.note_once(Kind::OutOfOrder, "ACTIVITY_DELTA of what is not there");
            return None;
        };
        let mut of = out.of(kind);
        if !apply(&mut held.content, delta.patch, &mut of, "patch") {
            return None;
        }
        if let Some(title) = of.id("activityType", delta.activity_type) {
            held.kind = title.into_owned();
        }
        Some((held.kind.clone(), text_of(&held.content)))
    }
}

/// A string unchanged, null as an empty text, anything else as JSON.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Applies a field's patch. Skips operations of unknown kinds, and applies the others completely or
/// not at all. Returns whether they were applied.
fn apply(document: &mut Value, patch: Given<'_>, of: &mut Of<'_>, name: &str) -> bool {
    let patch = patch.0.map(|json| serde_json::from_str(json.get()));
    let Some(Ok(Value::Array(mut operations))) = patch else {
        of.bad(name, "is no list of operations");
        return false;
    };
    operations.retain(|operation| {
        let Some(op) = operation.get("op").and_then(Value::as_str) else {
            return true;
        };
        let known = OPS.contains(&op);
        if !known {
            let what = format!("has the unknown operation {}", start_of(op));
            of.bad(name, &what);
        }
        known
    });
    let Ok(patch) = serde_json::from_value::<Patch>(Value::Array(operations)) else {
        of.bad(name, "is not as JSON Patch has it");
        return false;
    };
    if json_patch::patch(document, &patch).is_err() {
        of.bad(name, "does not fit what it is for");
        return false;
    }
    true
}
