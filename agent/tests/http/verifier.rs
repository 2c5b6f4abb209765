//! The ordering rules of AG-UI 1.0, as a client enforces them.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

/// The messages, calls, steps and agents that are open, by kind and id. The value is the
/// `subagentRunId` of the first event of each: null for the main agent.
#[derive(Default)]
struct Open(HashMap<(&'static str, String), Value>);

impl Open {
    fn start(&mut self, kind: &'static str, event: &Value, id: &str) -> Result<(), String> {
        let key = (kind, field(event, id)?);
        let owner = event["subagentRunId"].clone();
        match self.0.insert(key.clone(), owner) {
            Some(_) => Err(format!("{key:?} is open already")),
            None => Ok(()),
        }
    }

    fn inside(&self, kind: &'static str, event: &Value, id: &str) -> Result<(), String> {
        let key = (kind, field(event, id)?);
        let owner = self
            .0
            .get(&key)
            .ok_or_else(|| format!("{key:?} is not open"))?;
        let tag = &event["subagentRunId"];
        if !tag.is_null() && tag != owner {
            return Err(format!("{key:?} belongs to another agent"));
        }
        Ok(())
    }

    fn end(&mut self, kind: &'static str, event: &Value, id: &str) -> Result<(), String> {
        self.inside(kind, event, id)?;
        self.0.remove(&(kind, field(event, id)?));
        Ok(())
    }
}

fn field(event: &Value, name: &str) -> Result<String, String> {
    let text = event[name].as_str();
    text.map(str::to_owned)
        .ok_or_else(|| format!("{name} is missing"))
}

/// Checks a whole stream: rules 1 to 8 of the reference client, and that each call has at most one
/// result.
pub(crate) fn verify(events: &[Value]) -> Result<(), String> {
    let mut open = Open::default();
    let mut subagents_over = HashSet::new();
    let mut results = HashSet::new();
    let mut over = false;
    for (index, event) in events.iter().enumerate() {
        let kind = field(event, "type")?;
        let wrong = |reason: String| format!("event {index} ({kind}): {reason}");
        if (index == 0) != (kind == "RUN_STARTED") {
            return Err(wrong("RUN_STARTED comes first and once".to_owned()));
        }
        if over {
            return Err(wrong("the run is over".to_owned()));
        }
        let checked = match kind.as_str() {
            "TEXT_MESSAGE_START" => open.start("text", event, "messageId"),
            "TEXT_MESSAGE_CONTENT" => open.inside("text", event, "messageId"),
            "TEXT_MESSAGE_END" => open.end("text", event, "messageId"),
            "TOOL_CALL_START" => open.start("call", event, "toolCallId"),
            "TOOL_CALL_ARGS" => open.inside("call", event, "toolCallId"),
            "TOOL_CALL_END" => open.end("call", event, "toolCallId"),
            "REASONING_START" => open.start("span", event, "messageId"),
            "REASONING_END" => open.end("span", event, "messageId"),
            "REASONING_MESSAGE_START" => open.start("reasoning", event, "messageId"),
            "REASONING_MESSAGE_CONTENT" => open.inside("reasoning", event, "messageId"),
            "REASONING_MESSAGE_END" => open.end("reasoning", event, "messageId"),
            "STEP_STARTED" => open.start("step", event, "stepName"),
            "STEP_FINISHED" => open.end("step", event, "stepName"),
            "SUBAGENT_STARTED" => {
                if subagents_over.contains(&field(event, "subagentRunId")?) {
                    Err("it has finished already".to_owned())
                } else {
                    open.start("subagent", event, "subagentRunId")
                }
            }
            "SUBAGENT_FINISHED" | "SUBAGENT_ERROR" => {
                subagents_over.insert(field(event, "subagentRunId")?);
                open.end("subagent", event, "subagentRunId")
            }
            "TOOL_CALL_RESULT" => {
                if results.insert(field(event, "toolCallId")?) {
                    Ok(())
                } else {
                    Err("a second result".to_owned())
                }
            }
            "RUN_FINISHED" if !open.0.is_empty() => Err(format!("left open: {:?}", open.0)),
            "RUN_FINISHED" | "RUN_ERROR" => {
                over = true;
                Ok(())
            }
            "RUN_STARTED" | "ACTIVITY_SNAPSHOT" | "ACTIVITY_DELTA" | "CUSTOM" => Ok(()),
            other => Err(format!("{other} is not an event this agent should send")),
        };
        checked.map_err(wrong)?;
    }
    if over {
        Ok(())
    } else {
        Err("no terminal event".to_owned())
    }
}

#[test]
fn the_verifier_accepts_a_valid_stream_and_finds_each_violation() {
    let events = |kinds: &[&str]| -> Vec<Value> {
        let events = kinds.iter().map(|kind| {
            serde_json::json!({"type": kind, "messageId": "m", "toolCallId": "c", "stepName": "s",
                "subagentRunId": "a"})
        });
        events.collect()
    };
    let good = [
        "RUN_STARTED",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_END",
        "RUN_FINISHED",
    ];
    assert_eq!(verify(&events(&good)), Ok(()));
    for bad in [
        &["RUN_FINISHED"][..],
        &["RUN_STARTED"],
        &["RUN_STARTED", "RUN_STARTED", "RUN_FINISHED"],
        &["RUN_STARTED", "RUN_FINISHED", "CUSTOM"],
        &["RUN_STARTED", "TEXT_MESSAGE_START", "RUN_FINISHED"],
        &["RUN_STARTED", "TEXT_MESSAGE_CONTENT", "RUN_FINISHED"],
        &[
            "RUN_STARTED",
            "TOOL_CALL_START",
            "TOOL_CALL_START",
            "RUN_ERROR",
        ],
        &["RUN_STARTED", "TOOL_CALL_ARGS", "RUN_FINISHED"],
        &[
            "RUN_STARTED",
            "TOOL_CALL_RESULT",
            "TOOL_CALL_RESULT",
            "RUN_FINISHED",
        ],
        &["RUN_STARTED", "STEP_STARTED", "RUN_FINISHED"],
        &["RUN_STARTED", "REASONING_START", "RUN_FINISHED"],
        &["RUN_STARTED", "SUBAGENT_STARTED", "RUN_FINISHED"],
        &[
            "RUN_STARTED",
            "SUBAGENT_STARTED",
            "SUBAGENT_FINISHED",
            "SUBAGENT_STARTED",
            "RUN_ERROR",
        ],
        &["RUN_STARTED", "NEWS", "RUN_FINISHED"],
    ] {
        assert!(verify(&events(bad)).is_err(), "{bad:?}");
    }
}
