//! Stopping an agent: at once or gracefully. Results and partial output stay.
//!
//! Nested agents are in `tree/cancel.rs`, stopping one tool in `tools.rs`.

use std::collections::BTreeMap;

use super::super::history::unanswered;
use super::super::io::{Cause, Effect, Failure, Millis, Outcome, Urgency};
use super::super::state::{Running, State, Stopping};
use super::{Agent, Interrupt};
use crate::conversation::{Message, ToolResult, Unmade};

impl Agent {
    pub(super) fn on_cancel(&mut self, cause: Cause, urgency: Urgency) {
        self.mark(cause, None);
        match urgency {
            Urgency::Graceful { .. } => {
                self.stop_generation();
                self.finish_batch_if_done();
            }
            Urgency::Now => self.stop_everything(),
        }
    }

    /// Remembers and reports that a person asked this agent to stop.
    pub(in super::super) fn accept_cancel(
        &mut self,
        now: Millis,
        stopping: Stopping,
    ) -> Vec<Effect> {
        self.out.now = now;
        self.mark(Cause::User, Some(stopping));
        self.report_stopping();
        std::mem::take(&mut self.out.effects)
    }

    /// Remembers that the agent is to stop. The first cause stays. The first request of a person is
    /// kept too, even if something else caused the stop.
    pub(in super::super) fn mark(&mut self, cause: Cause, stopping: Option<Stopping>) {
        let first = Interrupt {
            cause,
            stopping: None,
        };
        let interrupt = self.interrupt.get_or_insert(first);
        if interrupt.stopping.is_none() {
            interrupt.stopping = stopping;
        }
    }

    /// Stops the model at once. Call [`Self::mark`] first: the outcome depends on its cause.
    pub(super) fn stop_generation(&mut self) {
        if let State::StreamingResponse(response) = &self.state {
            if response.pause.is_none() {
                self.out.effects.push(Effect::StopModel {
                    agent: self.id.clone(),
                });
            }
            self.stop();
        }
    }

    /// Stops everything that runs. Call [`Self::mark`] first: the outcome depends on its cause.
    pub(super) fn stop_everything(&mut self) {
        match &self.state {
            State::StreamingResponse(_) => return self.stop_generation(),
            State::ExecutingTools(batch) => {
                for call_id in batch.running.keys() {
                    self.out.effects.push(Effect::StopTool {
                        agent: self.id.clone(),
                        call_id: call_id.clone(),
                    });
                }
            }
            State::Idle | State::WaitingForApproval(_) => return,
        }
        self.stop();
    }

    /// The interrupt check. Returns true when the agent has stopped here.
    pub(super) fn stopped_here(&mut self) -> bool {
        let stopping = self.is_stopping();
        if stopping {
            self.stop();
        }
        stopping
    }

    fn stop(&mut self) {
        let cause = self
            .interrupt
            .as_ref()
            .map_or(Cause::User, |interrupt| interrupt.cause);
        let outcome = if cause == Cause::TimeLimit {
            Outcome::Failed(Failure::new(
                "time_limit",
                "The run took longer than this agent allows.",
            ))
        } else {
            Outcome::Cancelled(cause)
        };
        let running = self.take_running();
        self.keep_partial_response();
        self.out.close_span();
        for call in unanswered(&self.history) {
            let tool = running.get(&call.id);
            let said = tool.and_then(|tool| tool.said.as_deref());
            self.record(&call.id, stopped(said));
            // A person asked for this tool alone to stop, and still needs an answer.
            if let Some(stopping) = tool.and_then(|tool| tool.stopping.as_ref()) {
                self.out.cancelled(stopping, said, None);
            }
        }
        self.finish(outcome);
    }

    fn take_running(&mut self) -> BTreeMap<String, Running> {
        match &mut self.state {
            State::ExecutingTools(batch) => std::mem::take(&mut batch.running),
            State::Idle | State::StreamingResponse(_) | State::WaitingForApproval(_) => {
                BTreeMap::new()
            }
        }
    }

    pub(super) fn keep_partial_response(&mut self) {
        if let State::StreamingResponse(response) = &mut self.state {
            let (text, calls) = (
                std::mem::take(&mut response.text),
                std::mem::take(&mut response.calls),
            );
            if !text.is_empty() || !calls.is_empty() {
                self.history
                    .push(Message::assistant(response.message_id.clone(), text, calls));
            }
        }
    }
}

/// The result of a stopped tool, with its last progress message.
pub(super) fn stopped(said: Option<&str>) -> ToolResult {
    Unmade::Stopped(said).result()
}
