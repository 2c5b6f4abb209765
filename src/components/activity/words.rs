//! Names, words and icons for an activity's kind and status.

use midturn_core::attachment::Attachment;
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus};

use crate::components::icon::IconName;
use crate::i18n::Catalogue;

/// The files in a tool's result.
pub(super) fn files_of(activity: &Activity) -> &[Attachment] {
    match &activity.kind {
        ActivityKind::Tool {
            result: Some(result),
            ..
        } => &result.attachments,
        _ => &[],
    }
}

/// The duration; empty below a second, and if it is not known.
pub(super) fn duration(texts: &Catalogue, activity: &Activity) -> String {
    // The start time of imported history is unknown.
    let ended = activity.ended_at.filter(|_| activity.started_at > 0);
    ended.map_or_else(String::new, |ended| {
        texts.lasted(ended.saturating_sub(activity.started_at))
    })
}

/// The kind's name in attributes.
pub(super) fn kind_name(kind: &ActivityKind) -> &'static str {
    match kind {
        ActivityKind::Tool { .. } => "tool",
        ActivityKind::Reasoning { .. } => "reasoning",
        ActivityKind::Subagent { .. } => "subagent",
        ActivityKind::Step { .. } => "step",
        ActivityKind::Approval { .. } => "approval",
        ActivityKind::Interjection(_) => "interjection",
        ActivityKind::Note { .. } => "note",
    }
}

/// The status for a person.
pub(in crate::components) fn status(activity: &Activity) -> ActivityStatus {
    activity.shown_status()
}

/// The status in words.
pub(in crate::components) fn status_text(texts: &Catalogue, activity: &Activity) -> &'static str {
    match status(activity) {
        _ if activity.is_denied() => texts.control.answered_denied,
        ActivityStatus::Running => texts.status_running,
        ActivityStatus::Done => texts.status_done,
        ActivityStatus::Failed => texts.status_failed,
        ActivityStatus::Cancelled => texts.status_cancelled,
        ActivityStatus::Interrupted => texts.status_interrupted,
        ActivityStatus::Waiting => texts.status_waiting,
        ActivityStatus::Stopping => texts.control.status_stopping,
    }
}

/// The kind's icon, or the status's icon if the activity failed, was cancelled or was interrupted.
pub(super) fn icon_of(activity: &Activity) -> IconName {
    match status(activity) {
        ActivityStatus::Failed => IconName::Error,
        ActivityStatus::Cancelled => IconName::Cancelled,
        ActivityStatus::Interrupted => IconName::Interrupted,
        ActivityStatus::Running
        | ActivityStatus::Done
        | ActivityStatus::Waiting
        | ActivityStatus::Stopping => match &activity.kind {
            ActivityKind::Tool { .. } => IconName::Tool,
            ActivityKind::Reasoning { .. } => IconName::Reasoning,
            ActivityKind::Subagent { .. } => IconName::Subagent,
            ActivityKind::Step { .. } => IconName::Step,
            ActivityKind::Approval { .. } => IconName::Approval,
            ActivityKind::Interjection(_) => IconName::Interject,
            ActivityKind::Note { .. } => IconName::Note,
        },
    }
}
