//! Nested agents: born from a tool call, and reported to it when they end.
//!
//! Not responsible for: routing inputs to them.

use super::super::agent::{Agent, Scope};
use super::super::history::{Message, ToolCall, ToolResult, ToolStatus};
use super::super::io::{AgentId, Cause, Effect, Input, Millis, Outcome, Urgency, arguments_json};
use super::{Engine, Nested};

impl Engine {
    pub(super) fn start_nested(
        &mut self,
        now: Millis,
        parent: AgentId,
        call: &ToolCall,
    ) -> (AgentId, Vec<Effect>) {
        let id = format!("{}-agent", call.id);
        let arguments = arguments_json(&call.arguments);
        let task = arguments["task"].as_str().unwrap_or(&call.arguments);
        let description = self
            .policy
            .subagents
            .get(&call.name)
            .map(|spec| spec.description.clone())
            .unwrap_or_default();
        let scope = Scope::Subagent {
            id: id.clone(),
            name: call.name.clone(),
            description,
            parent: self
                .agent(&parent)
                .and_then(Agent::subagent_run_id)
                .map(str::to_owned),
            parent_call: call.id.clone(),
        };
        let history = vec![Message::User {
            id: format!("{id}-task"),
            text: task.to_owned(),
        }];
        let mut agent = Agent::new(scope, history, self.policy.needs_approval.clone());
        let effects = agent.start(now, &[]);
        let id = AgentId::Sub(id);
        self.nested.insert(
            id.clone(),
            Nested {
                agent,
                name: call.name.clone(),
                parent,
                parent_call: call.id.clone(),
            },
        );
        (id, effects)
    }

    /// Stops a nested agent whose parent has already been stopped: its frame is closed, and its
    /// end is not reported, because the parent has recorded the call as stopped.
    pub(super) fn stop_nested(&mut self, now: Millis, id: &AgentId) -> Vec<Effect> {
        let cancel = Input::Cancel {
            cause: Cause::Parent,
            urgency: Urgency::Now,
        };
        self.agent_mut(id)
            .map(|agent| agent.apply(now, cancel))
            .unwrap_or_default()
    }

    pub(super) fn finish_nested(
        &mut self,
        now: Millis,
        nested: &Nested,
        outcome: &Outcome,
    ) -> (AgentId, Vec<Effect>) {
        let result = match outcome {
            Outcome::Completed | Outcome::Waiting => ToolResult {
                content: nested.agent.answer(),
                status: ToolStatus::Ok,
            },
            Outcome::Cancelled { .. } => ToolResult {
                content: format!("The {} agent was interrupted.", nested.name),
                status: ToolStatus::Cancelled,
            },
            Outcome::Failed(failure) => ToolResult {
                content: failure.message.clone(),
                status: ToolStatus::Error,
            },
        };
        let input = Input::ToolFinished {
            call_id: nested.parent_call.clone(),
            result,
        };
        let effects = self
            .agent_mut(&nested.parent)
            .map(|parent| parent.apply(now, input))
            .unwrap_or_default();
        (nested.parent.clone(), effects)
    }

    pub(super) fn child_of_call(&self, parent: &AgentId, call_id: &str) -> Option<AgentId> {
        self.nested
            .iter()
            .find(|(_, nested)| nested.parent == *parent && nested.parent_call == call_id)
            .map(|(id, _)| id.clone())
    }
}
