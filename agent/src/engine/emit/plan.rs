//! The agent's plan as an AG-UI activity: whole at first, then what has changed.

use serde_json::{Value, json};

use super::Emitter;
use crate::agui::EventKind;
use crate::engine::io::PlanStep;

/// The type of the activity.
const PLAN: &str = "plan";

/// A plan as the client knows it.
#[derive(Debug, Clone)]
pub(super) struct Told {
    id: String,
    steps: Vec<PlanStep>,
}

impl Emitter {
    /// Sends a plan. If only the status of steps has changed, sends only that.
    pub(in crate::engine) fn plan(&mut self, steps: Vec<PlanStep>) {
        let before = self.plan.take();
        let patch = before.as_ref().and_then(|told| patch(&told.steps, &steps));
        let id = before.map_or_else(|| self.mint('p'), |told| told.id);
        let message_id = id.clone();
        let activity_type = PLAN.to_owned();
        let event = match patch {
            Some(patch) => EventKind::ActivityDelta {
                message_id,
                activity_type,
                patch,
            },
            None => EventKind::ActivitySnapshot {
                message_id,
                activity_type,
                content: json!({ "steps": steps }),
            },
        };
        self.plan = Some(Told { id, steps });
        self.emit(event);
    }
}

/// The JSON Patch from one plan to another with the same steps; `None` if the steps differ.
fn patch(before: &[PlanStep], after: &[PlanStep]) -> Option<Vec<Value>> {
    if !before
        .iter()
        .map(|step| &step.title)
        .eq(after.iter().map(|step| &step.title))
    {
        return None;
    }
    let changed = before
        .iter()
        .zip(after)
        .enumerate()
        .filter(|(_, (before, after))| before != after);
    let replace = |(place, (_, after)): (usize, (&PlanStep, &PlanStep))| {
        let path = format!("/steps/{place}/status");
        json!({"op": "replace", "path": path, "value": after.status})
    };
    Some(changed.map(replace).collect())
}
