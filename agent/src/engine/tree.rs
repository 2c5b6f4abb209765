//! A run's tree of agents: routes inputs, makes nested agents out of tool calls, cascades stops.
//!
//! Not responsible for: what one agent does (`agent.rs`).

mod nested;

use std::collections::{BTreeMap, VecDeque};

use super::agent::{Agent, Scope};
use super::history::Message;
use super::io::{AgentId, Cause, Decision, Effect, Input, Millis, Policy, Urgency};
use super::state::State;

/// What a run begins with.
#[derive(Debug, Clone)]
pub struct RunStart {
    /// The conversation.
    pub thread_id: String,
    /// Unique in the thread.
    pub run_id: String,
    /// The conversation so far, ending with what is to be answered.
    pub history: Vec<Message>,
    /// Answers to the questions of the last run.
    pub decisions: Vec<Decision>,
}

/// One run.
#[derive(Debug)]
pub struct Engine {
    policy: Policy,
    root: Agent,
    decisions: Vec<Decision>,
    deadline: Option<Millis>,
    finished: bool,
    nested: BTreeMap<AgentId, Nested>,
}

#[derive(Debug)]
struct Nested {
    agent: Agent,
    name: String,
    parent: AgentId,
    parent_call: String,
}

impl Engine {
    /// A run that has not started.
    pub fn new(start: RunStart, policy: Policy) -> Self {
        let scope = Scope::Run {
            thread_id: start.thread_id,
            run_id: start.run_id,
        };
        Self {
            root: Agent::new(scope, start.history, policy.needs_approval.clone()),
            decisions: start.decisions,
            policy,
            deadline: None,
            finished: false,
            nested: BTreeMap::new(),
        }
    }

    /// Starts the run.
    pub fn start(&mut self, now: Millis) -> Vec<Effect> {
        self.deadline = self.policy.time_limit.map(|limit| now + limit);
        let decisions = std::mem::take(&mut self.decisions);
        let effects = self.root.start(now, &decisions);
        self.settle(now, &AgentId::Root, effects)
    }

    /// Tells one agent what happened. Nothing follows once the run is over, nor for an agent that
    /// is gone.
    pub fn apply(&mut self, now: Millis, agent: &AgentId, input: Input) -> Vec<Effect> {
        if self.finished {
            return Vec::new();
        }
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.deadline = None;
            return self.cancel(now, &AgentId::Root, Cause::TimeLimit, Urgency::Now);
        }
        match input {
            Input::Cancel { cause, urgency } => self.cancel(now, agent, cause, urgency),
            input => {
                let effects = self
                    .agent_mut(agent)
                    .map(|agent| agent.apply(now, input))
                    .unwrap_or_default();
                self.settle(now, agent, effects)
            }
        }
    }

    /// When [`Input::Tick`] is wanted at the latest.
    pub fn deadline(&self) -> Option<Millis> {
        self.deadline
    }

    /// Where an agent is in its work; `None` when it is gone.
    pub fn state(&self, agent: &AgentId) -> Option<&State> {
        self.agent(agent).map(|agent| &agent.state)
    }

    /// The conversation of an agent, for its model.
    pub fn history(&self, agent: &AgentId) -> &[Message] {
        self.agent(agent)
            .map(|agent| agent.history.as_slice())
            .unwrap_or_default()
    }

    /// The tool name under which a nested agent was started; `None` for the root.
    pub fn agent_name(&self, agent: &AgentId) -> Option<&str> {
        self.nested.get(agent).map(|nested| nested.name.as_str())
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

    /// A stop reaches the whole subtree: children first when it must wait for a boundary, because
    /// a parent's tool is over only when its child is.
    fn cancel(&mut self, now: Millis, id: &AgentId, cause: Cause, urgency: Urgency) -> Vec<Effect> {
        let mut effects = Vec::new();
        if urgency == Urgency::AtBoundary {
            for child in self.children_of(id) {
                effects.extend(self.cancel(now, &child, Cause::Parent, urgency));
            }
        }
        if let Some(agent) = self.agent_mut(id) {
            let own = agent.apply(now, Input::Cancel { cause, urgency });
            effects.extend(self.settle(now, id, own));
        }
        effects
    }

    fn children_of(&self, id: &AgentId) -> Vec<AgentId> {
        self.nested
            .iter()
            .filter(|(_, nested)| nested.parent == *id)
            .map(|(child, _)| child.clone())
            .collect()
    }

    /// Turns effects that concern nested agents into what those agents do.
    fn settle(&mut self, now: Millis, from: &AgentId, effects: Vec<Effect>) -> Vec<Effect> {
        let mut todo: VecDeque<(AgentId, Effect)> =
            effects.into_iter().map(|e| (from.clone(), e)).collect();
        let mut done = Vec::new();
        while let Some((from, effect)) = todo.pop_front() {
            let (agent, more) = match effect {
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
                    (child.clone(), self.stop_nested(now, &child))
                }
                Effect::Finish(outcome) => {
                    let Some(nested) = self.nested.remove(&from) else {
                        self.finished |= from == AgentId::Root;
                        done.push(Effect::Finish(outcome));
                        continue;
                    };
                    self.finish_nested(now, &nested, &outcome)
                }
                other => {
                    done.push(other);
                    continue;
                }
            };
            for effect in more.into_iter().rev() {
                todo.push_front((agent.clone(), effect));
            }
        }
        done
    }
}
