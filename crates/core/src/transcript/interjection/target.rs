//! Which agents an interjection goes to.
//!
//! Not responsible for who may get one (see `conversation::interject`).

use serde::{Deserialize, Serialize};

use crate::id::ActivityId;

/// Which agents an interjection goes to. One that stands in a turn is for one agent: of a message
/// for several, each has a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Target {
    /// The main agent.
    #[default]
    Root,
    /// A subagent, by its activity.
    Agent(ActivityId),
    /// Every agent that listens.
    All,
    /// Several.
    Several {
        /// The main agent is one of them.
        root: bool,
        /// The subagents, by their activities.
        agents: Vec<ActivityId>,
    },
}

impl Target {
    /// The subagent, where it is for one alone.
    pub fn agent(&self) -> Option<&ActivityId> {
        match self {
            Self::Agent(id) => Some(id),
            Self::Root | Self::All | Self::Several { .. } => None,
        }
    }

    /// Whether it is for more than one agent.
    pub fn is_several(&self) -> bool {
        matches!(self, Self::All | Self::Several { .. })
    }
}
