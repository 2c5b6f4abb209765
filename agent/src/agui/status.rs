//! The status of a tool's result: this agent's addition to the metadata of AG-UI's message.

use crate::conversation::ToolStatus;

/// The name of a status; `None` for a success, which needs no name.
pub(crate) fn name(status: ToolStatus) -> Option<&'static str> {
    match status {
        ToolStatus::Ok => None,
        ToolStatus::Error => Some("error"),
        ToolStatus::Denied => Some("denied"),
        ToolStatus::Cancelled => Some("cancelled"),
    }
}

/// The status with this name.
pub(super) fn named(name: &str) -> Option<ToolStatus> {
    match name {
        "error" => Some(ToolStatus::Error),
        "denied" => Some(ToolStatus::Denied),
        "cancelled" => Some(ToolStatus::Cancelled),
        _ => None,
    }
}
