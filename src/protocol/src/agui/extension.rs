//! The events of Midturn's control extension, which come as `CUSTOM` events.
//!
//! Not responsible for its announcement, nor for what is posted to the backend (see
//! [`crate::control`]).

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::RunEvent;
use midturn_core::transcript::{Heard, TaskEvent};

use super::fields::Fields;
use super::out::Out;

/// Where an interjection that is nobody's in particular goes.
const ROOT: &str = "root";

/// The event of this name, if it is one of the extension's and says what it is about.
pub(super) fn event(name: &str, value: &Fields<'_>, out: &mut Out) -> Option<RunEvent> {
    if let Some(event) = task(name, value, out) {
        let element = ActivityId::from(known(value, "elementId", out)?);
        return Some(RunEvent::Task { element, event });
    }
    let about = |out: &mut Out| known(value, "id", out).map(MessageId::from);
    match name {
        "user.interjection" => {
            let parent = value.id("parentId", out).filter(|id| id != ROOT);
            Some(RunEvent::Interjected(Heard {
                id: about(out)?,
                text: value.required("message", out),
                parent: parent.map(ActivityId::from),
                agent: value.id("targetAgent", out),
                fell_back: value.id("fallbackFrom", out).is_some(),
            }))
        }
        "interjection.delivered" => Some(RunEvent::InterjectionDelivered {
            id: about(out)?,
            step: value.raw("step").and_then(|step| step.parse().ok()),
        }),
        "interjection.undelivered" => Some(RunEvent::InterjectionUndelivered { id: about(out)? }),
        _ => None,
    }
}

fn known(value: &Fields<'_>, name: &str, out: &mut Out) -> Option<String> {
    let id = value.id(name, out);
    if id.is_none() {
        value.bad(name, "is missing", out);
    }
    id
}

fn task(name: &str, value: &Fields<'_>, out: &mut Out) -> Option<TaskEvent> {
    let text = |name, out: &mut Out| value.text(name, out).unwrap_or_default();
    Some(match name {
        "task.cancellable" => TaskEvent::Cancellable,
        "task.progress" => TaskEvent::Progress {
            percent: percent(value.raw("progress").unwrap_or_default()),
            message: text("message", out),
        },
        "task.cancelling" => TaskEvent::Cancelling {
            message: text("message", out),
        },
        "task.cancelled" => TaskEvent::Cancelled {
            reason: text("reason", out),
            partial: value.id("partialResult", out),
        },
        "task.cancel.failed" => TaskEvent::CancelFailed {
            error: text("error", out),
        },
        _ => return None,
    })
}

/// A share from 0 to 1, written as JSON, in percent. Its digits are read one by one: a reader of
/// any number would be several times the size of this module.
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
    fn a_share_is_a_percentage() {
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
