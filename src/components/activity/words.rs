//! Names, words and icons for what an activity is and how far it is.
//!
//! Not responsible for its line, nor for its details.

use midturn_core::attachment::Attachment;
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus};

use crate::components::icon::IconName;
use crate::i18n::Catalogue;

/// The files a tool gave.
pub(super) fn files_of(activity: &Activity) -> &[Attachment] {
    match &activity.kind {
        ActivityKind::Tool {
            result: Some(result),
            ..
        } => &result.attachments,
        _ => &[],
    }
}

/// How long it took; empty where that is not known.
pub(super) fn duration(texts: &Catalogue, activity: &Activity) -> String {
    // The start time of imported history is unknown.
    let ended = activity.ended_at.filter(|_| activity.started_at > 0);
    ended.map_or_else(String::new, |ended| {
        (texts.duration)(ended.saturating_sub(activity.started_at))
    })
}

/// Its kind, as attributes name it.
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

/// How far it is; one that is asked to stop is stopping, whoever else goes on.
pub(super) fn status(activity: &Activity) -> ActivityStatus {
    if activity.ended_at.is_none() && activity.task.is_stopping() {
        ActivityStatus::Stopping
    } else {
        activity.status
    }
}

/// A status as attributes name it.
pub(super) fn status_name(status: ActivityStatus) -> &'static str {
    match status {
        ActivityStatus::Running => "running",
        ActivityStatus::Done => "done",
        ActivityStatus::Failed => "failed",
        ActivityStatus::Cancelled => "cancelled",
        ActivityStatus::Interrupted => "interrupted",
        ActivityStatus::Waiting => "waiting",
        ActivityStatus::Stopping => "stopping",
    }
}

/// A status in words.
pub(super) fn status_text(texts: &Catalogue, status: ActivityStatus) -> &'static str {
    match status {
        ActivityStatus::Running => texts.status_running,
        ActivityStatus::Done => texts.status_done,
        ActivityStatus::Failed => texts.status_failed,
        ActivityStatus::Cancelled => texts.status_cancelled,
        ActivityStatus::Interrupted => texts.status_interrupted,
        ActivityStatus::Waiting => texts.status_waiting,
        ActivityStatus::Stopping => texts.control.status_stopping,
    }
}

/// The kind's icon while it goes well, else what went wrong.
pub(super) fn icon_of(activity: &Activity) -> IconName {
    match activity.status {
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
