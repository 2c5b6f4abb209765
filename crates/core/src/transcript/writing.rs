//! Tracks whether the agent's last text is complete, or was cut off by a cancel.

use serde::{Deserialize, Serialize};

use super::{Outcome, Turn};
use crate::run_event::RunEvent;

/// How far the agent's last text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Writing {
    /// There is no text, something followed it, or the turn ended without cutting it off.
    #[default]
    Nothing,
    /// The text is growing.
    Text,
    /// The agent ended the text, and nothing has followed yet.
    Ended,
    /// The turn was cancelled before the text was complete.
    Cut,
}

impl Turn {
    /// Whether a cancel cut the agent's text off.
    pub fn is_cut_off(&self) -> bool {
        self.writing == Writing::Cut
    }

    /// Updates the state from an event. Ignores texts of subagents.
    pub(super) fn follow_text(&mut self, event: &RunEvent) {
        self.writing = match (event, self.writing) {
            (_, Writing::Cut) => Writing::Cut,
            (RunEvent::TextDelta { message, .. } | RunEvent::TextReplaced { message, .. }, _)
                if self.speaker(message).is_none() =>
            {
                Writing::Text
            }
            (RunEvent::TextEnd { message }, Writing::Text) if self.speaker(message).is_none() => {
                Writing::Ended
            }
            (event, Writing::Ended) if begins_something(event) => Writing::Nothing,
            (_, same) => same,
        };
    }

    /// Marks the text as complete, because another run follows or the active run ended well.
    pub(crate) fn text_is_whole(&mut self) {
        self.writing = match self.writing {
            Writing::Nothing | Writing::Text | Writing::Ended => Writing::Nothing,
            Writing::Cut => Writing::Cut,
        };
    }

    /// Treats an ended text as unfinished, because the backend cancelled the run. The protocol
    /// makes the backend end an open text before it reports the cancel, so the last text was cut
    /// off.
    pub(crate) fn text_broke_off(&mut self) {
        if self.writing == Writing::Ended {
            self.writing = Writing::Text;
        }
    }

    /// Sets the final state when the turn ends.
    pub(super) fn writing_ends(&mut self, outcome: &Outcome) {
        self.writing = match (outcome, self.writing) {
            (Outcome::Cancelled(_), Writing::Text | Writing::Cut) => Writing::Cut,
            (Outcome::Cancelled(_), Writing::Nothing | Writing::Ended)
            | (
                Outcome::Completed
                | Outcome::Failed(_)
                | Outcome::Interrupted(_)
                | Outcome::Waiting(_),
                _,
            ) => Writing::Nothing,
        };
    }
}

/// Whether this event means that the agent has continued with something after its last text.
fn begins_something(event: &RunEvent) -> bool {
    matches!(
        event,
        RunEvent::TextStart { .. }
            | RunEvent::ReasoningStart { .. }
            | RunEvent::ToolStart { .. }
            | RunEvent::ToolResult { .. }
            | RunEvent::StepStarted { .. }
            | RunEvent::SubagentStarted { .. }
            | RunEvent::Note { .. }
    )
}
