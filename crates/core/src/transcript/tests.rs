//! Tests of how events and snapshots change a turn.

mod apply;
mod ends;
mod merge;
mod reused;

use crate::effect::{Diagnostic, Effect};
use crate::id::ActivityId;
use crate::run_event::RunEvent;
use crate::step::Step;
use crate::transcript::{Activity, ActivityStatus, Turn};

/// A turn after these events, one per millisecond.
fn turn_after(events: Vec<RunEvent>) -> Turn {
    let mut turn = Turn::new("m1".into(), "hi".into(), 0);
    for (at, event) in (1..).zip(events) {
        turn.apply(event, at, &mut Step::default());
    }
    turn
}

fn activity<'a>(turn: &'a Turn, id: &str) -> &'a Activity {
    turn.activity(&id.into()).expect("the activity is there")
}

fn status(turn: &Turn, id: &str) -> ActivityStatus {
    activity(turn, id).status
}

fn unknown(step: &Step, what: &str) -> bool {
    step.effects == [Effect::Diagnose(Diagnostic::Unknown(what.into()))]
}

fn subagent(id: &str, parent: Option<&str>) -> RunEvent {
    RunEvent::SubagentStarted {
        id: id.into(),
        name: "explore".into(),
        description: None,
        parent: parent.map(ActivityId::from),
    }
}
