//! Chooses the agent that gets an interjection.
//!
//! If the person names no agent, the most visible one gets it: explore before plan before agent,
//! else the main agent. Some targets do not listen: an ordinary tool, an agent that has ended, and
//! an `agent-ask`, which answers a question of the agent above. Then the agent above gets the
//! message. `agent/inbox.rs` decides when the message reaches the model; `again.rs` handles a
//! message that is sent again.

use std::cmp::Reverse;

use super::super::agent::Agent;
use super::super::io::{AgentId, Effect, Millis};
use super::super::request::{AcceptedInterjection, InterjectRefusal, Routed, Target};
use super::Engine;
use crate::conversation::Interjection;

/// Tools whose agents a person can speak to, the most visible first.
const PRECEDENCE: [&str; 3] = ["explore", "plan", "agent"];

impl Engine {
    /// Handles a person's interjection. An accepted interjection is reported exactly once, as
    /// delivered or undelivered. Sending it again unchanged is accepted and changes nothing. Other
    /// content under the same id replaces a message that still waits; empty content takes it back.
    ///
    /// # Errors
    /// [`InterjectRefusal`], and then nothing changes and no event follows.
    pub fn interject(
        &mut self,
        now: Millis,
        interjection: Interjection,
        target: &Target,
    ) -> Result<(Routed, Vec<Effect>), InterjectRefusal> {
        if self.heard.contains_key(&interjection.id) {
            return self.say_again(now, interjection, target);
        }
        if interjection.is_blank() {
            return Err(InterjectRefusal::Blank);
        }
        let (agent, fallback_from) = match target {
            Target::Auto => (self.most_visible(), None),
            // `interject_each` handles several agents.
            Target::Root | Target::All | Target::Several(_) => (AgentId::Root, None),
            Target::Call(call) => self.agent_of_call(call)?,
        };
        if !self.listens(&agent) {
            return Err(InterjectRefusal::RunOver);
        }
        let routed = self.routed(&agent, fallback_from);
        let own = self.hand_over(now, &agent, interjection, &routed);
        let mut effects = self.spread(now, &agent, own);
        effects.extend(self.reject_all_questions(now));
        effects.extend(self.wait_if_stuck(now));
        Ok((routed, effects))
    }

    /// Gives the messages that a nested agent did not get to the agent above it.
    pub(super) fn pass_up(
        &mut self,
        now: Millis,
        parent: &AgentId,
        parent_call: &str,
        messages: Vec<Interjection>,
    ) -> super::From {
        if messages.is_empty() {
            return Vec::new();
        }
        let heir = self.climb(parent);
        if !self.listens(&heir) {
            let reason = "The agent was stopped before it could get it";
            let effects = self.root.report_undelivered(&messages, reason);
            return super::from(&AgentId::Root, effects);
        }
        let routed = self.routed(&heir, Some(parent_call.to_owned()));
        let mut effects = Vec::new();
        for message in messages {
            if self.has_copy(&routed, &message) {
                let reason = "The agent had ended, and the one above it was told the same";
                let reported = self.root.report_undelivered(&[message], reason);
                effects.extend(super::from(&AgentId::Root, reported));
                continue;
            }
            let own = self.hand_over(now, &heir, message, &routed);
            effects.extend(super::from(&heir, own));
        }
        effects
    }

    pub(super) fn hand_over(
        &mut self,
        now: Millis,
        agent: &AgentId,
        interjection: Interjection,
        routed: &Routed,
    ) -> Vec<Effect> {
        let heard = AcceptedInterjection {
            said: interjection.clone(),
            routed: routed.clone(),
            settled: None,
        };
        self.heard.insert(interjection.id.clone(), heard);
        self.agent_mut(agent)
            .map(|agent| agent.interject(now, interjection, routed))
            .unwrap_or_default()
    }

    fn most_visible(&self) -> AgentId {
        let spoken_to = self.nested.iter().filter_map(|(id, nested)| {
            let rank = PRECEDENCE.iter().position(|name| *name == nested.name)?;
            self.listens(id).then_some((rank, Reverse(nested.born), id))
        });
        let first = spoken_to.min_by_key(|(rank, born, _)| (*rank, *born));
        first.map_or(AgentId::Root, |(_, _, id)| id.clone())
    }

    /// The agent that gets a message for a tool call. Also returns the call when its own agent does
    /// not get the message.
    pub(super) fn agent_of_call(
        &self,
        call: &str,
    ) -> Result<(AgentId, Option<String>), InterjectRefusal> {
        let named = |id: &AgentId, parent_call: &str| {
            parent_call == call || matches!(id, AgentId::Sub(own) if own == call)
        };
        let fallback = Some(call.to_owned());
        if let Some((id, nested)) = self
            .nested
            .iter()
            .find(|(id, nested)| named(id, &nested.parent_call))
        {
            let heir = self.climb(id);
            let fallback = (heir != *id).then(|| nested.parent_call.clone());
            return Ok((heir, fallback));
        }
        if let Some(gone) = self
            .gone
            .iter()
            .find(|(id, gone)| named(id, &gone.parent_call))
            .map(|(_, gone)| gone)
        {
            return Ok((self.climb(&gone.parent), fallback));
        }
        let mut live = self.nested.keys().cloned().chain([AgentId::Root]);
        let has = |id: &AgentId| {
            let agent = self.agent(id);
            agent.is_some_and(|agent| agent.phase_of(call).is_some())
        };
        if let Some(owner) = live.find(has) {
            return Ok((self.climb(&owner), fallback));
        }
        if let Some(gone) = self.gone.values().find(|gone| gone.calls.contains(call)) {
            return Ok((self.climb(&gone.parent), fallback));
        }
        Err(InterjectRefusal::UnknownTarget(call.to_owned()))
    }

    /// The first agent that listens, from `from` upwards; the main agent at the top.
    pub(super) fn climb(&self, from: &AgentId) -> AgentId {
        let mut id = from.clone();
        while id != AgentId::Root {
            if self.listens(&id) {
                return id;
            }
            id = match (self.nested.get(&id), self.gone.get(&id)) {
                (Some(nested), _) => nested.parent.clone(),
                (None, Some(gone)) => gone.parent.clone(),
                (None, None) => AgentId::Root,
            };
        }
        id
    }

    pub(super) fn listens(&self, id: &AgentId) -> bool {
        let right_kind = match self.nested.get(id) {
            Some(nested) => PRECEDENCE.contains(&nested.name.as_str()),
            None => *id == AgentId::Root && !self.finished,
        };
        let at_work = |agent: &Agent| agent.is_live() && !agent.is_stopping();
        right_kind && self.agent(id).is_some_and(at_work)
    }

    pub(super) fn routed(&self, agent: &AgentId, fallback_from: Option<String>) -> Routed {
        let (parent_id, target_agent) = match self.nested.get(agent) {
            Some(nested) => (nested.parent_call.clone(), nested.name.clone()),
            None => ("root".to_owned(), "main".to_owned()),
        };
        Routed {
            parent_id,
            target_agent,
            fallback_from,
        }
    }
}
