//! Handles an interjection that is sent again under an accepted id: unchanged, changed or
//! withdrawn.
//!
//! A person may change or withdraw a message until the model has it. `agent/edit.rs` changes the
//! agent's inbox or history.

use super::super::io::{AgentId, Effect, Millis};
use super::super::request::{InterjectRefusal, Routed, Settled, TAKEN_BACK, Target};
use super::Engine;
use crate::agui::{Custom, EventKind};
use crate::conversation::Interjection;

impl Engine {
    /// Handles an interjection whose id was accepted before.
    pub(super) fn say_again(
        &mut self,
        now: Millis,
        interjection: Interjection,
        target: &Target,
    ) -> Result<(Routed, Vec<Effect>), InterjectRefusal> {
        let Some(heard) = self.heard.get(&interjection.id) else {
            return Err(InterjectRefusal::Blank);
        };
        let (routed, same) = (heard.routed.clone(), heard.said == interjection);
        match heard.settled {
            None => {}
            Some(Settled::TakenBack) if interjection.is_blank() => return Ok((routed, Vec::new())),
            Some(Settled::TakenBack) => return Err(InterjectRefusal::TakenBack),
            Some(_) if same => return Ok((routed, Vec::new())),
            Some(Settled::Delivered) => return Err(InterjectRefusal::Delivered),
            Some(Settled::Undelivered) => return Err(InterjectRefusal::RunOver),
        }
        let Some(holder) = self.holder(&interjection.id) else {
            return Err(InterjectRefusal::RunOver);
        };
        if interjection.is_blank() {
            let effects = self.withdraw(now, &holder, &interjection.id, true);
            return Ok((routed, effects));
        }
        let (heir, fallback_from) = match target {
            // The message stays with its agent.
            Target::Auto => (holder.clone(), None),
            Target::Root | Target::All | Target::Several(_) => (AgentId::Root, None),
            Target::Call(call) => self.agent_of_call(call)?,
        };
        if heir == holder {
            if same {
                return Ok((routed, Vec::new()));
            }
            let effects = self.amend(now, &holder, interjection, &routed);
            return Ok((routed, effects));
        }
        if !self.listens(&heir) {
            return Err(InterjectRefusal::RunOver);
        }
        let id = interjection.id.clone();
        let routed = self.routed(&heir, fallback_from);
        // Hand over before withdrawing, so that the run does not end between the two.
        let own = self.hand_over(now, &heir, interjection, &routed);
        let mut effects = self.spread(now, &heir, own);
        effects.extend(self.withdraw(now, &holder, &id, false));
        Ok((routed, effects))
    }

    fn amend(
        &mut self,
        now: Millis,
        holder: &AgentId,
        interjection: Interjection,
        routed: &Routed,
    ) -> Vec<Effect> {
        if let Some(heard) = self.heard.get_mut(&interjection.id) {
            heard.said = interjection.clone();
        }
        let own = self
            .agent_mut(holder)
            .map(|agent| agent.amend_said(now, interjection, routed))
            .unwrap_or_default();
        self.settle(now, holder, own)
    }

    fn withdraw(&mut self, now: Millis, holder: &AgentId, id: &str, for_good: bool) -> Vec<Effect> {
        let own = self
            .agent_mut(holder)
            .map(|agent| agent.withdraw_said(now, id, for_good))
            .unwrap_or_default();
        self.settle(now, holder, own)
    }

    /// The agent that holds an undelivered message.
    fn holder(&self, id: &str) -> Option<AgentId> {
        let mut all = self.nested.keys().cloned().chain([AgentId::Root]);
        all.find(|agent| self.agent(agent).is_some_and(|agent| agent.holds(id)))
    }

    /// Remembers what an event says about a message: delivered, undelivered or taken back.
    pub(super) fn note_settled(&mut self, effect: &Effect) {
        let Effect::Emit(event) = effect else {
            return;
        };
        let EventKind::Custom(custom) = &event.kind else {
            return;
        };
        let (id, settled) = match custom {
            Custom::Delivered { id, .. } => (id, Settled::Delivered),
            Custom::Undelivered { id, reason } if reason == TAKEN_BACK => (id, Settled::TakenBack),
            Custom::Undelivered { id, .. } => (id, Settled::Undelivered),
            _ => return,
        };
        if let Some(heard) = self.heard.get_mut(id) {
            heard.settled = Some(settled);
        }
    }
}
