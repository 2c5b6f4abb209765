//! Plans and to-do lists, as agents write them in activities and in the shared state.
//!
//! There is no standard. The names read here are those of AG-UI's and `CopilotKit`'s examples,
//! pydantic-ai, and `LangChain`'s to-do lists.

use midturn_core::plan::{Plan, PlanStep, StepStatus};
use serde_json::{Map, Value};

/// The members that hold the steps.
const LISTS: [&str; 5] = ["steps", "todos", "plan", "tasks", "items"];

/// The members of the shared state in which a plan is looked for.
const IN_STATE: [&str; 3] = ["plan", "todos", "steps"];

/// The members that hold a step's text, the best first.
const TEXTS: [&str; 7] = [
    "title",
    "content",
    "description",
    "text",
    "name",
    "task",
    "step",
];

/// Whether an activity of this type (AG-UI `activityType`) is expected to be a plan.
pub fn is_plan(kind: &str) -> bool {
    let letters = kind.chars().filter(|letter| letter.is_alphanumeric());
    let name = letters.collect::<String>().to_ascii_lowercase();
    // The AI SDK names parts of the app's own `data-…`.
    let name = name.strip_prefix("data").unwrap_or(&name);
    matches!(
        name,
        "plan" | "todo" | "todos" | "todolist" | "tasks" | "tasklist" | "steps" | "checklist"
    )
}

/// Reads the content of an activity of this type as a plan. `None` if the type is another one, the
/// content has another form, or no step has a text.
pub fn read(kind: &str, content: &str) -> Option<Plan> {
    if !is_plan(kind) {
        return None;
    }
    let content: Value = serde_json::from_str(content).ok()?;
    let (title, list) = match &content {
        Value::Object(members) => (title(members), list(members)?),
        _ => (None, content.as_array()?),
    };
    let mut steps = Vec::with_capacity(list.len());
    for item in list {
        // A step whose text has not come yet is left out.
        steps.extend(Some(step(item)?).filter(|step| !step.text.is_empty()));
    }
    (!steps.is_empty()).then_some(Plan { title, steps })
}

/// The list of steps, which may be in a plan of its own: `{"plan": {"steps": […]}}`.
fn list(members: &Map<String, Value>) -> Option<&Vec<Value>> {
    LISTS.iter().find_map(|name| match members.get(*name)? {
        Value::Array(list) => Some(list),
        Value::Object(inner) => LISTS.iter().find_map(|name| inner.get(*name)?.as_array()),
        _ => None,
    })
}

fn title(members: &Map<String, Value>) -> Option<String> {
    let names = ["title", "goal", "name"];
    let mut found = names.iter().filter_map(|name| members.get(*name)?.as_str());
    let title = found.next()?.trim();
    (!title.is_empty()).then(|| title.to_owned())
}

/// One step, whose text may be blank; a text alone is a step that has not begun. `None` if this is no
/// step.
fn step(item: &Value) -> Option<PlanStep> {
    let (text, status) = match item {
        Value::String(text) => (text.trim(), StepStatus::Pending),
        Value::Object(members) => (text(members).unwrap_or_default(), status_of(members)?),
        _ => return None,
    };
    let text = text.to_owned();
    Some(PlanStep { text, status })
}

/// The status of a step, which has not begun if it says nothing.
fn status_of(members: &Map<String, Value>) -> Option<StepStatus> {
    if let Some(told) = members.get("status").or_else(|| members.get("state")) {
        return status(told.as_str()?);
    }
    let is_set = |name| members.get(name) == Some(&Value::Bool(true));
    Some(if is_set("done") || is_set("completed") {
        StepStatus::Done
    } else {
        StepStatus::Pending
    })
}

fn text(members: &Map<String, Value>) -> Option<&str> {
    let texts = TEXTS.iter().filter_map(|name| members.get(*name)?.as_str());
    texts.map(str::trim).find(|text| !text.is_empty())
}

fn status(name: &str) -> Option<StepStatus> {
    let name = name.to_ascii_lowercase().replace(['-', ' '], "_");
    Some(match &*name {
        "" | "pending" | "todo" | "not_started" | "queued" | "open" | "planned" | "waiting" => {
            StepStatus::Pending
        }
        "in_progress" | "running" | "active" | "executing" | "started" | "current" | "working" => {
            StepStatus::Running
        }
        "completed" | "complete" | "done" | "finished" | "success" | "succeeded" => {
            StepStatus::Done
        }
        "failed" | "error" | "blocked" => StepStatus::Failed,
        "skipped" | "cancelled" | "canceled" => StepStatus::Skipped,
        _ => return None,
    })
}

/// The plan in a shared state, as the content of an activity: `{"steps": […]}`, with the steps as
/// the agent wrote them.
///
/// A state belongs to the app, so the rule is strict: the member is `plan`, `todos` or `steps`, and
/// each item has a text, and a `status` that is known. Everything else is not a plan.
pub(crate) fn of_state(state: &Value) -> Option<String> {
    let steps = IN_STATE.iter().find_map(|name| {
        let held = state.get(*name)?;
        let list = match held {
            Value::Object(inner) => inner.get("steps")?,
            held => held,
        };
        let items = list.as_array().filter(|items| !items.is_empty())?;
        items.iter().all(is_strict).then_some(list)
    })?;
    Some(format!("{{\"steps\":{steps}}}"))
}

fn is_strict(item: &Value) -> bool {
    let known = |status: &Value| status.as_str().and_then(status_of_state).is_some();
    item.as_object()
        .is_some_and(|members| text(members).is_some() && members.get("status").is_some_and(known))
}

/// A status that is not blank.
fn status_of_state(name: &str) -> Option<StepStatus> {
    status(name).filter(|_| !name.trim().is_empty())
}

#[cfg(test)]
mod tests;
