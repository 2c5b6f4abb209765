//! Why a call has a result that no tool made: the words that a model reads, written and read back in
//! one place.

use super::tool::{ToolResult, ToolStatus};

/// Why no tool made the result of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unmade<'a> {
    /// A person did not allow the call, perhaps with a reason.
    Denied(Option<&'a str>),
    /// A person sent a message instead of waiting for the call or answering its question.
    Replaced,
    /// A person closed the question without an answer.
    Dismissed,
    /// The call was stopped while it ran. The last progress message, if there was one.
    Stopped(Option<&'a str>),
    /// The agent that the call had started was stopped.
    Interrupted {
        /// The agent's name.
        agent: &'a str,
        /// What it had said last, if anything.
        reached: Option<&'a str>,
    },
}

const DENIED: &str = "The user denied this call";
const REPLACED: &str = "User interrupted with new message";
const DISMISSED: &str = "The user dismissed the question; the call did not run.";
const STOPPED: &str = "Stopped before it was done.";
const REACHED: &str = " It had reached: ";
const INTERRUPTED: &str = " agent was interrupted.";
const THIS_FAR: &str = " It had come this far: ";

impl<'a> Unmade<'a> {
    /// The result's content.
    pub fn content(self) -> String {
        match self {
            Self::Denied(Some(reason)) => format!("{DENIED}: {reason}"),
            Self::Denied(None) => format!("{DENIED}."),
            Self::Replaced => REPLACED.to_owned(),
            Self::Dismissed => DISMISSED.to_owned(),
            Self::Stopped(Some(reached)) => format!("{STOPPED}{REACHED}{reached}"),
            Self::Stopped(None) => STOPPED.to_owned(),
            Self::Interrupted { agent, reached } => {
                let end = reached.map(|reached| format!("{THIS_FAR}{reached}"));
                format!("The {agent}{INTERRUPTED}{}", end.unwrap_or_default())
            }
        }
    }

    /// What a result says; `None` when a tool made it, or when it has another reason.
    pub fn of(result: &'a ToolResult) -> Option<Self> {
        if !matches!(result.status, ToolStatus::Denied | ToolStatus::Cancelled) {
            return None;
        }
        let content = result.content.as_str();
        match content {
            REPLACED => return Some(Self::Replaced),
            DISMISSED => return Some(Self::Dismissed),
            _ => {}
        }
        if let Some(rest) = content.strip_prefix(DENIED) {
            return Some(Self::Denied(rest.strip_prefix(": ")));
        }
        if let Some(rest) = content.strip_prefix(STOPPED) {
            return Some(Self::Stopped(rest.strip_prefix(REACHED)));
        }
        let (agent, rest) = content.strip_prefix("The ")?.split_once(INTERRUPTED)?;
        let reached = rest.strip_prefix(THIS_FAR);
        Some(Self::Interrupted { agent, reached })
    }

    /// The result with this content: denied if the person did not allow the call, otherwise
    /// cancelled.
    pub fn result(self) -> ToolResult {
        let status = match self {
            Self::Denied(_) => ToolStatus::Denied,
            Self::Replaced | Self::Dismissed | Self::Stopped(_) | Self::Interrupted { .. } => {
                ToolStatus::Cancelled
            }
        };
        ToolResult::new(self.content(), status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for one in [
            Unmade::Denied(None),
            Unmade::Denied(Some("not in this branch")),
            Unmade::Replaced,
            Unmade::Dismissed,
            Unmade::Stopped(None),
            Unmade::Stopped(Some("Running tests/client.rs")),
            Unmade::Interrupted {
                agent: "explore",
                reached: None,
            },
            Unmade::Interrupted {
                agent: "explore",
                reached: Some("Looking."),
            },
        ] {
            assert_eq!(Unmade::of(&one.result()), Some(one));
        }
    }

    #[test]
    fn what_a_tool_says_is_not_taken_for_a_reason() {
        for status in [ToolStatus::Ok, ToolStatus::Error] {
            let content = Unmade::Dismissed.content();
            assert_eq!(Unmade::of(&ToolResult::new(content, status)), None);
        }
        let other = ToolResult::cancelled("No result: the call was interrupted.");
        assert_eq!(Unmade::of(&other), None);
    }
}
