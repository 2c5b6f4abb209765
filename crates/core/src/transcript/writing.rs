//! How far the agent's last text is, and whether a cancel cut it off.
//!
//! Not responsible for the text itself (see `apply`), nor for how the mark under it looks.

use serde::{Deserialize, Serialize};

use super::{Outcome, Turn};
use crate::run_event::RunEvent;

/// How far the agent's last text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Writing {
    /// There is none, or it is whole and something else came after it.
    #[default]
    Nothing,
    /// It grows.
    Text,
    /// The agent said that it is whole. Nothing has come since.
    Ended,
    /// The turn was cancelled before it was whole.
    Cut,
}

impl Turn {
    /// Whether a cancel cut the agent's text off.
    pub fn is_cut_off(&self) -> bool {
        self.writing == Writing::Cut
    }

    /// What an event says about the agent's last text. The texts of subagents are theirs.
    pub(super) fn follow_text(&mut self, event: &RunEvent) {
        self.writing = match (event, self.writing) {
            (_, Writing::Cut) => Writing::Cut,
            (RunEvent::TextDelta { message, .. }, _) if self.speaker(message).is_none() => {
                Writing::Text
            }
            (RunEvent::TextEnd { message }, Writing::Text) if self.speaker(message).is_none() => {
                Writing::Ended
            }
            (event, Writing::Ended) if begins_something(event) => Writing::Nothing,
            (_, same) => same,
        };
    }

    /// Another run goes on, or the run at work ended well: what was written is whole.
    pub(crate) fn text_is_whole(&mut self) {
        self.writing = match self.writing {
            Writing::Nothing | Writing::Text | Writing::Ended => Writing::Nothing,
            Writing::Cut => Writing::Cut,
        };
    }

    /// The backend cancelled the run by itself. It has to end a text before that, so a text that was
    /// the last thing it sent was cut off.
    pub(crate) fn text_broke_off(&mut self) {
        if self.writing == Writing::Ended {
            self.writing = Writing::Text;
        }
    }

    /// The turn ends.
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

/// Whether an agent that sends this has gone on from its last text.
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
