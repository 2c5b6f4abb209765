//! What later requests of a thread need: the agent's context, the tasks of the last runs, and the
//! last message of the person that the agent has.

use midturn_protocol::json::to_json;
use serde::{Deserialize, Serialize};

/// How many runs are kept. Only running and waiting ones are ever looked up.
const MAX_RUNS: usize = 8;

/// The kept facts, as JSON text between requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Memory {
    /// Tells this memory from another protocol's. The form's version.
    a2a: u32,
    /// The context, which the agent mints for the conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) context: Option<String>,
    /// The id of the person's last message that the agent has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) said: Option<String>,
    /// The last runs, oldest first.
    #[serde(default)]
    runs: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    run: String,
    task: String,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            a2a: 1,
            context: None,
            said: None,
            runs: Vec::new(),
        }
    }
}

impl Memory {
    /// Reads the text. Anything but a memory of this module counts as none.
    pub(super) fn of(text: &str) -> Self {
        let read: Option<Self> = serde_json::from_str(text).ok();
        let mut memory = read.filter(|read| read.a2a == 1).unwrap_or_default();
        memory.shorten();
        memory
    }

    pub(super) fn text(&self) -> String {
        to_json(self)
    }

    /// The task of a run, if the run has told it.
    pub(super) fn task_of(&self, run: &str) -> Option<&str> {
        let entry = self.runs.iter().rev().find(|held| held.run == run)?;
        Some(&entry.task)
    }

    /// Keeps the task of a run.
    pub(super) fn keep(&mut self, run: &str, task: &str) {
        if self.task_of(run) == Some(task) {
            return;
        }
        self.runs.retain(|held| held.run != run);
        self.runs.push(Entry {
            run: run.to_owned(),
            task: task.to_owned(),
        });
        self.shorten();
    }

    fn shorten(&mut self) {
        let surplus = self.runs.len().saturating_sub(MAX_RUNS);
        self.runs.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_is_read_as_it_was_written() {
        let mut memory = Memory {
            context: Some("c".to_owned()),
            said: Some("u".to_owned()),
            ..Memory::default()
        };
        memory.keep("r", "t");
        assert_eq!(Memory::of(&memory.text()), memory);
        assert_eq!(Memory::of(&memory.text()).task_of("r"), Some("t"));
        assert_eq!(Memory::of(&memory.text()).task_of("q"), None);
    }

    #[test]
    fn a_foreign_or_corrupt_memory_counts_as_none() {
        for text in [
            "",
            "{",
            "[]",
            "null",
            r#"{"thread":"x"}"#,
            r#"{"a2a":2,"context":"c"}"#,
        ] {
            assert_eq!(Memory::of(text), Memory::default(), "{text}");
        }
    }

    #[test]
    fn only_the_last_runs_are_kept() {
        let mut memory = Memory::default();
        for place in 0..100 {
            memory.keep(&format!("r{place}"), "t");
        }
        assert_eq!(memory.runs.len(), MAX_RUNS);
        assert_eq!(memory.task_of("r99"), Some("t"));
        assert_eq!(memory.task_of("r1"), None);
        memory.keep("r99", "u");
        assert_eq!(memory.task_of("r99"), Some("u"));
    }
}
