//! The three events of a subagent's life.

use midturn_core::id::ActivityId;
use midturn_core::run_event::{RunEvent, TaskEvent};

use super::event::{self, Event};
use super::out::Out;

/// A backend's mark for a task that was stopped on purpose: the code of a subagent's error, or the
/// status in a result's metadata.
pub(super) const CANCELLED: &str = "cancelled";

/// Translates one of a subagent's three lifecycle events.
pub(super) fn subagent(kind: &str, event: Event<'_>, id: ActivityId, out: &mut Out) {
    let mut of = out.of(kind);
    let event = match event {
        Event::SubagentStarted(started) => {
            let call = of.id("parentToolCallId", started.parent_tool_call_id);
            let parent =
                call.or_else(|| of.id("parentSubagentRunId", started.parent_subagent_run_id));
            RunEvent::SubagentStarted {
                id,
                name: of.required("name", started.name).into_owned(),
                description: of.id("description", started.description).map(Into::into),
                parent: parent.as_deref().map(ActivityId::from),
            }
        }
        Event::SubagentError(error) => {
            if of.id("code", error.code).as_deref() == Some(CANCELLED) {
                RunEvent::Task {
                    element: id,
                    event: TaskEvent::Stopped,
                }
            } else {
                let message = of.required("message", error.message);
                RunEvent::SubagentEnded {
                    id,
                    error: Some(message.into_owned()),
                }
            }
        }
        Event::SubagentFinished(finished) => {
            if is_suspended(finished, out) {
                RunEvent::SubagentSuspended { id }
            } else {
                RunEvent::SubagentEnded { id, error: None }
            }
        }
        _ => return,
    };
    out.event(event);
}

/// Whether a subagent is suspended: it waits for an answer and continues in a later run.
fn is_suspended(finished: event::SubagentFinished<'_>, out: &mut Out) -> bool {
    let outcome = finished.outcome.object().unwrap_or_default();
    out.of("outcome").text("type", outcome.kind).as_deref() == Some("suspended")
}
