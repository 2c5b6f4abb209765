//! The recipients of an interjection: the agents that listen, and the person's choice among them.
//!
//! The client applies the backend's rules. The backend has the last word and reports its choice.

use serde::{Deserialize, Serialize};

use crate::id::ActivityId;
use crate::transcript::{Activity, ActivityKind, ActivityStatus, Target, Turn, visibility};

/// A subagent that only answers a question of its parent agent. It accepts no interjections.
const ASKED: &str = "agent-ask";

/// The subagents of a turn that an interjection can go to, in the order they began.
#[derive(Default)]
pub(super) struct Listening<'a>(Vec<&'a Activity>);

impl<'a> Listening<'a> {
    /// The subagents of this turn.
    pub(super) fn of(turn: &'a Turn) -> Self {
        let all = turn.activities.iter();
        Self(all.filter(|held| listens(held)).collect())
    }

    /// The subagents.
    pub(super) fn into_agents(self) -> Vec<&'a Activity> {
        self.0
    }

    fn has(&self, id: &ActivityId) -> bool {
        self.0.iter().any(|held| held.id == *id)
    }

    /// The most visible agent; of equals, the one that began last.
    fn most_visible(&self) -> Target {
        let rank = |held: &Activity| visibility(name_of(held));
        let ranked = self.0.iter().rev();
        ranked
            .filter_map(|held| Some((rank(held)?, held)))
            .min_by_key(|(rank, _)| *rank)
            .map_or(Target::Root, |(_, held)| Target::Agent(held.id.clone()))
    }
}

/// The person's choice of recipients for interjections. Without a choice, the most visible agent
/// gets them. A choice lasts no longer than its turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Recipient(Option<Target>);

impl Recipient {
    /// The recipient of the next interjection.
    pub(super) fn current(&self, listening: &Listening<'_>) -> Target {
        let chosen = self.0.clone();
        chosen.unwrap_or_else(|| listening.most_visible())
    }

    /// Each recipient of the next interjection. Each gets a message of its own.
    pub(super) fn each(&self, listening: &Listening<'_>) -> Vec<Target> {
        let agents = |ids: &[ActivityId]| ids.iter().cloned().map(Target::Agent).collect();
        let nested: Vec<Target> = match self.current(listening) {
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
                let ids = listening.0.iter().map(|held| held.id.clone());
                ids.map(Target::Agent).collect()
            }
        };
        std::iter::once(Target::Root).chain(nested).collect()
    }

    /// Sets the choice. Returns whether the choice is possible; an impossible one changes nothing.
    /// `works`: the main agent is at work.
    pub(super) fn choose(
        &mut self,
        target: Target,
        listening: &Listening<'_>,
        works: bool,
    ) -> bool {
        let possible = match &target {
            Target::Root => works,
            Target::Agent(id) => listening.has(id),
            Target::All => !listening.0.is_empty(),
            Target::Several { root, agents } => {
                (*root || !agents.is_empty()) && agents.iter().all(|id| listening.has(id))
            }
        };
        if possible {
            self.0 = Some(simple(target));
        }
        possible
    }

    /// Drops ended agents from the choice. Returns those agents if the choice has changed.
    pub(super) fn drop_ended(
        &mut self,
        listening: &Listening<'_>,
        works: bool,
    ) -> Option<Vec<ActivityId>> {
        let target = self.0.clone()?;
        let (left, gone) = match target {
            Target::Root => (works.then_some(Target::Root), Vec::new()),
            Target::All => {
                let any = works && !listening.0.is_empty();
                (any.then_some(Target::All), Vec::new())
            }
            Target::Agent(id) => still(false, vec![id], listening),
            Target::Several { root, agents } => still(root && works, agents, listening),
        };
        let changed = self.0 != left;
        self.0 = left;
        changed.then_some(gone)
    }

    /// Whether the person has chosen.
    pub(super) fn is_chosen(&self) -> bool {
        self.0.is_some()
    }

    /// The person's choice; `None` without one.
    pub(super) fn chosen(&self) -> Option<Target> {
        self.0.clone()
    }

    /// Forgets the choice. Returns whether there was one.
    pub(super) fn forget(&mut self) -> bool {
        self.0.take().is_some()
    }
}

/// The agents of a choice that still run, and those that have ended.
fn still(
    root: bool,
    agents: Vec<ActivityId>,
    listening: &Listening<'_>,
) -> (Option<Target>, Vec<ActivityId>) {
    let (agents, gone): (Vec<_>, Vec<_>) = agents.into_iter().partition(|id| listening.has(id));
    let left = (root || !agents.is_empty()).then(|| simple(Target::Several { root, agents }));
    (left, gone)
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

/// The name of a subagent; empty for any other activity.
pub(super) fn name_of(activity: &Activity) -> &str {
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
