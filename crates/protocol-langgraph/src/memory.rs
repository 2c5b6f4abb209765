//! What this client must remember of a thread between requests: the server's run ids, which
//! messages the server has, and what it asked.
//!
//! Bounded: a thread's memory stays a few kilobytes.

use midturn_protocol::json::to_json;
use serde::{Deserialize, Serialize};

/// How many runs are remembered.
const MOST_RUNS: usize = 4;

/// How many messages are remembered of a run, the newest ones.
const MOST_MESSAGES: usize = 48;

/// How many questions are remembered.
const MOST_ASKED: usize = 24;

/// Marks the text as this protocol's.
const MARK: &str = "langgraph1";

/// The memory of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Memory {
    mark: String,
    /// The last runs, oldest first.
    pub(super) runs: Vec<RunMemory>,
    /// The questions that were asked last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) asked: Vec<Asked>,
    /// The tool calls whose arguments are being streamed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) open: Vec<OpenCall>,
}

/// What is known of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct RunMemory {
    /// The core's id.
    pub(super) run: String,
    /// The server's id.
    pub(super) server: String,
    /// Messages that the server has since this run.
    pub(super) has: Vec<String>,
    /// Its events have no ids that can be kept.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) unnumbered: bool,
    /// It has asked the person.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) asks: bool,
    /// The server has removed it, with its messages.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) removed: bool,
}

/// A question of the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Asked {
    /// The server's id; empty if it gave none.
    pub(super) id: String,
    /// The namespace of the graph that asks; empty for the main agent.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) namespace: String,
    /// Its kind, which decides the form of the answer.
    pub(super) kind: AskedKind,
}

/// The kinds of questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AskedKind {
    /// Of the graph's own making.
    #[default]
    Own,
    /// With a schema for the answer.
    Schema,
    /// From the human-in-the-loop middleware: one decision for each action.
    Actions(Vec<Action>),
    /// In the older form of agent inboxes: one response for each of these actions.
    Inbox(Vec<Action>),
}

/// An action that needs a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Action {
    /// The tool's name, which an edit repeats.
    pub(super) name: String,
    /// The decisions that are allowed: `approve`, `edit`, `reject`, `respond`.
    pub(super) allowed: Vec<String>,
    /// The names in the decision are in camel case.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) camel: bool,
}

/// A tool call whose arguments are being streamed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct OpenCall {
    /// Its message.
    pub(super) message: String,
    /// Its number in the message, as JSON text.
    pub(super) index: String,
    /// Its id.
    pub(super) call: String,
}

impl Memory {
    /// Reads a memory; empty if the text is not one of this protocol's.
    pub(super) fn read(text: &str) -> Self {
        let read: Self = serde_json::from_str(text).unwrap_or_default();
        if read.mark == MARK {
            read
        } else {
            Self::default()
        }
    }

    /// The memory as text, within its bounds.
    pub(super) fn write(&mut self) -> String {
        MARK.clone_into(&mut self.mark);
        keep_last(&mut self.runs, MOST_RUNS);
        keep_last(&mut self.asked, MOST_ASKED);
        keep_last(&mut self.open, MOST_ASKED);
        let too_long = |run: &RunMemory| run.has.len() > MOST_MESSAGES;
        if let Some(place) = self.runs.iter().rposition(too_long) {
            // A gap would look as if the server lacked the messages in it, so the list begins after
            // it.
            for run in self.runs.iter_mut().take(place) {
                run.has.clear();
            }
            if let Some(run) = self.runs.get_mut(place) {
                keep_last(&mut run.has, MOST_MESSAGES);
            }
        }
        to_json(self)
    }

    /// What is known of a run.
    pub(super) fn run(&self, run: &str) -> Option<&RunMemory> {
        self.runs.iter().rev().find(|held| held.run == run)
    }

    /// What is known of a run, to change it; begins with nothing.
    pub(super) fn run_mut(&mut self, run: &str) -> &mut RunMemory {
        let place = self.runs.iter().rposition(|held| held.run == run);
        let place = place.unwrap_or_else(|| {
            self.runs.push(RunMemory {
                run: run.to_owned(),
                ..RunMemory::default()
            });
            self.runs.len() - 1
        });
        &mut self.runs[place]
    }

    /// The server's id of a run.
    pub(super) fn server_run(&self, run: &str) -> Option<&str> {
        let held = self.run(run)?;
        (!held.server.is_empty()).then_some(&*held.server)
    }

    /// Whether the server has removed any of the last runs, and so may lack calls of the history.
    pub(super) fn lost_run(&self) -> bool {
        self.runs.iter().any(|run| run.removed)
    }

    /// The messages that the server has, of the last runs.
    pub(super) fn ids(&self) -> impl Iterator<Item = &String> {
        self.runs.iter().flat_map(|run| &run.has)
    }
}

impl RunMemory {
    /// Notes that the server has a message. Returns whether that is new.
    pub(super) fn note(&mut self, message: &str) -> bool {
        let is_new = !self.has.iter().any(|held| held == message);
        if is_new {
            self.has.push(message.to_owned());
        }
        is_new
    }
}

fn keep_last<T>(list: &mut Vec<T>, most: usize) {
    let surplus = list.len().saturating_sub(most);
    list.drain(..surplus);
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_false(flag: &bool) -> bool {
    !*flag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_comes_back_and_stays_small() {
        let mut memory = Memory::default();
        for run in 0..100 {
            let held = memory.run_mut(&format!("run-{run}"));
            held.server = format!("server-{run}");
            for message in 0..200 {
                held.note(&format!("a message id of a common length {run} {message}"));
            }
        }
        let text = memory.write();
        assert!(text.len() < 16 * 1024, "{}", text.len());
        let mut read = Memory::read(&text);
        assert_eq!(read.server_run("run-99"), Some("server-99"));
        assert_eq!(read.server_run("run-0"), None);
        assert_eq!(read.write(), text);
    }

    #[test]
    fn what_is_remembered_of_messages_has_no_gap() {
        let mut memory = Memory::default();
        memory.run_mut("a").note("old");
        for message in 0..=MOST_MESSAGES {
            memory.run_mut("b").note(&message.to_string());
        }
        memory.run_mut("c").note("new");
        memory.write();
        let expected = (1..=MOST_MESSAGES).map(|message| message.to_string());
        let expected: Vec<_> = expected.chain(["new".to_owned()]).collect();
        assert_eq!(memory.ids().cloned().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_foreign_or_damaged_memory_counts_as_empty() {
        for text in [
            "",
            "{",
            "null",
            "[1]",
            r#"{"runs":[]}"#,
            r#"{"mark":"x","runs":[{}]}"#,
        ] {
            assert_eq!(Memory::read(text), Memory::default(), "{text}");
        }
    }
}
