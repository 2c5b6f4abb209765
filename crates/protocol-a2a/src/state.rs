//! The states of a task, in the spellings of both versions.

/// A task's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Not begun.
    Submitted,
    /// At work.
    Working,
    /// Waits for the person's input.
    InputRequired,
    /// Waits for a sign-in elsewhere.
    AuthRequired,
    /// Over: done.
    Completed,
    /// Over: failed.
    Failed,
    /// Over: stopped.
    Canceled,
    /// Over: the agent declined.
    Rejected,
    /// Missing, unspecified, or a name that this client does not know.
    Unknown(String),
}

impl State {
    /// Reads `TASK_STATE_INPUT_REQUIRED` and `input-required` alike.
    pub(super) fn of(name: &str) -> Self {
        let plain = name.strip_prefix("TASK_STATE_").unwrap_or(name);
        let plain = plain.to_ascii_lowercase().replace('_', "-");
        match plain.as_str() {
            "submitted" => Self::Submitted,
            "working" => Self::Working,
            "input-required" => Self::InputRequired,
            "auth-required" => Self::AuthRequired,
            "completed" => Self::Completed,
            "failed" => Self::Failed,
            "canceled" | "cancelled" => Self::Canceled,
            "rejected" => Self::Rejected,
            _ => Self::Unknown(name.to_owned()),
        }
    }

    /// Whether the task waits for the person.
    pub(super) fn waits(&self) -> bool {
        matches!(self, Self::InputRequired | Self::AuthRequired)
    }

    /// Whether the task is over.
    pub(super) fn is_over(&self) -> bool {
        matches!(
            self,
            Self::Completed | Self::Failed | Self::Canceled | Self::Rejected
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_a_state_are_read() {
        for (new, old, state) in [
            ("TASK_STATE_SUBMITTED", "submitted", State::Submitted),
            ("TASK_STATE_WORKING", "working", State::Working),
            (
                "TASK_STATE_INPUT_REQUIRED",
                "input-required",
                State::InputRequired,
            ),
            (
                "TASK_STATE_AUTH_REQUIRED",
                "auth-required",
                State::AuthRequired,
            ),
            ("TASK_STATE_COMPLETED", "completed", State::Completed),
            ("TASK_STATE_FAILED", "failed", State::Failed),
            ("TASK_STATE_CANCELED", "canceled", State::Canceled),
            ("TASK_STATE_REJECTED", "rejected", State::Rejected),
        ] {
            assert_eq!(State::of(new), state);
            assert_eq!(State::of(old), state);
        }
    }

    #[test]
    fn an_unknown_state_is_neither_over_nor_waiting() {
        for name in ["", "TASK_STATE_UNSPECIFIED", "unknown", "paused"] {
            let state = State::of(name);
            assert_eq!(state, State::Unknown(name.to_owned()));
            assert!(!state.is_over() && !state.waits());
        }
    }
}
