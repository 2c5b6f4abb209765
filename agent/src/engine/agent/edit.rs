//! Changes or withdraws an interjection that the model has not received yet.
//!
//! A message in the inbox is replaced there. A message that went with a model call which has not
//! answered yet is changed in the history, and the model is asked again. `tree/again.rs` decides
//! whether a change is allowed.

use super::super::history::{remove_said, replace_said};
use super::super::io::{Effect, Millis, Outcome};
use super::super::request::{Routed, TAKEN_BACK};
use super::super::state::{Response, State};
use super::Agent;
use crate::conversation::Interjection;

impl Agent {
    /// Whether this agent holds an undelivered interjection: in its inbox, or in a model call that
    /// has not answered yet.
    pub(in super::super) fn holds(&self, id: &str) -> bool {
        let on_its_way = self.delivering.iter().map(|one| &one.interjection);
        on_its_way.chain(&self.inbox).any(|one| one.id == id)
    }

    /// Replaces an interjection, in the same place in the order.
    pub(in super::super) fn amend_said(
        &mut self,
        now: Millis,
        said: Interjection,
        routed: &Routed,
    ) -> Vec<Effect> {
        self.out.now = now;
        self.out.said(&said, routed);
        let mut on_its_way = self.delivering.iter_mut().map(|one| &mut one.interjection);
        if let Some(own) = on_its_way.find(|own| own.id == said.id) {
            replace_said(&mut self.history, &said);
            *own = said;
            self.ask_anew();
        } else if let Some(own) = self.inbox.iter_mut().find(|own| own.id == said.id) {
            *own = said;
        }
        std::mem::take(&mut self.out.effects)
    }

    /// Withdraws an interjection from this agent: `for_good`, or to give it to another agent.
    pub(in super::super) fn withdraw_said(
        &mut self,
        now: Millis,
        id: &str,
        for_good: bool,
    ) -> Vec<Effect> {
        self.out.now = now;
        if for_good {
            self.out.undelivered(id, TAKEN_BACK);
        }
        self.inbox.retain(|one| one.id != id);
        if let Some(place) = self
            .delivering
            .iter()
            .position(|one| one.interjection.id == id)
        {
            let gone = self.delivering.remove(place);
            remove_said(&mut self.history, id);
            self.follow_another(id, gone.after_id.as_deref());
            self.go_on_without();
        }
        std::mem::take(&mut self.out.effects)
    }

    /// Corrects the delivery reports that name the removed message as the one before theirs: they
    /// name the message before the removed message instead.
    fn follow_another(&mut self, gone: &str, before: Option<&str>) {
        for one in &mut self.delivering {
            if one.after_id.as_deref() == Some(gone) {
                one.after_id = before.map(str::to_owned);
            }
        }
    }

    fn go_on_without(&mut self) {
        let nothing_said = self.delivering.is_empty() && self.has_answered;
        if !nothing_said {
            return self.ask_anew();
        }
        // All messages after the complete answer were withdrawn, so that answer is final.
        let at_work = |own: &Response| own.pause.is_none();
        if matches!(&self.state, State::StreamingResponse(own) if at_work(own)) {
            self.out.effects.push(Effect::StopModel {
                agent: self.id.clone(),
            });
        }
        self.out.close_span();
        if self.has_mail() {
            self.deliver_as_turns();
            return self.call_model();
        }
        self.finish(Outcome::Completed);
    }

    /// Stops the model call, which has not answered yet, and asks again with the changed history.
    /// Does nothing during a retry pause: the next attempt sends the change.
    fn ask_anew(&mut self) {
        let State::StreamingResponse(response) = &self.state else {
            return;
        };
        if response.pause.is_some() {
            return;
        }
        let (message_id, failures) = (response.message_id.clone(), response.failures);
        self.out.effects.push(Effect::StopModel {
            agent: self.id.clone(),
        });
        self.ask_model(message_id, failures);
    }
}
