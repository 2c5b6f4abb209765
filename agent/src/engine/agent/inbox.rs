//! Interjections: accepted at any time, given to the model at a boundary.
//!
//! While tools run, an interjection waits and goes with their results. While the model answers, the
//! policy says whether the answer is cut off. `tree/routing.rs` chooses the agent; `edit.rs`
//! changes a message that was already sent.

use super::super::history::{append_feedback, last_id, unanswered};
use super::super::io::{Effect, Millis};
use super::super::policy::WhenStreaming;
use super::super::request::Routed;
use super::super::restore::Delivery;
use super::super::state::State;
use super::Agent;
use crate::conversation::{Interjection, Message, ToolResult, ToolStatus, Unmade};

impl Agent {
    /// Accepts an interjection.
    pub(in super::super) fn interject(
        &mut self,
        now: Millis,
        interjection: Interjection,
        routed: &Routed,
    ) -> Vec<Effect> {
        self.out.now = now;
        self.out.said(&interjection, routed);
        self.inbox.push(interjection);
        match &self.state {
            State::StreamingResponse(response) => {
                let now = self.policy.when_streaming == WhenStreaming::Now;
                if now || response.pause.is_some() {
                    self.redirect();
                }
            }
            State::ExecutingTools(_) => self.reject_awaiting(),
            State::Idle | State::WaitingForApproval(_) => {}
        }
        std::mem::take(&mut self.out.effects)
    }

    /// Takes out the messages that no model has confirmed, when the agent ends without another
    /// model call. Messages that went with a failed call are included: it is unknown whether the
    /// model got them.
    pub(in super::super) fn take_inbox(&mut self) -> Vec<Interjection> {
        let on_its_way = std::mem::take(&mut self.delivering);
        let on_its_way = on_its_way.into_iter().map(|delivery| delivery.interjection);
        on_its_way.chain(std::mem::take(&mut self.inbox)).collect()
    }

    /// Reports each message as undelivered.
    pub(in super::super) fn report_undelivered(
        &mut self,
        messages: &[Interjection],
        reason: &str,
    ) -> Vec<Effect> {
        self.emit_undelivered(messages, reason);
        std::mem::take(&mut self.out.effects)
    }

    pub(super) fn emit_undelivered(&mut self, messages: &[Interjection], reason: &str) {
        for message in messages {
            self.out.undelivered(&message.id, reason);
        }
    }

    /// Cuts the model's response off, keeps the part received, and asks again with the message.
    fn redirect(&mut self) {
        if matches!(&self.state, State::StreamingResponse(response) if response.pause.is_none()) {
            self.out.effects.push(Effect::StopModel {
                agent: self.id.clone(),
            });
        }
        self.keep_partial_response();
        self.out.close_span();
        for call in unanswered(&self.history) {
            self.record(&call.id, Unmade::Replaced.result());
        }
        self.deliver_as_turns();
        self.call_model();
    }

    /// Whether an interjection waits in this agent's inbox.
    pub(in super::super) fn has_mail(&self) -> bool {
        !self.inbox.is_empty()
    }

    /// Closes a call of a client tool, because a person sent a message instead.
    pub(super) fn pass_over(&mut self, call_id: &str) {
        self.record(call_id, Unmade::Replaced.result());
    }

    pub(super) fn reject(&mut self, call_id: &str) {
        let result = ToolResult::new(Unmade::Replaced.content(), ToolStatus::Denied);
        self.record(call_id, result);
    }

    /// Delivers all waiting messages with the results of the tools that have just run.
    pub(super) fn deliver_with_results(&mut self) {
        let Some(call) = append_feedback(&mut self.history, &self.inbox) else {
            return self.deliver_as_turns();
        };
        for said in std::mem::take(&mut self.inbox) {
            self.delivering.push(Delivery {
                interjection: said,
                tool_call_id: Some(call.clone()),
                after_id: None,
            });
        }
    }

    /// Delivers all waiting messages as user turns, in order.
    pub(super) fn deliver_as_turns(&mut self) {
        for said in std::mem::take(&mut self.inbox) {
            let after_id = last_id(&self.history).map(str::to_owned);
            self.history.push(Message::from(said.clone()));
            self.delivering.push(Delivery {
                interjection: said,
                tool_call_id: None,
                after_id,
            });
        }
    }

    /// Reports messages as delivered, with the number of the model call that answers.
    pub(super) fn announce_delivered(&mut self) {
        self.has_answered = false;
        for delivery in std::mem::take(&mut self.delivering) {
            self.out.delivered(delivery, self.model_calls);
        }
    }
}
