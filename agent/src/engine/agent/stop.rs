//! Stopping an agent: at once, gracefully or at the next boundary. Results and partial output stay.
//!
//! Nested agents are in `tree/cancel.rs`, stopping one tool in `tools.rs`.

use std::collections::BTreeMap;

use super::super::history::unanswered;
use super::super::io::{Boundary, Cause, Effect, Failure, Millis, Outcome, Urgency};
use super::super::state::{Running, State, Stopping};
use super::{Agent, Interrupt};
use crate::conversation::{Message, ToolResult, Unmade};

impl Agent {
    pub(super) fn on_cancel(&mut self, cause: Cause, urgency: Urgency) {
        match urgency {
            Urgency::Graceful { .. } => {
                self.mark(cause, true, None);
                self.stop_generation();
                self.finish_batch_if_done();
            }
            Urgency::Now if self.is_live() => {
                self.mark(cause, true, None);
                self.stop_everything();
            }
            // A run that has not started has nothing to stop yet.
            Urgency::AtBoundary | Urgency::Now => {
                self.mark(cause, false, None);
                // An agent that waits for a person reaches no boundary by itself.
                self.finish_batch_if_done();
            }
        }
    }

    /// Remembers and reports that a person asked this agent to stop.
    pub(in super::super) fn accept_cancel(
        &mut self,
        now: Millis,
        at_next_step: bool,
        stopping: Stopping,
    ) -> Vec<Effect> {
        self.out.now = now;
        self.mark(Cause::User, at_next_step, Some(stopping));
        self.report_stopping();
        std::mem::take(&mut self.out.effects)
    }

    /// Remembers that the agent is to stop. The first cause stays. The first request of a person is
    /// kept too, even if something else caused the stop.
    pub(in super::super) fn mark(
        &mut self,
        cause: Cause,
        at_next_step: bool,
        stopping: Option<Stopping>,
    ) {
        match &mut self.interrupt {
            Some(interrupt) => {
                interrupt.at_next_step |= at_next_step;
                if interrupt.stopping.is_none() {
                    interrupt.stopping = stopping;
                }
            }
            None => {
                self.interrupt = Some(Interrupt {
                    cause,
                    at_next_step,
                    stopping,
                });
            }
        }
    }

    /// Stops the model at once. Call [`Self::mark`] first: the outcome depends on its cause.
    pub(super) fn stop_generation(&mut self) {
        if let State::StreamingResponse(response) = &self.state {
            let at = response.pause.as_ref().map(|_| Boundary::BetweenRetries);
            if at.is_none() {
                self.out.effects.push(Effect::StopModel {
                    agent: self.id.clone(),
                });
            }
            self.stop(at);
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
        self.stop(None);
    }

    /// The interrupt check. Returns true when the agent has stopped here.
    pub(super) fn stopped_at(&mut self, boundary: Boundary) -> bool {
        let stopping = self.is_stopping();
        if stopping {
            self.stop(Some(boundary));
        }
        stopping
    }

    fn stop(&mut self, at: Option<Boundary>) {
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
            self.cancelled(cause, at)
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
                self.history.push(Message::Assistant {
                    id: response.message_id.clone(),
                    text,
                    calls,
                });
            }
        }
    }
}

/// The result of a stopped tool, with its last progress message.
pub(super) fn stopped(said: Option<&str>) -> ToolResult {
    Unmade::Stopped(said).result()
}
