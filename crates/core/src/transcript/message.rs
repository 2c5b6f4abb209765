//! The agent's messages in a turn, in the order of the wire.
//!
//! The content of tool calls and reasoning is stored once, in the activities.

use serde::{Deserialize, Serialize};

use crate::id::{ActivityId, MessageId};
use crate::stored::is_default;

/// One message of the agent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AgentMessage {
    /// Text, or a carrier of tool calls, or both.
    Assistant {
        /// Unique in the thread.
        id: MessageId,
        /// The text so far; empty if the message only carries calls.
        text: String,
        /// The calls; each is an activity of the turn.
        #[serde(default, skip_serializing_if = "is_default")]
        calls: Vec<ActivityId>,
        /// An opaque value the backend wants back.
        #[serde(default, skip_serializing_if = "is_default")]
        encrypted: Option<String>,
    },
    /// The result of a call; its content is in the call's activity.
    Tool {
        /// The call.
        call: ActivityId,
    },
    /// Reasoning; the text is in the activity.
    Reasoning {
        /// Unique in the thread.
        id: MessageId,
        /// The activity.
        activity: ActivityId,
    },
}
