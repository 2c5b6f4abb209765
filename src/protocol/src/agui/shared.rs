//! What a backend keeps with its client and changes piece by piece: the shared state, and the contents
//! of activities. Both come whole, or as JSON Patch (RFC 6902).
//!
//! A patch is applied whole or not at all, and what cannot be applied leaves what was there (AG-UI).
//! Not responsible for what the state or an activity means, nor for showing it.

use json_patch::Patch;
use midturn_core::run_event::RunEvent;
use serde_json::Value;

use super::fields::Fields;
use super::out::Out;
use crate::diagnostic::{Kind, start_of};

/// The operations there are.
const OPS: [&str; 6] = ["add", "remove", "replace", "move", "copy", "test"];

#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// What the client had before the stream, as JSON text; read with the first patch.
    before: String,
    state: Option<Value>,
    activities: Vec<Activity>,
}

#[derive(Debug)]
struct Activity {
    id: String,
    kind: String,
    content: Value,
}

impl Shared {
    /// The state that the client has as yet, as JSON text; empty for none.
    pub(crate) fn begin_with(&mut self, state: String) {
        self.before = state;
    }

    /// `STATE_SNAPSHOT`. Null is a state too.
    pub(crate) fn state_snapshot(&mut self, fields: &Fields<'_>, out: &mut Out) {
        match fields.value("snapshot").map(serde_json::from_str) {
            Some(Ok(state)) => tell(self.state.insert(state), out),
            Some(Err(_)) => fields.bad("snapshot", "cannot be read", out),
            None => fields.bad("snapshot", "is missing", out),
        }
    }

    /// `STATE_DELTA`. A client that has no state begins with an empty one.
    pub(crate) fn state_delta(&mut self, fields: &Fields<'_>, out: &mut Out) {
        let before = &self.before;
        let state = self.state.get_or_insert_with(|| {
            serde_json::from_str(before).unwrap_or_else(|_| Value::Object(serde_json::Map::new()))
        });
        if apply(state, fields, "delta", out) {
            tell(state, out);
        }
    }

    /// A new run: its activities are told apart anew.
    pub(crate) fn run_started(&mut self) {
        self.activities.clear();
    }

    /// `ACTIVITY_SNAPSHOT`: the content to show, unless there is one that is to stay.
    pub(crate) fn activity_snapshot(
        &mut self,
        id: &str,
        kind: &str,
        fields: &Fields<'_>,
        out: &mut Out,
    ) -> Option<String> {
        let content = fields.value("content").map(serde_json::from_str);
        let content = content.and_then(Result::ok).unwrap_or_else(|| {
            fields.bad("content", "is missing or cannot be read", out);
            Value::Null
        });
        let held = self.activities.iter_mut().find(|held| held.id == id);
        let shown = text_of(&content);
        match held {
            // Without leave to replace, what is there stays as it is.
            Some(_) if !fields.flag("replace", true) => return None,
            Some(held) => {
                kind.clone_into(&mut held.kind);
                held.content = content;
            }
            None => self.activities.push(Activity {
                id: id.to_owned(),
                kind: kind.to_owned(),
                content,
            }),
        }
        Some(shown)
    }

    /// `ACTIVITY_DELTA`: the type and the content to show, if there was something to change.
    pub(crate) fn activity_delta(
        &mut self,
        id: &str,
        fields: &Fields<'_>,
        out: &mut Out,
    ) -> Option<(String, String)> {
        let Some(held) = self.activities.iter_mut().find(|held| held.id == id) else {
            out.note_once(Kind::OutOfOrder, "ACTIVITY_DELTA of what is not there");
            return None;
        };
        if !apply(&mut held.content, fields, "patch", out) {
            return None;
        }
        if let Some(kind) = fields.id("activityType", out) {
            held.kind = kind;
        }
        Some((held.kind.clone(), text_of(&held.content)))
    }
}

fn tell(state: &Value, out: &mut Out) {
    out.event(RunEvent::State(state.to_string()));
}

/// A text as it is, anything else as JSON.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Applies a field's patch, whole or not at all. Says whether it was applied.
fn apply(document: &mut Value, fields: &Fields<'_>, name: &str, out: &mut Out) -> bool {
    let Some(Ok(Value::Array(mut operations))) = fields.value(name).map(serde_json::from_str)
    else {
        fields.bad(name, "is no list of operations", out);
        return false;
    };
    operations.retain(|operation| {
        let Some(op) = operation.get("op").and_then(Value::as_str) else {
            return true;
        };
        let known = OPS.contains(&op);
        if !known {
            fields.bad(
                name,
                &["has the unknown operation ", start_of(op)].concat(),
                out,
            );
        }
        known
    });
    let Ok(patch) = serde_json::from_value::<Patch>(Value::Array(operations)) else {
        fields.bad(name, "is not as JSON Patch has it", out);
        return false;
    };
    if json_patch::patch(document, &patch).is_err() {
        fields.bad(name, "does not fit what it is for", out);
        return false;
    }
    true
}
