//! What later requests of a thread need: which response belongs to which run, and which items of
//! the history the server has.

use std::collections::HashMap;

use midturn_core::history::HistoryMessage;
use midturn_core::id::RunId;
use midturn_protocol::json::to_json;
use serde::{Deserialize, Serialize};

/// Tells this memory from that of other protocols.
const KIND: &str = "openai.responses";

/// Runs that can be cancelled or joined again.
const MAX_RUNS: usize = 4;

/// Calls of a run that a rejoined stream may continue.
const MAX_CALLS: usize = 64;

/// Responses that can be continued, so that going back some turns keeps the server's history.
const MAX_RESPONSES: usize = 40;

/// Items of a response. Its last one in the history would do; more are kept because the order
/// differs.
const MAX_ITEMS: usize = 16;

/// The memory of a thread.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct Memory {
    kind: String,
    runs: Vec<Run>,
    responses: Vec<Known>,
}

/// A run and its response.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Run {
    id: String,
    response: String,
    /// The activity ids of calls by item id.
    calls: Vec<(String, String)>,
}

/// A completed response.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct Known {
    pub(super) id: String,
    /// The ids of its last messages in the history.
    pub(super) items: Vec<String>,
    /// The calls that the client must answer.
    pub(super) calls: Vec<String>,
    /// The approvals that the person must answer.
    pub(super) asks: Vec<String>,
}

impl Memory {
    /// Reads a memory. Text that is no memory of this protocol is an empty one.
    pub(super) fn read(text: &str) -> Self {
        let memory: Self = serde_json::from_str(text).unwrap_or_default();
        if memory.kind == KIND {
            memory
        } else {
            Self {
                kind: KIND.to_owned(),
                ..Self::default()
            }
        }
    }

    pub(super) fn text(&self) -> String {
        to_json(self)
    }

    /// Records a run's response. Returns whether it is new.
    pub(super) fn begin(&mut self, run: &RunId, response: &str) -> bool {
        if self.response_of(run) == Some(response) {
            return false;
        }
        self.runs.retain(|held| held.id != run.as_str());
        self.runs.push(Run {
            id: run.to_string(),
            response: response.to_owned(),
            calls: Vec::new(),
        });
        keep_last(&mut self.runs, MAX_RUNS);
        true
    }

    /// Records the activity of a run's call.
    pub(super) fn add_call(&mut self, run: &RunId, item: &str, activity: &str) {
        if let Some(held) = self.runs.iter_mut().find(|held| held.id == run.as_str()) {
            held.calls.push((item.to_owned(), activity.to_owned()));
            keep_last(&mut held.calls, MAX_CALLS);
        }
    }

    /// The id of a run's response.
    pub(super) fn response_of(&self, run: &RunId) -> Option<&str> {
        let held = self.runs.iter().find(|held| held.id == run.as_str())?;
        Some(&held.response)
    }

    /// The calls of a run so far, by item id.
    pub(super) fn calls_of(&self, run: &RunId) -> HashMap<String, String> {
        let held = self.runs.iter().find(|held| held.id == run.as_str());
        let calls = held.map(|held| held.calls.iter().cloned().collect());
        calls.unwrap_or_default()
    }

    /// Records a completed response.
    pub(super) fn complete(&mut self, mut known: Known) {
        keep_last(&mut known.items, MAX_ITEMS);
        self.responses.retain(|held| held.id != known.id);
        self.responses.push(known);
        keep_last(&mut self.responses, MAX_RESPONSES);
    }

    /// Whether a text has the id of a completed response in it.
    pub(super) fn is_named_in(&self, text: &str) -> bool {
        let mut ids = self.responses.iter().map(|known| known.id.as_str());
        ids.any(|id| !id.is_empty() && text.contains(id))
    }

    /// Forgets the completed responses; returns whether there were any.
    pub(super) fn forget_responses(&mut self) -> bool {
        !std::mem::take(&mut self.responses).is_empty()
    }

    /// The newest response in the history, and the place of its last message.
    pub(super) fn newest(&self, history: &[HistoryMessage]) -> Option<(usize, &Known)> {
        let of_item: HashMap<&str, &Known> = self
            .responses
            .iter()
            .flat_map(|known| known.items.iter().map(move |item| (item.as_str(), known)))
            .collect();
        let mut places = history.iter().enumerate().rev();
        places.find_map(|(place, message)| Some((place, *of_item.get(id_of(message)?)?)))
    }
}

/// The id of a message that comes from the server.
fn id_of(message: &HistoryMessage) -> Option<&str> {
    let is_persons = matches!(message, HistoryMessage::User { .. });
    (!is_persons).then(|| message.id().as_str())
}

fn keep_last<T>(list: &mut Vec<T>, max: usize) {
    if let Some(more @ 1..) = list.len().checked_sub(max) {
        list.drain(..more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_no_memory_is_an_empty_one() {
        let mut held = Memory::read("");
        assert!(held.begin(&"r".into(), "resp"));
        assert_eq!(
            Memory::read(&held.text()).response_of(&"r".into()),
            Some("resp")
        );
        for text in [
            "",
            "{",
            "[]",
            "{}",
            r#"{"kind":"other","runs":[],"responses":[]}"#,
        ] {
            let memory = Memory::read(text);
            assert_eq!(memory.response_of(&"r".into()), None, "{text}");
            assert!(memory.newest(&[]).is_none());
        }
    }

    #[test]
    fn the_memory_does_not_grow_without_end() {
        let mut memory = Memory::read("");
        for n in 0..200 {
            let run = RunId::from(n.to_string());
            let response = format!("{n:0>300}");
            memory.begin(&run, &response);
            for call in 0..200 {
                memory.add_call(&run, &format!("fc_{call}"), &format!("call_{call}"));
            }
            memory.complete(Known {
                id: response,
                items: (0..200).map(|item| format!("{n}.{item}")).collect(),
                calls: Vec::new(),
                asks: Vec::new(),
            });
        }
        assert!(memory.text().len() < 40_000);
        assert!(memory.response_of(&"199".into()).is_some());
    }
}
