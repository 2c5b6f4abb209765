//! The recipients of an interjection.
//!
//! The client applies the backend's rules. The backend has the last word and reports its choice.

use super::super::Conversation;
use crate::change::Change;
use crate::effect::{Announcement, Diagnostic};
use crate::id::ActivityId;
use crate::step::Step;
use crate::transcript::{Activity, ActivityKind, ActivityStatus, Target};

/// The agents that accept interjections, the most visible first.
const PRECEDENCE: [&str; 3] = ["explore", "plan", "agent"];

/// A subagent that only answers a question of its parent agent.
const ASKED: &str = "agent-ask";

impl Conversation {
    /// The subagents that an interjection can go to, in the order they began. Empty if the backend
    /// does not accept interjections.
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

    /// The recipient of the next interjection: the person's choice while it lasts, else the most
    /// visible agent; of equals, the one that began last.
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

    /// Each recipient of the next interjection.
    pub(super) fn recipients(&self) -> Vec<Target> {
        let agents = |ids: &[ActivityId]| ids.iter().cloned().map(Target::Agent).collect();
        let nested: Vec<Target> = match self.target() {
            one @ (Target::Root | Target::Agent(_)) => return vec![one],
            Target::Several {
                root: false,
                agents: ids,
            } => return agents(&ids),
            Target::Several {
                root: true,
                agents: ids,
            } => agents(&ids),
            Target::All => {
                let listening = self.targets().into_iter().map(|held| held.id.clone());
                agents(&listening.collect::<Vec<_>>())
            }
        };
        std::iter::once(Target::Root).chain(nested).collect()
    }

    pub(in super::super) fn choose_target(&mut self, target: Target, step: &mut Step) {
        let listens = |id: &ActivityId| self.targets().iter().any(|held| held.id == *id);
        let possible = match &target {
            Target::Root => self.active.is_some(),
            Target::Agent(id) => listens(id),
            Target::All => !self.targets().is_empty(),
            Target::Several { root, agents } => {
                (*root || !agents.is_empty()) && agents.iter().all(listens)
            }
        };
        if possible {
            self.target = Some(simple(target));
            step.change(Change::Target);
        } else {
            step.diagnose(Diagnostic::NotNow("target"));
        }
    }

    /// Drops agents from the choice that have ended. A choice lasts no longer than the turn.
    pub(in super::super) fn check_target(&mut self, step: &mut Step) {
        let Some(target) = self.target.clone() else {
            return;
        };
        let works = self.active.is_some();
        let (left, gone) = match target {
            Target::Root => (works.then_some(Target::Root), Vec::new()),
            Target::All => {
                let any = works && !self.targets().is_empty();
                (any.then_some(Target::All), Vec::new())
            }
            Target::Agent(id) => self.still(false, vec![id]),
            Target::Several { root, agents } => self.still(root && works, agents),
        };
        if self.target == left {
            return;
        }
        self.target = left;
        step.change(Change::Target);
        for id in gone.iter().filter(|_| works) {
            let known = self.turns.last().and_then(|turn| turn.activity(id));
            if let Some(name) = known.map(|held| name_of(held).to_owned()) {
                step.announce(Announcement::TargetEnded { name });
            }
        }
    }

    /// The agents of a choice that still run, and those that have ended.
    fn still(&self, root: bool, agents: Vec<ActivityId>) -> (Option<Target>, Vec<ActivityId>) {
        let listening = self.targets();
        let (agents, gone): (Vec<_>, Vec<_>) = agents
            .into_iter()
            .partition(|id| listening.iter().any(|held| held.id == *id));
        let left = (root || !agents.is_empty()).then(|| simple(Target::Several { root, agents }));
        (left, gone)
    }
}

/// Simplifies a choice of several that contains only one agent.
fn simple(target: Target) -> Target {
    match target {
        Target::Several { root: true, agents } if agents.is_empty() => Target::Root,
        Target::Several {
            root: false,
            mut agents,
        } if agents.len() == 1 => agents.pop().map_or(Target::Root, Target::Agent),
        other => other,
    }
}

fn name_of(activity: &Activity) -> &str {
    match &activity.kind {
        ActivityKind::Subagent { name, .. } => name,
        _ => "",
    }
}

/// Whether a subagent is running and accepts interjections.
fn listens(activity: &Activity) -> bool {
    let name = name_of(activity);
    activity.status == ActivityStatus::Running
        && !activity.task.is_stopping()
        && !name.is_empty()
        && name != ASKED
}
