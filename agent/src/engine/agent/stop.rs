//! Stopping: at once, gracefully or at the next boundary, with what was done kept.
//!
//! Not responsible for: nested agents (`tree.rs`), and stopping one tool (`tools.rs`).

use super::super::history::{Message, ToolResult, unanswered};
use super::super::io::{Cause, Effect, Failure, Millis, Outcome, Urgency};
use super::super::state::{Boundary, State, Stopping};
use super::{Agent, Interrupt};

impl Agent {
    pub(super) fn on_cancel(&mut self, cause: Cause, urgency: Urgency) {
        match urgency {
            Urgency::Graceful { .. } => {
                self.mark(cause, true, None);
                self.stop_generation();
            }
            Urgency::Now if self.is_live() => {
                self.mark(cause, true, None);
                self.stop_everything();
            }
            // A run that has not started has nothing to stop yet.
            Urgency::AtBoundary | Urgency::Now => self.mark(cause, false, None),
        }
    }

    /// A person's wish that this agent stops: remembered, and said.
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

    /// Remembers that the agent is to stop. The first cause stays; a person's wish is added to it.
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

    /// After a graceful cancel has been marked: no further word of the model is waited for.
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

    /// After a cancel has been marked: what runs is stopped.
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

    /// The interrupt check. True when the agent has been stopped here.
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
            Outcome::Failed(Failure {
                code: "time_limit".to_owned(),
                message: "The run took longer than this agent allows.".to_owned(),
            })
        } else {
            self.cancelled(cause, at)
        };
        let said = self.said_by_tools();
        self.keep_partial_response();
        self.out.close_span();
        for call in unanswered(&self.history) {
            let content = match said.iter().find(|(id, _)| *id == call.id) {
                Some((_, said)) => format!("Stopped before it was done. It had reached: {said}"),
                None => "Stopped before it was done.".to_owned(),
            };
            self.record(&call.id, ToolResult::cancelled(&content));
        }
        self.finish(outcome);
    }

    fn said_by_tools(&self) -> Vec<(String, String)> {
        let State::ExecutingTools(batch) = &self.state else {
            return Vec::new();
        };
        let running = batch.running.iter();
        running
            .filter_map(|(id, tool)| tool.said.clone().map(|said| (id.clone(), said)))
            .collect()
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
