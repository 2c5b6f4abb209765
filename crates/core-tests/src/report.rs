//! Reads and replays a report saved from the debug panel.
//!
//! `src/debug/report.rs` writes and describes the format. A replay that differs from the recording
//! is not necessarily wrong: the bug may have been fixed.

use std::fmt::Debug;

use midturn_core::change::ChatChange;
use midturn_core::chat::{Chat, ChatEffect, ChatInput, ChatStep};
use midturn_core::id::ThreadId;
use midturn_core::recording::RecordedChat;
use midturn_core::time::Millis;
use serde_json::Value;

/// The version of the format.
const FORM: u64 = 1;

/// Marks the end of a text that was cut.
const MORE: &str = "…";

/// A report.
pub(crate) struct Report {
    thread: ThreadId,
    start: Chat,
    end: Value,
    inputs: Vec<Recorded>,
}

/// One input, and its recorded result.
struct Recorded {
    at: Millis,
    input: ChatInput,
    changes: Vec<String>,
    effects: Vec<String>,
}

/// A replayed result that differs from the recording.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The index of the input, or the number of inputs if the final state of the chat differs.
    pub(crate) input: usize,
    /// The recorded result.
    pub(crate) recorded: String,
    /// The replayed result.
    pub(crate) now: String,
}

impl Report {
    /// Reads a report.
    ///
    /// # Errors
    /// Describes what is wrong with the report.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let report: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if report["report"] != FORM {
            return Err(format!("it is no report of form {FORM}"));
        }
        let entries = report["entries"].as_array().ok_or("there are no entries")?;
        let inputs = entries.iter().filter(|entry| entry["kind"] == "input");
        Ok(Self {
            thread: report["thread"]
                .as_str()
                .ok_or("there is no thread")?
                .into(),
            start: chat(&report["start"])?,
            end: report["end"].clone(),
            inputs: inputs.map(Recorded::read).collect::<Result<_, _>>()?,
        })
    }

    /// Replays the report and passes each input and its result to `tell`. Returns the differences.
    pub(crate) fn play(
        self,
        mut tell: impl FnMut(Millis, &ChatInput, &ChatStep),
    ) -> Vec<Difference> {
        let mut chat = self.start;
        let mut differences = Vec::new();
        let all = self.inputs.len();
        for (place, recorded) in self.inputs.into_iter().enumerate() {
            let input = recorded.input.clone();
            let step = chat.apply(recorded.input, recorded.at);
            tell(recorded.at, &input, &step);
            let changes = changes(&step, &self.thread);
            let effects = effects(&step, &self.thread);
            let pairs = [(recorded.changes, changes), (recorded.effects, effects)];
            for (recorded, now) in pairs.into_iter().filter(|(was, now)| !are_same(was, now)) {
                differences.push(Difference {
                    input: place,
                    recorded: recorded.join("\n"),
                    now: now.join("\n"),
                });
            }
        }
        // Compare both in the current version's form: the report may be from an older version.
        let recorded = self::chat(&self.end);
        let end = recorded.as_ref().map(|chat| json(chat, &self.thread));
        if end != Ok(json(&chat, &self.thread)) {
            let recorded = recorded
                .as_ref()
                .map(|chat| chat.conversation(&self.thread));
            differences.push(Difference {
                input: all,
                recorded: format!("{recorded:#?}"),
                now: format!("{:#?}", chat.conversation(&self.thread)),
            });
        }
        differences
    }
}

impl Recorded {
    fn read(entry: &Value) -> Result<Self, String> {
        let wrong = |error: String| format!("an input cannot be read: {}: {error}", entry["said"]);
        let input = serde_json::from_value(entry["input"].clone());
        Ok(Self {
            at: entry["at"]
                .as_u64()
                .ok_or_else(|| wrong("it has no time".to_owned()))?,
            input: input.map_err(|error| wrong(error.to_string()))?,
            changes: texts(&entry["changes"]),
            effects: texts(&entry["effects"]),
        })
    }
}

fn chat(of: &Value) -> Result<Chat, String> {
    let recorded = serde_json::from_value::<RecordedChat<'_>>(of.clone());
    let wrong = |error| format!("the chat cannot be read, is it of a newer version? {error}");
    recorded.map(Chat::from).map_err(wrong)
}

fn json(chat: &Chat, thread: &ThreadId) -> Value {
    serde_json::to_value(chat.recorded(thread)).unwrap_or_default()
}

fn texts(of: &Value) -> Vec<String> {
    let list = of.as_array().into_iter().flatten();
    list.filter_map(|text| text.as_str().map(str::to_owned))
        .collect()
}

/// A step's changes in the form of a report.
fn changes(step: &ChatStep, thread: &ThreadId) -> Vec<String> {
    let said = |change: &ChatChange| match change {
        ChatChange::In(of, change) => of_thread(of, thread, change),
        ChatChange::Loaded(of) => of_thread(of, thread, change),
        ChatChange::Threads => Some(format!("{change:?}")),
    };
    step.changes.iter().filter_map(said).collect()
}

/// A step's effects in the form of a report.
fn effects(step: &ChatStep, thread: &ThreadId) -> Vec<String> {
    let said = |effect: &ChatEffect| match effect {
        ChatEffect::In(of, effect) => of_thread(of, thread, effect),
        ChatEffect::Load(of)
        | ChatEffect::Purge(of)
        | ChatEffect::NoteDeletion(of)
        | ChatEffect::DropDeletion(of)
        | ChatEffect::Join(of)
        | ChatEffect::Again(of, _) => of_thread(of, thread, effect),
    };
    step.effects.iter().filter_map(said).collect()
}

fn of_thread(of: &ThreadId, thread: &ThreadId, value: &dyn Debug) -> Option<String> {
    (of == thread).then(|| format!("{value:?}"))
}

/// Whether recorded texts, which may be cut, match the current ones.
fn are_same(recorded: &[String], now: &[String]) -> bool {
    let is_same = |(recorded, now): (&String, &String)| match recorded.strip_suffix(MORE) {
        Some(beginning) => now.starts_with(beginning),
        None => recorded == now,
    };
    recorded.len() == now.len() && recorded.iter().zip(now).all(is_same)
}
