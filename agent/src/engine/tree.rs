//! A run's tree of agents: routes inputs, and turns calls of subagent tools into nested agents.
//!
//! The parts: `tree/setup.rs` sets a run up, `tree/cancel.rs` stops part of the tree,
//! `tree/routing.rs` and `tree/several.rs` choose who gets an interjection, and `tree/again.rs`
//! handles an interjection that is sent again. One agent's behaviour is in `agent.rs`.

mod again;
mod cancel;
mod nested;
mod questions;
mod resume;
mod routing;
mod setup;
mod several;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::agent::Agent;
use super::io::{AgentId, Cause, Effect, Input, Millis, Urgency};
use super::policy::Policy;
use super::request::AcceptedInterjection;
use super::state::State;
use crate::conversation::{Decision, Message};

pub use resume::Suspended;
pub use setup::RunStart;

/// One run: the main agent and its nested agents.
#[derive(Debug)]
pub struct Engine {
    policy: Arc<Policy>,
    run_id: String,
    root: Agent,
    decisions: Vec<Decision>,
    deadline: Option<Millis>,
    finished: bool,
    nested: BTreeMap<AgentId, Nested>,
    gone: BTreeMap<AgentId, Gone>,
    /// How many nested agents the run has started.
    born: u64,
    /// Nested agents that were waiting when the last run ended.
    suspended: Vec<Suspended>,
    /// Accepted interjections, by id.
    heard: BTreeMap<String, AcceptedInterjection>,
    /// The ids of the copies of each message to several agents, in the order of the agents.
    copies: BTreeMap<String, Vec<String>>,
}

#[derive(Debug)]
struct Nested {
    agent: Agent,
    name: String,
    parent: AgentId,
    parent_call: String,
    /// Start order: a higher number started later.
    born: u64,
}

/// What the engine remembers of a nested agent that has ended.
#[derive(Debug)]
struct Gone {
    parent: AgentId,
    parent_call: String,
    calls: BTreeSet<String>,
}

impl Engine {
    /// Starts the run.
    pub fn start(&mut self, now: Millis) -> Vec<Effect> {
        self.deadline = self
            .policy
            .time_limit
            .map(|limit| now.saturating_add(limit));
        let resumed = self.resumed();
        let own = self
            .root
            .start(now, &resumed.decisions, &resumed.of_the_root());
        let mut effects = self.spread(now, &AgentId::Root, own);
        effects.extend(self.go_on(now, resumed));
        effects.extend(self.wait_if_stuck(now));
        effects
    }

    /// Passes one input to one agent, after doing what is due by `now`. A cancel comes before what
    /// is due, so that no retry starts in what is being stopped. Changes nothing once the run is
    /// over, or when the agent has ended.
    pub fn apply(&mut self, now: Millis, agent: &AgentId, input: Input) -> Vec<Effect> {
        if self.finished {
            return Vec::new();
        }
        if let Input::Cancel { cause, urgency } = input {
            let mut effects = self.cancel(now, agent, cause, urgency);
            effects.extend(self.tick(now));
            return effects;
        }
        let mut effects = self.tick(now);
        if self.finished {
            return effects;
        }
        let more = match input {
            Input::Tick => Vec::new(),
            input => {
                let effects = self
                    .agent_mut(agent)
                    .map(|agent| agent.apply(now, input))
                    .unwrap_or_default();
                self.settle(now, agent, effects)
            }
        };
        effects.extend(more);
        effects
    }

    /// When the caller must send [`Input::Tick`] at the latest; `None` when no tick is needed.
    pub fn deadline(&self) -> Option<Millis> {
        if self.finished {
            return None;
        }
        let agents = self.nested.values().map(|nested| &nested.agent);
        std::iter::once(&self.root)
            .chain(agents)
            .filter_map(Agent::wake_at)
            .chain(self.deadline)
            .min()
    }

    /// Whether the run is over.
    pub fn is_over(&self) -> bool {
        self.finished
    }

    /// An agent's state; `None` when the agent has ended.
    pub fn state(&self, agent: &AgentId) -> Option<&State> {
        self.agent(agent).map(|agent| &agent.state)
    }

    /// The conversation of an agent, for its model.
    pub fn history(&self, agent: &AgentId) -> &[Message] {
        self.agent(agent)
            .map(|agent| agent.history.as_slice())
            .unwrap_or_default()
    }

    /// The prefix for ids that an agent's model mints in this run; unique in the thread.
    pub fn scope(&self, agent: &AgentId) -> &str {
        self.agent(agent).map(Agent::prefix).unwrap_or_default()
    }

    /// The tool name under which a nested agent was started; `None` for the root.
    pub fn agent_name(&self, agent: &AgentId) -> Option<&str> {
        self.nested.get(agent).map(|nested| nested.name.as_str())
    }

    fn tick(&mut self, now: Millis) -> Vec<Effect> {
        if self.finished {
            return Vec::new();
        }
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.deadline = None;
            return self.cancel(now, &AgentId::Root, Cause::TimeLimit, Urgency::Now);
        }
        let mut effects = Vec::new();
        let ids: Vec<AgentId> = self.nested.keys().cloned().collect();
        for id in ids.into_iter().chain([AgentId::Root]) {
            let due = |agent: &Agent| agent.wake_at().is_some_and(|at| now >= at);
            if self.agent(&id).is_some_and(due)
                && let Some(agent) = self.agent_mut(&id)
            {
                let own = agent.apply(now, Input::Tick);
                effects.extend(self.settle(now, &id, own));
            }
        }
        effects
    }

    fn agent(&self, id: &AgentId) -> Option<&Agent> {
        match id {
            AgentId::Root => Some(&self.root),
            AgentId::Sub(_) => self.nested.get(id).map(|nested| &nested.agent),
        }
    }

    fn agent_mut(&mut self, id: &AgentId) -> Option<&mut Agent> {
        match id {
            AgentId::Root => Some(&mut self.root),
            AgentId::Sub(_) => self.nested.get_mut(id).map(|nested| &mut nested.agent),
        }
    }

    fn children_of(&self, id: &AgentId) -> Vec<AgentId> {
        self.nested
            .iter()
            .filter(|(_, nested)| nested.parent == *id)
            .map(|(child, _)| child.clone())
            .collect()
    }

    /// Performs the effects that concern nested agents. Then closes questions for which a message
    /// came instead, and ends the run if only questions are left (`wait_if_stuck`).
    fn settle(&mut self, now: Millis, from: &AgentId, effects: Vec<Effect>) -> Vec<Effect> {
        let mut done = self.spread(now, from, effects);
        done.extend(self.wait_if_stuck(now));
        done
    }

    /// Performs the effects that concern nested agents (start, stop, finish) and returns the
    /// others.
    fn spread(&mut self, now: Millis, from: &AgentId, effects: Vec<Effect>) -> Vec<Effect> {
        let mut todo: VecDeque<(AgentId, Effect)> =
            effects.into_iter().map(|e| (from.clone(), e)).collect();
        let mut done = Vec::new();
        while let Some((from, effect)) = todo.pop_front() {
            let more = match effect {
                Effect::RunTool { agent, call }
                    if self.policy.subagents.contains_key(&call.name) =>
                {
                    self.start_nested(now, agent, &call)
                }
                Effect::StopTool { agent, call_id } => {
                    let Some(child) = self.child_of_call(&agent, &call_id) else {
                        done.push(Effect::StopTool { agent, call_id });
                        continue;
                    };
                    self.stop_nested(now, &child)
                }
                Effect::Finish(outcome) => {
                    let Some(nested) = self.nested.remove(&from) else {
                        self.finished |= from == AgentId::Root;
                        done.push(Effect::Finish(outcome));
                        continue;
                    };
                    self.finish_nested(now, from, nested, &outcome)
                }
                other => {
                    self.note_settled(&other);
                    done.push(other);
                    continue;
                }
            };
            for item in more.into_iter().rev() {
                todo.push_front(item);
            }
        }
        done
    }
}

/// Effects, each with the agent that it comes from.
type From = Vec<(AgentId, Effect)>;

fn from(agent: &AgentId, effects: Vec<Effect>) -> From {
    effects.into_iter().map(|e| (agent.clone(), e)).collect()
}
