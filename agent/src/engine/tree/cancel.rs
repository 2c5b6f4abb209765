//! Stopping the run, a subagent or one tool, and answering the request that asked for it.
//!
//! `agent/stop.rs` stops one agent.

use super::super::agent::{Agent, CallPhase, REPORT_EVERY};
use super::super::io::{AgentId, Cause, Effect, Input, Millis, Urgency};
use super::super::request::{CancelRefusal, CancelTarget};
use super::super::state::Stopping;
use super::Engine;

/// What a request's element id names.
enum Element {
    Agent(AgentId),
    Tool { owner: AgentId, call_id: String },
}

impl Engine {
    /// Handles a person's request to stop. An accepted request gets exactly one answer:
    /// `task.cancelled`, or `task.cancel.failed` when the task ends before the stop takes effect.
    ///
    /// # Errors
    /// [`CancelRefusal`], and then nothing changes and no event follows.
    pub fn request_cancel(
        &mut self,
        now: Millis,
        target: &CancelTarget,
        reason: &str,
        urgency: Urgency,
    ) -> Result<Vec<Effect>, CancelRefusal> {
        let element = self.find(target)?;
        let stopping = Stopping {
            element: match target {
                CancelTarget::Run => self.run_id.clone(),
                CancelTarget::Element(id) => id.clone(),
            },
            reason: reason.to_owned(),
            force_at: match urgency {
                Urgency::Now => now,
                Urgency::Graceful { grace } => now.saturating_add(grace),
            },
            report_at: now + REPORT_EVERY,
        };
        Ok(match element {
            Element::Agent(id) => self.cancel_agent(now, &id, stopping, urgency),
            Element::Tool { owner, call_id } => {
                let own = self
                    .agent_mut(&owner)
                    .map(|agent| agent.cancel_tool(now, &call_id, stopping))
                    .unwrap_or_default();
                self.settle(now, &owner, own)
            }
        })
    }

    /// Remembers that a person asked for a stop before the run began. The run then starts only to
    /// report the stop.
    pub fn cancel_before_start(&mut self, reason: &str) {
        let stopping = Stopping {
            element: self.run_id.clone(),
            reason: reason.to_owned(),
            force_at: Millis::MAX,
            report_at: Millis::MAX,
        };
        self.root.mark(Cause::User, Some(stopping));
    }

    fn cancel_agent(
        &mut self,
        now: Millis,
        id: &AgentId,
        stopping: Stopping,
        urgency: Urgency,
    ) -> Vec<Effect> {
        let Some(agent) = self.agent_mut(id) else {
            return Vec::new();
        };
        let said = agent.accept_cancel(now, stopping);
        let mut effects = self.settle(now, id, said);
        effects.extend(self.cancel(now, id, Cause::User, urgency));
        effects
    }

    /// Stops an agent and its subtree. An agent that must wait for its children is marked before
    /// they stop, so that their end does not start new work in it.
    pub(super) fn cancel(
        &mut self,
        now: Millis,
        id: &AgentId,
        cause: Cause,
        urgency: Urgency,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        if urgency != Urgency::Now {
            if let Some(agent) = self.agent_mut(id) {
                agent.mark(cause, None);
            }
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

    fn find(&self, target: &CancelTarget) -> Result<Element, CancelRefusal> {
        let id = match target {
            CancelTarget::Run => return self.live(AgentId::Root),
            CancelTarget::Element(id) if *id == self.run_id => return self.live(AgentId::Root),
            CancelTarget::Element(id) => id,
        };
        let nested = self.nested.iter().find(|(agent, nested)| {
            nested.parent_call == *id || matches!(agent, AgentId::Sub(own) if own == id)
        });
        if let Some((agent, nested)) = nested {
            if !nested.agent.may_stop_alone() {
                return Err(CancelRefusal::NotAllowed);
            }
            return self.live(agent.clone());
        }
        for owner in self.nested.keys().cloned().chain([AgentId::Root]) {
            match self.agent(&owner).and_then(|agent| agent.phase_of(id)) {
                None => {}
                Some(CallPhase::NotStarted) => return Err(CancelRefusal::NotStarted),
                Some(CallPhase::Over) => return Err(CancelRefusal::AlreadyCompleted),
                Some(CallPhase::Running { alone: false }) => {
                    return Err(CancelRefusal::NotAllowed);
                }
                Some(CallPhase::Running { alone: true }) => {
                    let call_id = id.clone();
                    return Ok(Element::Tool { owner, call_id });
                }
            }
        }
        let known = |agent: &AgentId| matches!(agent, AgentId::Sub(own) if own == id);
        let over = self.gone.iter().any(|(agent, gone)| {
            known(agent) || gone.parent_call == *id || gone.calls.contains(id)
        });
        Err(if over {
            CancelRefusal::AlreadyCompleted
        } else {
            CancelRefusal::Unknown
        })
    }

    fn live(&self, id: AgentId) -> Result<Element, CancelRefusal> {
        if self.finished || !self.agent(&id).is_some_and(Agent::is_live) {
            return Err(CancelRefusal::AlreadyCompleted);
        }
        Ok(Element::Agent(id))
    }
}
