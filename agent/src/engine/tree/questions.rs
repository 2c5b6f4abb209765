//! Questions of all agents of a run: which agents wait for a person, and when the whole run waits.
//!
//! A run ends with a question only when nothing else can be done anywhere in the tree. An
//! interjection that waits for its agent closes the questions, because it takes the place of the
//! answers. `resume.rs` continues with the answers.

use std::cmp::Reverse;

use super::super::agent::Agent;
use super::super::io::{AgentId, Effect, Millis};
use super::Engine;

impl Engine {
    /// Ends the run with its questions, when there is nothing else to do.
    pub(super) fn wait_if_stuck(&mut self, now: Millis) -> Vec<Effect> {
        let mut effects = Vec::new();
        while let Some(more) = self.next_step(now) {
            effects.extend(more);
        }
        if self.finished || !self.root.is_waiting() {
            return effects;
        }
        let mut asking: Vec<AgentId> = self.nested.keys().cloned().collect();
        asking.sort_by_key(|id| (self.nested[id].born, id.clone()));
        let mut asked = self.root.questions();
        let of_agents = asking.iter().filter_map(|id| self.agent(id));
        asked.extend(of_agents.flat_map(Agent::questions));
        // A nested agent is closed before the agent that started it.
        asking.sort_by_key(|id| Reverse(self.depth(id)));
        for id in asking {
            if let Some(mut nested) = self.nested.remove(&id) {
                let own = nested.agent.questions();
                effects.extend(nested.agent.wait_for_answers(now, own));
            }
        }
        let own = self.root.wait_for_answers(now, asked);
        effects.extend(self.spread(now, &AgentId::Root, own));
        effects
    }

    /// Closes one agent's questions if a message waits for it, or tells one parent whether its
    /// child waits. `None` if there is nothing to do.
    fn next_step(&mut self, now: Millis) -> Option<Vec<Effect>> {
        if self.finished {
            return None;
        }
        if self.has_mail() {
            let asking = |id: &AgentId| self.agent(id).is_some_and(Agent::has_questions);
            if let Some(id) = self.all().into_iter().find(asking) {
                return Some(self.reject_questions(now, &id));
            }
        }
        for nested in self.nested.values() {
            let waits = nested.agent.is_waiting();
            let parent = self.agent(&nested.parent);
            let known = parent.and_then(|agent| agent.waits_for(&nested.parent_call));
            if known.is_some_and(|known| known != waits) {
                let (parent, call) = (nested.parent.clone(), nested.parent_call.clone());
                let own = self.agent_mut(&parent)?.set_waits(now, &call, waits);
                return Some(self.spread(now, &parent, own));
            }
        }
        None
    }

    /// Closes every open question, because a person sent a message instead.
    pub(super) fn reject_all_questions(&mut self, now: Millis) -> Vec<Effect> {
        let mut effects = Vec::new();
        for id in self.all() {
            if self.agent(&id).is_some_and(Agent::has_questions) {
                effects.extend(self.reject_questions(now, &id));
            }
        }
        effects
    }

    fn reject_questions(&mut self, now: Millis, id: &AgentId) -> Vec<Effect> {
        let own = self
            .agent_mut(id)
            .map(|agent| agent.reject_questions(now))
            .unwrap_or_default();
        self.spread(now, id, own)
    }

    fn has_mail(&self) -> bool {
        let mut nested = self.nested.values();
        self.root.has_mail() || nested.any(|nested| nested.agent.has_mail())
    }

    fn all(&self) -> Vec<AgentId> {
        let nested = self.nested.keys().cloned();
        nested.chain([AgentId::Root]).collect()
    }
}
