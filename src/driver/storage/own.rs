//! The records that only the driver uses.

use midturn_core::record::Record;
use midturn_core::time::Millis;
use serde::{Deserialize, Serialize};

/// The control URLs that a backend announced, or the protocol that it was found to speak. Stored: after a reload, the driver rejoins a run
/// before the backend has announced anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct Announced {
    /// The agent that announced the URLs. They count for no other agent.
    pub(in super::super) agent_url: String,
    pub(in super::super) url: Option<String>,
    pub(in super::super) events: Option<String>,
    pub(in super::super) threads: Option<String>,
    /// The protocol that the agent was found to speak, if it is not AG-UI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in super::super) protocol: Option<String>,
}

impl Record for Announced {}

/// A noted deletion that its backend has not confirmed yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct Deletion {
    /// The agent of the thread: no other agent is asked.
    pub(in super::super) agent_url: String,
    /// The absolute URL of the thread.
    pub(in super::super) url: String,
    /// When the person deleted the thread.
    pub(in super::super) at: Millis,
}

impl Record for Deletion {}
