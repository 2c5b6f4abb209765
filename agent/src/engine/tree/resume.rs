//! Restarts a nested agent that was suspended with a question, when the question is answered.
//!
//! The store remembers a suspended agent between runs by its history and the call that started it.
//! Each call without a result in that history is an open question.

use std::sync::Arc;

use super::super::agent::Agent;
use super::super::history::unanswered;
use super::super::io::{AgentId, Cause, Effect, Millis};
use super::super::restore::{Delivery, restore};
use super::{Engine, Nested};
use crate::conversation::{Decision, Message, ToolCall, Verdict};

/// A nested agent that was waiting when an earlier run ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Suspended {
    /// The `subagentRunId`.
    pub id: String,
    /// The `subagentRunId` of the agent that started this one; `None` for the main agent.
    pub parent: Option<String>,
    /// The call that started this agent.
    pub call: ToolCall,
    /// The conversation so far, from the task on.
    pub history: Vec<Message>,
}

impl Suspended {
    /// Builds the history: the task, then `done`, with the person's messages in `told` inserted
    /// where the agent got them.
    pub fn new(
        id: String,
        parent: Option<String>,
        call: ToolCall,
        done: Vec<Message>,
        told: Vec<Delivery>,
    ) -> Self {
        let mut history = vec![super::nested::task(&id, &call)];
        history.extend(done);
        restore(&mut history, told);
        Self {
            id,
            parent,
            call,
            history,
        }
    }
}

/// The agents that continue, each with the decisions about its calls.
pub(super) struct Resumed {
    agents: Vec<(Suspended, Vec<Decision>)>,
    /// The decisions about calls of the main agent.
    pub(super) decisions: Vec<Decision>,
}

impl Engine {
    /// Sorts the decisions by the agent that asked. Drops agents whose starting call has a result
    /// already. No agent continues when there is no decision, or when all questions were abandoned
    /// for a new message. The main agent then closes their calls.
    pub(super) fn resumed(&mut self) -> Resumed {
        let decisions = std::mem::take(&mut self.decisions);
        let mut resumed = Resumed {
            agents: Vec::new(),
            decisions,
        };
        let suspended = std::mem::take(&mut self.suspended);
        let abandoned = |one: &Decision| one.verdict == Verdict::Abandoned;
        let all_abandoned = self.root.is_told() && resumed.decisions.iter().all(abandoned);
        for one in suspended {
            let calls_of_parent = match &one.parent {
                None => Some(unanswered(&self.root.history)),
                Some(parent) => resumed
                    .agents
                    .iter()
                    .find(|(known, _)| known.id == *parent)
                    .map(|(known, _)| unanswered(&known.history)),
            };
            if !calls_of_parent.is_some_and(|calls| calls.iter().any(|call| call.id == one.call.id))
            {
                continue;
            }
            let asked = unanswered(&one.history);
            let own = |decision: &Decision| {
                let pending = asked.iter().any(|call| call.id == decision.call_id);
                pending && self.root.may_be_asked(&decision.call_id)
            };
            let (own, rest) = resumed.decisions.into_iter().partition(own);
            resumed.decisions = rest;
            resumed.agents.push((one, own));
        }
        if all_abandoned || (resumed.decisions.is_empty() && resumed.has_no_answer()) {
            let left = resumed.of_the_root().into_iter().map(|call| call.id);
            self.root.left = left.collect();
            resumed.agents.clear();
        }
        resumed
    }

    /// Starts the agents, each after its parent.
    pub(super) fn go_on(&mut self, now: Millis, resumed: Resumed) -> Vec<Effect> {
        let mut effects = Vec::new();
        let calls = resumed.calls();
        for (one, decisions) in resumed.agents {
            if self.finished {
                break;
            }
            let id = AgentId::Sub(one.id.clone());
            let parent = one.parent.map_or(AgentId::Root, AgentId::Sub);
            let prefix = format!("{}.{}", one.id, self.run_id);
            let scope = self.scope_of(&one.id, &one.call, &parent, prefix);
            let mut agent = Agent::new(scope, one.history, Arc::clone(&self.policy));
            agent.open.clone_from(&self.root.open);
            // If the run is already being stopped, the agent starts only to report that.
            if self.root.is_stopping() {
                agent.mark(Cause::Parent, None);
            }
            let children: Vec<ToolCall> = calls
                .iter()
                .filter(|(parent, _)| parent.as_deref() == Some(&one.id))
                .map(|(_, call)| call.clone())
                .collect();
            let own = agent.start(now, &decisions, &children);
            self.born += 1;
            let nested = Nested {
                agent,
                name: one.call.name,
                parent,
                parent_call: one.call.id,
                born: self.born,
            };
            self.nested.insert(id.clone(), nested);
            effects.extend(self.spread(now, &id, own));
        }
        effects
    }
}

impl Resumed {
    fn has_no_answer(&self) -> bool {
        self.agents.iter().all(|(_, own)| own.is_empty())
    }

    /// The calls that started the suspended agents, each with the id of the agent that made it;
    /// `None` is the main agent.
    fn calls(&self) -> Vec<(Option<String>, ToolCall)> {
        let agents = self.agents.iter();
        agents
            .map(|(one, _)| (one.parent.clone(), one.call.clone()))
            .collect()
    }

    /// The calls of the main agent that started suspended agents.
    pub(super) fn of_the_root(&self) -> Vec<ToolCall> {
        let calls = self.calls().into_iter();
        calls
            .filter(|(parent, _)| parent.is_none())
            .map(|(_, call)| call)
            .collect()
    }
}
