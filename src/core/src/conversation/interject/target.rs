//! Who gets an interjection.
//!
//! The same rules as the backend's: it decides in the end, and says so. Not responsible for
//! sending it there.

use super::super::Conversation;
use crate::change::Change;
use crate::effect::{Announcement, Diagnostic};
use crate::step::Step;
use crate::transcript::{Activity, ActivityKind, ActivityStatus, Target};

/// The agents that listen, the most visible first.
const PRECEDENCE: [&str; 3] = ["explore", "plan", "agent"];

/// A subagent that only answers a question of the agent above it.
const ASKED: &str = "agent-ask";

impl Conversation {
    /// The subagents that an interjection can go to, in the order they began. None for a backend
    /// that cannot be told inside a run.
    pub fn targets(&self) -> Vec<&Activity> {
        let turn = self.active.as_ref().and_then(|run| self.turn(&run.turn));
        match turn {
            Some(turn) if self.abilities.interject => turn
                .activities
                .iter()
                .filter(|held| listens(held))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Who gets the next interjection: the person's choice while it lasts, else the most visible
    /// agent, of two alike the one that began last.
    pub fn target(&self) -> Target {
        if let Some(chosen) = &self.target {
            return chosen.clone();
        }
        let rank = |held: &Activity| PRECEDENCE.iter().position(|name| name_of(held) == *name);
        self.targets()
            .into_iter()
            .rev()
            .filter_map(|held| Some((rank(held)?, held)))
            .min_by_key(|(rank, _)| *rank)
            .map_or(Target::Root, |(_, held)| Target::Agent(held.id.clone()))
    }

    pub(in super::super) fn choose_target(&mut self, target: Target, step: &mut Step) {
        let listens = match &target {
            Target::Root => self.active.is_some(),
            Target::Agent(id) => self.targets().iter().any(|held| held.id == *id),
        };
        if listens {
            self.target = Some(target);
            step.change(Change::Target);
        } else {
            step.diagnose(Diagnostic::NotNow("target"));
        }
    }

    /// A choice lasts as long as its agent, and no longer than the turn.
    pub(in super::super) fn check_target(&mut self, step: &mut Step) {
        let ended = match &self.target {
            None => return,
            Some(Target::Root) if self.active.is_some() => return,
            Some(Target::Root) => None,
            Some(Target::Agent(id)) => {
                if self.targets().iter().any(|held| held.id == *id) {
                    return;
                }
                let known = self.turns.last().and_then(|turn| turn.activity(id));
                known.map(|held| name_of(held).to_owned())
            }
        };
        self.target = None;
        step.change(Change::Target);
        if let (Some(name), true) = (ended, self.active.is_some()) {
            step.announce(Announcement::TargetEnded { name });
        }
    }
}

fn name_of(activity: &Activity) -> &str {
    match &activity.kind {
        ActivityKind::Subagent { name, .. } => name,
        _ => "",
    }
}

/// Whether a subagent is at work and can be spoken to.
fn listens(activity: &Activity) -> bool {
    let name = name_of(activity);
    activity.status == ActivityStatus::Running
        && !activity.task.is_stopping()
        && !name.is_empty()
        && name != ASKED
}
