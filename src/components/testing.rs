//! Activities for the tests of components.

use leptos::prelude::*;
use midturn_core::id::ActivityId;
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus, Task};

use crate::state::ActivityCell;

/// An activity of the main agent, which took from 1 to 2 and is done.
pub(super) fn activity(id: &str, kind: ActivityKind) -> Activity {
    Activity {
        id: ActivityId::from(id),
        parent: None,
        after: None,
        kind,
        status: ActivityStatus::Done,
        started_at: 1,
        ended_at: Some(2),
        task: Task::default(),
    }
}

/// The cell of an activity.
pub(super) fn cell(activity: Activity) -> ActivityCell {
    ActivityCell {
        id: activity.id.clone(),
        after: activity.after.clone(),
        activity: ArcRwSignal::new(activity),
    }
}

/// A call of this tool.
pub(super) fn tool(name: &str) -> ActivityKind {
    ActivityKind::Tool {
        name: name.to_owned(),
        arguments: String::new(),
        result: None,
        encrypted: None,
    }
}

/// A step of this name.
pub(super) fn step(name: &str) -> ActivityKind {
    ActivityKind::Step {
        name: name.to_owned(),
    }
}
