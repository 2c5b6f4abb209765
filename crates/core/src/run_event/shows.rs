//! Which events show that an agent works on what its run has brought.
//!
//! Not responsible for what follows from that (see `conversation::missed`).

use super::RunEvent;

impl RunEvent {
    /// Whether it shows that the agent works on what the run has brought: more than that the run began,
    /// and more than what was known before.
    pub(crate) fn shows(&self) -> bool {
        match self {
            Self::TextDelta { delta, .. } | Self::ReasoningDelta { delta, .. } => !delta.is_empty(),
            Self::ToolStart { .. }
            | Self::ToolResult { .. }
            | Self::StepStarted { .. }
            | Self::SubagentStarted { .. }
            | Self::Note { .. } => true,
            Self::Opened
            | Self::OpenFailed(_)
            | Self::Started
            | Self::Abilities(_)
            | Self::TextStart { .. }
            | Self::TextEnd { .. }
            | Self::ReasoningStart { .. }
            | Self::ReasoningEnd { .. }
            | Self::ToolArgs { .. }
            | Self::ToolEnd { .. }
            | Self::StepFinished { .. }
            | Self::SubagentEnded { .. }
            | Self::SubagentSuspended { .. }
            | Self::State(_)
            | Self::Encrypted { .. }
            | Self::Snapshot(_)
            | Self::Interjected(_)
            | Self::InterjectionDelivered { .. }
            | Self::InterjectionUndelivered { .. }
            | Self::Task { .. }
            | Self::Finished(_)
            | Self::Failed(_)
            | Self::Lost(_) => false,
        }
    }
}
