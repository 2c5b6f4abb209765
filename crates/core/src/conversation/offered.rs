//! The client tools that the embedder offers, and which calls of a turn they answer.
//!
//! `client_tools` decides when the calls run.

use serde::{Deserialize, Serialize};

use crate::client_tool::ClientTool;
use crate::id::ActivityId;
use crate::transcript::{ActivityKind, Turn};

/// The tools that the embedder offers. Not stored: it offers them again on each page load.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct OfferedTools(Vec<ClientTool>);

impl OfferedTools {
    /// Replaces the offered tools.
    pub(super) fn offer(&mut self, tools: Vec<ClientTool>) {
        self.0 = tools;
    }

    /// The calls of a turn that these tools have to answer: those that the backend has `named`, or
    /// all without a result if it named none.
    pub(super) fn calls_to_answer(&self, turn: &Turn, named: &[ActivityId]) -> Vec<ActivityId> {
        let named: Vec<_> = named.iter().map(|call| turn.own_activity(call)).collect();
        let open = turn.activities.iter().filter(|held| {
            let offered = match &held.kind {
                ActivityKind::Tool {
                    name, result: None, ..
                } => self.0.iter().any(|tool| tool.name == *name),
                _ => false,
            };
            offered && held.ended_at.is_none() && (named.is_empty() || named.contains(&held.id))
        });
        open.map(|held| held.id.clone()).collect()
    }

    /// Whether a call of a turn needs the person's consent first.
    pub(super) fn needs_consent(&self, turn: &Turn, call: &ActivityId) -> bool {
        let Some((name, _)) = turn.tool_call(call) else {
            return false;
        };
        self.0.iter().any(|tool| tool.confirm && tool.name == name)
    }
}
