//! Invariants of the history that a model gets.

use std::collections::BTreeSet;

use midturn_agent::conversation::{Interjection, Message, ToolStatus};
use midturn_agent::engine::AgentId;

use super::{Watch, tag};
use crate::world::said;

impl Watch {
    /// A model is asked: every call in its history has exactly one result, behind the call, and
    /// everything that a person said stands there once, as it was said.
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
                    // Those of earlier runs are where the client has them.
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

    /// A call without a result in the log is not said to have worked, and one that has run is not
    /// said to have been refused.
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

    /// The main agent's history is that of the run before, with more behind it.
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

/// Who spoke, in order: ids of messages and calls. Results stand behind their calls, wherever the
/// client has them, in an order of their own, and what was said with them behind them all. A response in which nothing was said is left out, because no client has seen it.
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
