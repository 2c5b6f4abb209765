//! Says what a stop will affect, before the person stops.

use leptos::prelude::*;
use midturn_core::queue::Queue;
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus};

use crate::i18n::Catalogue;
use crate::state::{ConversationCells, TurnCell};

/// In words: the agents that a stop of the last turn will stop, and the prompts waiting in the
/// queue.
pub fn stop_scope(texts: &Catalogue, cells: ConversationCells) -> String {
    let agents = cells.last.get().map(|last| live_agents(&last));
    let prompts = cells.queue.with(Queue::len);
    texts
        .control
        .stop_scope(agents.unwrap_or_default(), prompts)
}

fn live_agents(turn: &TurnCell) -> usize {
    let live = |activity: &Activity| {
        matches!(activity.kind, ActivityKind::Subagent { .. })
            && activity.status == ActivityStatus::Running
    };
    turn.activities
        .with(|all| all.iter().filter(|cell| cell.activity.with(live)).count())
}
