//! Midturn's control extension, the part that is not an event of a run: what a backend announces
//! and what is posted to it.
//!
//! Not responsible for posting, retrying, or reading the answer.

use midturn_core::id::{RunId, ThreadId};
use midturn_core::run_event::Abilities;

use crate::json::object_of;

/// The name of the `CUSTOM` event that announces the extension.
pub const ANNOUNCEMENT: &str = "midturn.control";

/// What a backend announced. An embedder may configure the same values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// Where to post control messages, absolute or relative to the agent's URL.
    pub url: Option<String>,
    /// Where the thread's stream of events is, absolute or relative to the agent's URL.
    pub events: Option<String>,
    /// Whether it answers `task.cancel.request`.
    pub cancel: bool,
    /// Whether it answers `user.interjection`.
    pub interject: bool,
}

impl Control {
    /// Whether a lost stream can be re-joined after a cursor.
    pub fn rejoin(&self) -> bool {
        self.events.is_some()
    }

    /// The same for the core. What has no URL to go to cannot be done.
    pub fn abilities(&self) -> Abilities {
        Abilities {
            cancel: self.cancel && self.url.is_some(),
            rejoin: self.rejoin(),
        }
    }
}

/// The body that asks the backend to stop a run. `timestamp_ms` is in milliseconds since the
/// Unix epoch. Posting it twice is harmless.
pub fn cancel_request(thread: &ThreadId, run: &RunId, reason: &str, timestamp_ms: u64) -> String {
    object_of(|body| {
        body.text("type", "task.cancel.request");
        body.text("threadId", thread.as_str());
        body.text("runId", run.as_str());
        body.text("reason", reason);
        body.json("timestamp", &timestamp_ms.to_string());
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_cancel_request_names_its_run_and_no_element() {
        let body = cancel_request(&"t".into(), &"r".into(), "why", 1_700_000_000_000);
        let expected = json!({
            "type": "task.cancel.request", "threadId": "t", "runId": "r",
            "reason": "why", "timestamp": 1_700_000_000_000_u64,
        });
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&body).unwrap(),
            expected
        );
    }

    #[test]
    fn an_ability_needs_a_place_to_go_to() {
        let able = Control {
            cancel: true,
            events: Some("/e".into()),
            ..Control::default()
        };
        let expected = Abilities {
            cancel: false,
            rejoin: true,
        };
        assert_eq!(able.abilities(), expected);
    }
}
