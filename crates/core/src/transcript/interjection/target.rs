//! The recipients of an interjection.

use serde::{Deserialize, Serialize};

use crate::id::ActivityId;

/// The recipients of an interjection. In a turn, each interjection has one recipient: a message for
/// several agents is copied for each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Target {
    /// The main agent.
    #[default]
    Root,
    /// A subagent, by its activity.
    Agent(ActivityId),
    /// Every agent that accepts interjections.
    All,
    /// Several agents.
    Several {
        /// Whether the main agent is one of them.
        root: bool,
        /// The subagents, by their activities.
        agents: Vec<ActivityId>,
    },
}

impl Target {
    /// The subagent, if the target is exactly one subagent.
    pub fn agent(&self) -> Option<&ActivityId> {
        match self {
            Self::Agent(id) => Some(id),
            Self::Root | Self::All | Self::Several { .. } => None,
        }
    }

    /// Whether the target is more than one agent.
    pub fn is_several(&self) -> bool {
        matches!(self, Self::All | Self::Several { .. })
    }
}

/// The named agents, the most visible first.
const PRECEDENCE: [&str; 3] = ["explore", "plan", "agent"];

/// The rank of an agent of this name, 0 for the most visible; `None` for a name that has no rank.
pub fn visibility(name: &str) -> Option<usize> {
    PRECEDENCE.iter().position(|known| name == *known)
}
