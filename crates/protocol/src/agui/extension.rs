//! The events of Midturn's control extension, which are `CUSTOM` events.
//!
//! The announcement and the messages to the backend are in [`crate::control`].

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::{Limit, ReportedInterjection, RunEvent, TaskEvent};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::out::{Of, Out};
use crate::control::{ANNOUNCEMENT, Control};
use crate::fields::Fields;
use crate::value::{Flag, Text};

/// The target of an interjection to the main agent.
const ROOT: &str = "root";

/// The backend's announcement.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Announcement<'a> {
    url: Text<'a>,
    events: Text<'a>,
    threads: Text<'a>,
    cancel: Flag,
    interject: Flag,
}

/// An event of the extension. The variant is the name of the `CUSTOM` event.
#[derive(Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'a"))]
enum Extension<'a> {
    #[serde(rename = "task.cancellable")]
    Cancellable(Task<'a>),
    #[serde(rename = "task.progress")]
    Progress(Task<'a>),
    #[serde(rename = "task.cancelling")]
    Cancelling(Task<'a>),
    #[serde(rename = "task.cancelled")]
    Cancelled(Task<'a>),
    #[serde(rename = "task.cancel.failed")]
    CancelFailed(Task<'a>),
    #[serde(rename = "user.interjection")]
    Interjected(Interjected<'a>),
    #[serde(rename = "interjection.delivered")]
    Delivered(Delivered<'a>),
    #[serde(rename = "interjection.undelivered")]
    Undelivered(Delivered<'a>),
    #[serde(rename = "thread.title")]
    Title(Titled<'a>),
    #[serde(rename = "answer.limited")]
    Limited(Limited<'a>),
}

/// An event about a tool call or a subagent run.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
struct Task<'a> {
    element_id: Text<'a>,
    progress: Option<&'a RawValue>,
    message: Text<'a>,
    reason: Text<'a>,
    partial_result: Text<'a>,
    error: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
struct Interjected<'a> {
    id: Text<'a>,
    message: Text<'a>,
    parent_id: Text<'a>,
    target_agent: Text<'a>,
    fallback_from: Text<'a>,
}

/// Whether the agent got an interjection, and at which step.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Delivered<'a> {
    id: Text<'a>,
    step: Option<&'a RawValue>,
}

/// The agent's title for the thread.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Titled<'a> {
    title: Text<'a>,
}

/// Why the answer is cut off.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Limited<'a> {
    reason: Text<'a>,
}

/// The announced abilities.
pub(super) fn control(announced: Announcement<'_>, out: &mut Out) -> Control {
    let mut of = out.of(ANNOUNCEMENT);
    Control {
        url: of.id("url", announced.url).map(Into::into),
        events: of.id("events", announced.events).map(Into::into),
        threads: of.id("threads", announced.threads).map(Into::into),
        cancel: announced.cancel.0.unwrap_or_default(),
        interject: announced.interject.0.unwrap_or_default(),
    }
}

/// The event with this name; `None` if it is not in the extension or its subject is missing.
pub(super) fn event(name: &str, mut value: Fields<'_>, out: &mut Out) -> Option<RunEvent> {
    let of = &mut out.of(name);
    match value.read_as(name)? {
        Extension::Cancellable(task) => {
            let event = TaskEvent::Cancellable;
            about(event, task.element_id, of)
        }
        Extension::Progress(task) => {
            let event = TaskEvent::Progress {
                percent: percent(task.progress.map_or("", RawValue::get)),
                message: text("message", task.message, of),
            };
            about(event, task.element_id, of)
        }
        Extension::Cancelling(task) => {
            let event = TaskEvent::Cancelling {
                message: text("message", task.message, of),
            };
            about(event, task.element_id, of)
        }
        Extension::Cancelled(task) => {
            let event = TaskEvent::Cancelled {
                reason: text("reason", task.reason, of),
                partial: of.id("partialResult", task.partial_result).map(Into::into),
            };
            about(event, task.element_id, of)
        }
        Extension::CancelFailed(task) => {
            let event = TaskEvent::CancelFailed {
                error: text("error", task.error, of),
            };
            about(event, task.element_id, of)
        }
        Extension::Interjected(said) => {
            let parent = of.id("parentId", said.parent_id).filter(|id| id != ROOT);
            Some(RunEvent::Interjected(ReportedInterjection {
                id: MessageId::from(known("id", said.id, of)?),
                text: of.required("message", said.message).into_owned(),
                parent: parent.as_deref().map(ActivityId::from),
                agent: of.id("targetAgent", said.target_agent).map(Into::into),
                fell_back: of.id("fallbackFrom", said.fallback_from).is_some(),
            }))
        }
        Extension::Delivered(delivered) => Some(RunEvent::InterjectionDelivered {
            id: MessageId::from(known("id", delivered.id, of)?),
            step: delivered.step.and_then(|step| step.get().parse().ok()),
        }),
        Extension::Title(titled) => Some(RunEvent::Title(known("title", titled.title, of)?)),
        Extension::Limited(limited) => {
            let reason = of.text("reason", limited.reason).unwrap_or_default();
            let limit = Limit::named(&reason).unwrap_or(Limit::Other);
            Some(RunEvent::Limited(limit))
        }
        Extension::Undelivered(delivered) => Some(RunEvent::InterjectionUndelivered {
            id: MessageId::from(known("id", delivered.id, of)?),
        }),
    }
}

/// The event with the tool call or subagent run that it is about; `None` if that id is missing.
fn about(event: TaskEvent, element: Text<'_>, of: &mut Of<'_>) -> Option<RunEvent> {
    let element = ActivityId::from(known("elementId", element, of)?);
    Some(RunEvent::Task { element, event })
}

fn text(name: &str, field: Text<'_>, of: &mut Of<'_>) -> String {
    of.text(name, field).unwrap_or_default().into_owned()
}

fn known(name: &str, field: Text<'_>, of: &mut Of<'_>) -> Option<String> {
    let id = of.id(name, field);
    if id.is_none() {
        of.bad(name, "is missing");
    }
    id.map(Into::into)
}

/// A JSON number from 0 to 1, as a percentage. Reads the digits one by one: a general number parser
/// would be several times the size of this module.
fn percent(share: &str) -> u8 {
    let (whole, part) = share.split_once('.').unwrap_or((share, ""));
    if share.starts_with('-') || share.contains(['e', 'E']) {
        return 0;
    }
    if whole != "0" {
        return if whole.is_empty() { 0 } else { 100 };
    }
    let mut digits = part.bytes().map(|digit| digit.saturating_sub(b'0').min(9));
    digits.next().unwrap_or(0) * 10 + digits.next().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn progress_from_0_to_1_is_read_as_a_percentage() {
        for (share, expected) in [
            ("0", 0),
            ("0.5", 50),
            ("0.333333", 33),
            ("0.07", 7),
            ("1", 100),
            ("1.0", 100),
            ("7", 100),
            ("-0.5", 0),
            ("5e-7", 0),
            ("", 0),
        ] {
            assert_eq!(percent(share), expected, "{share}");
        }
    }
}
