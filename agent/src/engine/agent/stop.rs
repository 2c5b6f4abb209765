//! Stopping: at once or at the next boundary, with what was done kept.
//!
//! Not responsible for: nested agents (`tree.rs`).

use super::super::history::{Message, ToolResult, unanswered};
use super::super::io::{Cause, Effect, Failure, Outcome, Urgency};
use super::super::state::{Boundary, State};
use super::Agent;

impl Agent {
    pub(super) fn on_cancel(&mut self, cause: Cause, urgency: Urgency) {
        if urgency == Urgency::AtBoundary || !self.is_live() {
            self.interrupt.get_or_insert(cause);
            return;
        }
        match &self.state {
            State::StreamingResponse(_) => self.out.effects.push(Effect::StopModel {
                agent: self.id.clone(),
            }),
            State::ExecutingTools(batch) => {
                for call_id in &batch.running {
                    self.out.effects.push(Effect::StopTool {
                        agent: self.id.clone(),
                        call_id: call_id.clone(),
                    });
                }
            }
            State::Idle | State::WaitingForApproval(_) => {}
        }
        self.stop(cause, None);
    }

    /// The interrupt check. True when the agent has been stopped here.
    pub(super) fn stopped_at(&mut self, boundary: Boundary) -> bool {
        match self.interrupt.take() {
            Some(cause) => {
                self.stop(cause, Some(boundary));
                true
            }
            None => false,
        }
    }

    fn stop(&mut self, cause: Cause, at: Option<Boundary>) {
        self.keep_partial_response();
        self.out.close_span();
        for call in unanswered(&self.history) {
            self.record(
                &call.id,
                ToolResult::cancelled("Stopped before it was done."),
            );
        }
        self.finish(if cause == Cause::TimeLimit {
            Outcome::Failed(Failure {
                code: "time_limit".to_owned(),
                message: "The run took longer than this agent allows.".to_owned(),
            })
        } else {
            Outcome::Cancelled { cause, at }
        });
    }

    fn keep_partial_response(&mut self) {
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
