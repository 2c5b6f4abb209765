//! Invariants of the history that a model gets.

use std::collections::BTreeSet;

use midturn_agent::conversation::{Interjection, Message, ToolStatus};
use midturn_agent::engine::AgentId;

use super::{Watch, tag};
use crate::world::said;

impl Watch {
    /// Checks the history of a model call. Every call has exactly one result, after the call. Every
    /// message of the person is there once, with its latest text.
    pub(crate) fn asked(&mut self, agent: &AgentId, history: &[Message]) {
        assert!(!history.is_empty(), "{agent:?} asks about nothing");
        let mut told = BTreeSet::new();
        for (index, message) in history.iter().enumerate() {
            match message {
                Message::Assistant { calls, .. } => {
                    let results = history[index + 1..]
                        .iter()
                        .map_while(|message| match message {
                            Message::Tool { call_id, .. } => Some(call_id),
                            _ => None,
                        });
                    let results: BTreeSet<_> = results.take(calls.len()).collect();
                    let calls: BTreeSet<_> = calls.iter().map(|call| &call.id).collect();
                    // The client decides where the results of earlier runs are.
                    let own = calls.iter().all(|call| self.calls.contains(call));
                    assert!(!own || calls == results, "{calls:?} have {results:?}");
                }
                Message::User {
                    id,
                    text,
                    attachments,
                } => {
                    assert!(told.insert(id.clone()), "{id} twice");
                    if id.starts_with('i') {
                        self.is_as_said(&Interjection {
                            id: id.clone(),
                            text: text.clone(),
                            attachments: attachments.clone(),
                        });
                    }
                }
                Message::Tool {
                    feedback,
                    call_id,
                    result,
                } => {
                    for said in feedback {
                        assert!(told.insert(said.id.clone()), "{} twice", said.id);
                        self.is_as_said(said);
                    }
                    self.is_true(call_id, result.status);
                }
                Message::System { .. } => {}
            }
        }
        let count = |wanted: fn(&Message) -> usize| history.iter().map(wanted).sum::<usize>();
        let results = count(|message| usize::from(matches!(message, Message::Tool { .. })));
        let calls = count(|message| match message {
            Message::Assistant { calls, .. } => calls.len(),
            _ => 0,
        });
        assert_eq!(results, calls, "a result without a call");
        if *agent == AgentId::Root {
            self.goes_on(history, &told);
        }
        self.told.insert(tag(agent), told);
    }

    fn is_as_said(&self, found: &Interjection) {
        if let Some(said) = self.accepted.get(&found.id) {
            return assert_eq!(found, said, "it is not what was said last");
        }
        let known = self.before.told.contains_key(&found.id);
        assert!(known, "{} was never accepted", found.id);
        let said = said(&found.id);
        let text = found.text.strip_suffix(", or rather another");
        assert_eq!(text.unwrap_or(&found.text), said.text);
        assert_eq!(found.attachments, said.attachments);
    }

    /// Checks the status of a result that is not in the log: cancelled if the call has run, else
    /// cancelled or denied.
    fn is_true(&self, call: &str, status: ToolStatus) {
        if self.results.contains(call) || self.before.results.contains(call) {
            return;
        }
        let expected = if self.started.contains(call) || self.before.started.contains(call) {
            status == ToolStatus::Cancelled
        } else {
            matches!(status, ToolStatus::Cancelled | ToolStatus::Denied)
        };
        assert!(
            expected,
            "{call} has no result, and is said to be {status:?}"
        );
    }

    /// Checks that the main agent's history starts with the history of the previous run.
    fn goes_on(&self, history: &[Message], told: &BTreeSet<String>) {
        for (id, at_root) in &self.before.told {
            assert!(!at_root || told.contains(id), "{id} has been forgotten");
        }
        let Some(before) = &self.before.outline else {
            return;
        };
        let mut now = outline(history);
        now.retain(|line| !self.before.waiting.contains(line));
        let same = now.len() >= before.len() && now[..before.len()] == before[..];
        assert!(same, "the history was {before:?}, and now is {now:?}");
    }
}

/// The ids of a history's messages and results, in a form that does not depend on where the client
/// keeps results. After a response come its results, sorted, and then the interjections that they
/// carry. An empty response is left out, because no client has seen it.
pub(crate) fn outline(history: &[Message]) -> Vec<String> {
    let mut lines = Vec::new();
    for message in history {
        match message {
            Message::System { .. } | Message::Tool { .. } => {}
            Message::User { id, .. } => lines.push(id.clone()),
            Message::Assistant { id, text, calls } => {
                if text.is_empty() && calls.is_empty() {
                    continue;
                }
                lines.push(id.clone());
                let (mut results, mut said) = (Vec::new(), Vec::new());
                for message in history {
                    if let Message::Tool {
                        call_id, feedback, ..
                    } = message
                        && calls.iter().any(|call| call.id == *call_id)
                    {
                        results.push(call_id.clone());
                        said.extend(feedback.iter().map(|said| said.id.clone()));
                    }
                }
                results.sort();
                lines.extend(results);
                lines.extend(said);
            }
        }
    }
    lines
}
