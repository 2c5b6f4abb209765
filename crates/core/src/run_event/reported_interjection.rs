//! An interjection as the backend reports it.

use serde::{Deserialize, Serialize};

use crate::id::{ActivityId, MessageId};

/// The backend's report that it received an interjection.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportedInterjection {
    /// The interjection's id.
    pub id: MessageId,
    /// The text; blank if the backend does not repeat it.
    pub text: String,
    /// The tool call or subagent run whose agent gets it; `None` for the main agent.
    pub parent: Option<ActivityId>,
    /// The name of that agent, if reported.
    pub agent: Option<String>,
    /// Whether another agent gets it, because the chosen agent had ended.
    pub fell_back: bool,
}
