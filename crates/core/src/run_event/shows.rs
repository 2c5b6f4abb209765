//! Which events prove that the agent works on the input of its run.
//!
//! Used by `conversation::unheard`.

use super::RunEvent;

impl RunEvent {
    /// Whether the event proves that the agent works on the run's input: only new output does, not
    /// the start of the run or of a message.
    pub(crate) fn shows(&self) -> bool {
        match self {
            Self::TextDelta { delta, .. } | Self::ReasoningDelta { delta, .. } => !delta.is_empty(),
            Self::TextReplaced { text, .. } => !text.is_empty(),
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
            | Self::Memory(_)
            | Self::Encrypted { .. }
            | Self::Snapshot(_)
            | Self::Interjected(_)
            | Self::InterjectionDelivered { .. }
            | Self::InterjectionUndelivered { .. }
            | Self::Task { .. }
            | Self::Finished(_)
            | Self::Failed(_)
            | Self::Title(_)
            | Self::Limited(_)
            | Self::Lost(_) => false,
        }
    }
}
