//! What a stop reaches, before it is pressed.
//!
//! Not responsible for stopping.

use leptos::prelude::*;
use midturn_core::queue::Queue;
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus};

use crate::i18n::Catalogue;
use crate::state::{ConversationCells, TurnCell};

/// The agents that a stop of the last turn stops, and the prompts that wait then.
pub fn reach(texts: &Catalogue, cells: ConversationCells) -> String {
    let agents = cells.last.get().map(|last| live_agents(&last));
    let prompts = cells.queue.with(Queue::len);
    (texts.control.reach)(agents.unwrap_or_default(), prompts)
}

fn live_agents(turn: &TurnCell) -> usize {
    let live = |activity: &Activity| {
        matches!(activity.kind, ActivityKind::Subagent { .. })
            && activity.status == ActivityStatus::Running
    };
    turn.activities
        .with(|all| all.iter().filter(|cell| cell.activity.with(live)).count())
}
