//! Nested agents: started by a tool call. Their end becomes the call's result.

use std::sync::Arc;

use super::super::agent::{Agent, Scope};
use super::super::io::{AgentId, Cause, Input, Millis, Outcome, Urgency};
use super::{Engine, From, Gone, Nested, from};
use crate::conversation::{Message, ToolCall, ToolResult, Unmade};

/// How many levels of nested agents a run may have. Without a limit, a model that always delegates
/// never ends.
const DEEPEST: usize = 8;

impl Engine {
    pub(super) fn start_nested(&mut self, now: Millis, parent: AgentId, call: &ToolCall) -> From {
        if self.depth(&parent) >= DEEPEST {
            return self.refuse_nested(now, &parent, call);
        }
        let id = format!("{}-agent", call.id);
        let scope = self.scope_of(&id, call, &parent, id.clone());
        let history = vec![task(&id, call)];
        let mut agent = Agent::new(scope, history, Arc::clone(&self.policy));
        let effects = agent.start(now, &[], &[]);
        let id = AgentId::Sub(id);
        self.born += 1;
        self.nested.insert(
            id.clone(),
            Nested {
                agent,
                name: call.name.clone(),
                parent,
                parent_call: call.id.clone(),
                born: self.born,
            },
        );
        from(&id, effects)
    }

    /// The frame of a nested agent.
    pub(super) fn scope_of(
        &self,
        id: &str,
        call: &ToolCall,
        parent: &AgentId,
        prefix: String,
    ) -> Scope {
        let spec = self.policy.subagents.get(&call.name);
        let parent = self.agent(parent).and_then(Agent::subagent_run_id);
        Scope::Subagent {
            id: id.to_owned(),
            name: call.name.clone(),
            description: spec
                .map(|spec| spec.description.clone())
                .unwrap_or_default(),
            parent: parent.map(str::to_owned),
            parent_call: call.id.clone(),
            alone: self.policy.may_cancel(call),
            prefix,
        }
    }

    pub(super) fn depth(&self, agent: &AgentId) -> usize {
        let parent = |id: &AgentId| self.nested.get(id).map(|nested| nested.parent.clone());
        std::iter::successors(parent(agent), parent).count()
    }

    fn refuse_nested(&mut self, now: Millis, parent: &AgentId, call: &ToolCall) -> From {
        let input = Input::ToolFinished {
            call_id: call.id.clone(),
            result: ToolResult::error("Too many agents have handed this task on. Do it yourself."),
        };
        let effects = self
            .agent_mut(parent)
            .map(|agent| agent.apply(now, input))
            .unwrap_or_default();
        from(parent, effects)
    }

    /// Stops a nested agent after its parent has stopped the call. The agent closes its frame. The
    /// parent ignores the result, because it has already recorded the call as stopped.
    pub(super) fn stop_nested(&mut self, now: Millis, id: &AgentId) -> From {
        let cancel = Input::Cancel {
            cause: Cause::Parent,
            urgency: Urgency::Now,
        };
        let effects = self
            .agent_mut(id)
            .map(|agent| agent.apply(now, cancel))
            .unwrap_or_default();
        from(id, effects)
    }

    pub(super) fn finish_nested(
        &mut self,
        now: Millis,
        id: AgentId,
        mut nested: Nested,
        outcome: &Outcome,
    ) -> From {
        let unheard = nested.agent.take_inbox();
        let result = result(&nested, outcome);
        let gone = Gone {
            parent: nested.parent.clone(),
            parent_call: nested.parent_call.clone(),
            calls: calls(&nested.agent.history),
        };
        self.gone.insert(id, gone);
        // Before the result, so that the parent delivers the messages together with it.
        let mut effects = self.pass_up(now, &nested.parent, &nested.parent_call, unheard);
        let input = Input::ToolFinished {
            call_id: nested.parent_call,
            result,
        };
        let own = self
            .agent_mut(&nested.parent)
            .map(|parent| parent.apply(now, input))
            .unwrap_or_default();
        effects.extend(from(&nested.parent, own));
        effects
    }

    pub(super) fn child_of_call(&self, parent: &AgentId, call_id: &str) -> Option<AgentId> {
        self.nested
            .iter()
            .find(|(_, nested)| nested.parent == *parent && nested.parent_call == call_id)
            .map(|(id, _)| id.clone())
    }
}

/// A nested agent's first message.
pub(super) fn task(id: &str, call: &ToolCall) -> Message {
    let arguments = call.arguments_json();
    let task = arguments["task"].as_str().unwrap_or(&call.arguments);
    Message::user(format!("{id}-task"), task)
}

/// The result of the parent's tool call.
fn result(nested: &Nested, outcome: &Outcome) -> ToolResult {
    let answer = nested.agent.answer();
    match outcome {
        Outcome::Completed | Outcome::Waiting => ToolResult::ok(answer),
        Outcome::Cancelled(_) => {
            let agent = nested.name.as_str();
            let reached = Some(answer.as_str()).filter(|answer| !answer.is_empty());
            Unmade::Interrupted { agent, reached }.result()
        }
        Outcome::Failed(failure) => ToolResult::error(failure.message.clone()),
    }
}

fn calls(history: &[Message]) -> std::collections::BTreeSet<String> {
    let calls = history.iter().filter_map(|message| match message {
        Message::Assistant { calls, .. } => Some(calls),
        Message::System { .. } | Message::User { .. } | Message::Tool { .. } => None,
    });
    calls.flatten().map(|call| call.id.clone()).collect()
}
