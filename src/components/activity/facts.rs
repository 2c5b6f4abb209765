//! The parts of a turn that sentences about its activities refer to.

use leptos::prelude::*;
use midturn_core::id::ActivityId;
use midturn_core::transcript::{Entry, LedgerEvent};

use crate::state::{ActivityCell, TurnSignals, TurnView};

/// The parts of a turn that the sentences refer to.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    /// The turn's activities.
    pub(super) activities: &'a [ActivityCell],
    /// The turn as a whole.
    pub(super) view: &'a TurnView,
}

/// Reads the turn's current facts.
pub(super) fn with_facts<T>(turn: TurnSignals, read: impl FnOnce(Facts<'_>) -> T) -> T {
    turn.activities
        .with(|activities| turn.view.with(|view| read(Facts { activities, view })))
}

/// Whether the person asked to stop the task. If so, the backend's reason for the stop only repeats
/// that request, and is not shown.
pub(super) fn was_asked_to_stop(turn: &TurnView, task: &ActivityId) -> bool {
    let asked =
        |entry: &Entry| matches!(&entry.event, LedgerEvent::TaskStopAsked(id) if id == task);
    turn.ledger.iter().any(asked)
}
