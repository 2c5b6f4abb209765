//! The tools' part: running them in order or at once, and every call getting one result.
//!
//! Not responsible for: what a tool does.

use super::super::history::{ToolCall, ToolResult, ToolStatus, insert_result, unanswered};
use super::super::io::{Decision, Dispatch, Effect, Failure, Outcome, Verdict};
use super::super::state::{Boundary, State};
use super::{Agent, Scope};

impl Agent {
    pub(super) fn is_running(&self, call_id: &str) -> bool {
        matches!(&self.state, State::ExecutingTools(batch) if batch.running.contains(call_id))
    }

    pub(super) fn start_tools(&mut self) {
        loop {
            let State::ExecutingTools(batch) = &self.state else {
                return;
            };
            let blocked = batch.dispatch == Dispatch::OneByOne && !batch.running.is_empty();
            if blocked {
                return;
            }
            if batch.queue.is_empty() {
                break;
            }
            // Tools of the same response that already run are let finish first.
            if self.interrupt.is_some() && !batch.running.is_empty() {
                return;
            }
            if self.stopped_at(Boundary::BeforeTool) {
                return;
            }
            self.start_next_tool();
        }
        self.finish_batch_if_done();
    }

    fn start_next_tool(&mut self) {
        let State::ExecutingTools(batch) = &mut self.state else {
            return;
        };
        let Some(call) = batch.queue.pop_front() else {
            return;
        };
        let must_ask =
            self.needs_approval.contains(&call.name) && !batch.approved.contains(&call.id);
        if !must_ask {
            batch.running.insert(call.id.clone());
            self.out.effects.push(Effect::RunTool {
                agent: self.id.clone(),
                call,
            });
            return;
        }
        match self.scope {
            Scope::Run { .. } => batch.awaiting.push(call),
            // A run can only be interrupted as a whole, and the parent's other tools go on.
            Scope::Subagent { .. } => self.record(
                &call.id,
                ToolResult {
                    content: "Not run: a subagent cannot ask for approval.".to_owned(),
                    status: ToolStatus::Denied,
                },
            ),
        }
    }

    pub(super) fn on_tool_finished(&mut self, call_id: &str, result: ToolResult) {
        let State::ExecutingTools(batch) = &mut self.state else {
            return;
        };
        if !batch.running.remove(call_id) {
            return;
        }
        self.record(call_id, result);
        self.start_tools();
    }

    fn finish_batch_if_done(&mut self) {
        let State::ExecutingTools(batch) = &mut self.state else {
            return;
        };
        if !batch.running.is_empty() || !batch.queue.is_empty() {
            return;
        }
        let awaiting = std::mem::take(&mut batch.awaiting);
        if self.stopped_at(Boundary::AfterTools) {
            return;
        }
        if awaiting.is_empty() {
            self.call_model();
        } else {
            self.state = State::WaitingForApproval(awaiting);
            self.finish(Outcome::Waiting);
        }
    }

    pub(super) fn record(&mut self, call_id: &str, result: ToolResult) {
        self.out.result(call_id, &result);
        insert_result(&mut self.history, call_id, result);
    }

    /// Gives every call without a result one, from the decisions or synthesised. Returns the
    /// calls that a person approved.
    pub(super) fn settle(&mut self, decisions: &[Decision]) -> Result<Vec<ToolCall>, Failure> {
        let pending = unanswered(&self.history);
        let known = |decision: &Decision| pending.iter().any(|call| call.id == decision.call_id);
        if !decisions.is_empty() && !decisions.iter().any(known) {
            return Err(Failure {
                code: "interrupt_not_found".to_owned(),
                message: "No open question matches the answer; it may have been answered already."
                    .to_owned(),
            });
        }
        let mut approved = Vec::new();
        for mut call in pending {
            let verdict = decisions
                .iter()
                .find(|decision| decision.call_id == call.id)
                .map(|decision| &decision.verdict);
            match verdict {
                Some(Verdict::Approved { edited_arguments }) => {
                    if let Some(arguments) = edited_arguments {
                        call.arguments.clone_from(arguments);
                    }
                    approved.push(call);
                }
                Some(Verdict::Denied) => self.record(
                    &call.id,
                    ToolResult {
                        content: "The user denied this call.".to_owned(),
                        status: ToolStatus::Denied,
                    },
                ),
                Some(Verdict::Abandoned) => self.record(
                    &call.id,
                    ToolResult::cancelled("The user dismissed the question; the call did not run."),
                ),
                // The client knows that these were never answered; only the model must be told.
                None => insert_result(
                    &mut self.history,
                    &call.id,
                    ToolResult::cancelled("No result: the call was interrupted."),
                ),
            }
        }
        Ok(approved)
    }
}
