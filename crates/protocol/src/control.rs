//! Midturn's control extension outside a run's events: the backend's announcement, and the bodies
//! posted to the backend.

use midturn_core::id::{ActivityId, MessageId, RunId, ThreadId};
use midturn_core::run_event::Abilities;

use serde::Serialize;

use crate::json::{inside_string, to_json};

/// The name of the `CUSTOM` event that announces the extension.
pub const ANNOUNCEMENT: &str = "midturn.control";

/// The backend's announcement. An embedder may configure the same values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// The URL for control messages, absolute or relative to the agent's URL.
    pub url: Option<String>,
    /// The URL of the thread's stream of events, absolute or relative to the agent's URL.
    pub events: Option<String>,
    /// The URL of the threads, absolute or relative to the agent's URL. A `DELETE` of this URL with
    /// a thread's id appended deletes the thread.
    pub threads: Option<String>,
    /// Whether the backend answers `task.cancel.request`.
    pub cancel: bool,
    /// Whether the backend answers `user.interjection`.
    pub interject: bool,
}

impl Control {
    /// Whether a lost stream can be rejoined after a cursor.
    pub fn rejoin(&self) -> bool {
        self.events.is_some()
    }

    /// The abilities for the core. An ability without its URL is off.
    pub fn abilities(&self) -> Abilities {
        Abilities {
            cancel: self.cancel && self.url.is_some(),
            rejoin: self.rejoin(),
            resend: self.rejoin(),
            interject: self.interject && self.url.is_some(),
            plain_stop: false,
            keeps_history: false,
        }
    }
}

/// A request to stop a run or a task.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a> {
    /// The run's thread.
    pub thread: &'a ThreadId,
    /// The run.
    pub run: &'a RunId,
    /// A tool call or subagent run; `None` for the whole run.
    pub element: Option<&'a ActivityId>,
    /// Whether to stop without waiting for running work.
    pub force: bool,
    /// A reason for the backend's logs.
    pub reason: &'a str,
    /// Milliseconds since the Unix epoch.
    pub timestamp_ms: u64,
}

/// A control message. The variant is its `type`.
#[derive(Serialize)]
#[serde(tag = "type")]
enum Message<'a> {
    #[serde(rename = "task.cancel.request", rename_all = "camelCase")]
    Cancel {
        thread_id: &'a str,
        run_id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        element_id: Option<&'a str>,
        reason: &'a str,
        timestamp: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        force: Option<bool>,
    },
    #[serde(rename = "user.interjection", rename_all = "camelCase")]
    Interjection {
        thread_id: &'a str,
        run_id: &'a str,
        id: &'a str,
        message: &'a str,
        target: &'a str,
    },
}

/// The body for a stop URL without a template.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlainStop<'a> {
    run_id: &'a str,
}

/// The body of a cancel request. Posting it twice is harmless.
pub fn cancel_request(stop: &Stop<'_>) -> String {
    to_json(&Message::Cancel {
        thread_id: stop.thread.as_str(),
        run_id: stop.run.as_str(),
        element_id: stop.element.map(ActivityId::as_str),
        reason: stop.reason,
        timestamp: stop.timestamp_ms,
        force: stop.force.then_some(true),
    })
}

/// The body for a stop URL: the run's id, or the embedder's template with the ids filled in. The
/// template's placeholders `{threadId}` and `{runId}` must be inside JSON strings.
pub fn plain_stop(template: Option<&str>, thread: &ThreadId, run: &RunId) -> String {
    match template {
        Some(template) => filled(template, thread, run, inside_string),
        None => to_json(&PlainStop {
            run_id: run.as_str(),
        }),
    }
}

/// A template with these ids in place of `{threadId}` and `{runId}`, escaped for where they stand.
pub fn filled(
    template: &str,
    thread: &ThreadId,
    run: &RunId,
    escape: fn(&str) -> String,
) -> String {
    let ids = [("{threadId}", thread.as_str()), ("{runId}", run.as_str())];
    let (mut whole, mut rest) = (String::new(), template);
    // In one pass, so that an id that looks like a placeholder is not replaced itself.
    while let Some(place) = rest.find('{') {
        let (before, from) = rest.split_at(place);
        whole.push_str(before);
        let found = ids.iter().find(|(name, _)| from.starts_with(name));
        rest = if let Some((name, id)) = found {
            whole.push_str(&escape(id));
            from.get(name.len()..).unwrap_or_default()
        } else {
            whole.push('{');
            from.get(1..).unwrap_or_default()
        };
    }
    whole.push_str(rest);
    whole
}

/// The body of an interjection: to the main agent, or to the agent of a tool call or subagent run.
/// Until the agent has the interjection, another text under the same id replaces it, and an empty
/// text takes it back. Posting the same body twice is harmless.
pub fn interjection(
    thread: &ThreadId,
    run: &RunId,
    id: &MessageId,
    message: &str,
    target: Option<&ActivityId>,
) -> String {
    to_json(&Message::Interjection {
        thread_id: thread.as_str(),
        run_id: run.as_str(),
        id: id.as_str(),
        message,
        target: target.map_or("root", ActivityId::as_str),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_cancel_request_names_its_run_and_its_element() {
        let (thread, run, element) = ("t".into(), "r".into(), "c".into());
        let whole = Stop {
            thread: &thread,
            run: &run,
            element: None,
            force: false,
            reason: "why",
            timestamp_ms: 1_700_000_000_000,
        };
        let expected = json!({
            "type": "task.cancel.request", "threadId": "t", "runId": "r",
            "reason": "why", "timestamp": 1_700_000_000_000_u64,
        });
        assert_eq!(read(&cancel_request(&whole)), expected);
        let part = Stop {
            element: Some(&element),
            force: true,
            ..whole
        };
        let mut expected = expected;
        expected["elementId"] = json!("c");
        expected["force"] = json!(true);
        assert_eq!(read(&cancel_request(&part)), expected);
    }

    #[test]
    fn a_plain_stop_has_the_run_id_or_the_filled_template() {
        let (thread, run) = ("a\"b\\".into(), "{threadId}".into());
        assert_eq!(plain_stop(None, &thread, &run), r#"{"runId":"{threadId}"}"#);
        assert_eq!(plain_stop(Some(""), &thread, &run), "");
        let template = r#"{"t":"{threadId}","of":{"r":"{runId}"},"n":"{other}"}"#;
        let filled = plain_stop(Some(template), &thread, &run);
        let expected = json!({"t": "a\"b\\", "of": {"r": "{threadId}"}, "n": "{other}"});
        assert_eq!(read(&filled), expected);
    }

    #[test]
    fn an_interjection_names_its_recipient() {
        let call = "c".into();
        for (target, expected) in [(None, "root"), (Some(&call), "c")] {
            let body = interjection(&"t".into(), &"r".into(), &"i".into(), "no, \"b\"", target);
            let expected = json!({
                "type": "user.interjection", "threadId": "t", "runId": "r", "id": "i",
                "message": "no, \"b\"", "target": expected,
            });
            assert_eq!(read(&body), expected);
        }
    }

    fn read(body: &str) -> serde_json::Value {
        serde_json::from_str(body).unwrap()
    }

    #[test]
    fn an_ability_without_its_url_is_off() {
        let able = Control {
            cancel: true,
            events: Some("/e".into()),
            ..Control::default()
        };
        let expected = Abilities {
            cancel: false,
            rejoin: true,
            resend: true,
            interject: false,
            plain_stop: false,
            keeps_history: false,
        };
        assert_eq!(able.abilities(), expected);
    }
}
