//! Running tools, in order or at once, and giving every call exactly one result.
//!
//! `settle.rs` answers the calls that an earlier run left open.

mod settle;

use super::super::history::insert_result;
use super::super::io::{Dispatch, Effect, Millis, Outcome};
use super::super::request::CancelRefusal;
use super::super::state::{Running, State, Stopping};
use super::Agent;
use super::stop::stopped;
use crate::conversation::ToolResult;

impl Agent {
    pub(super) fn start_tools(&mut self) {
        loop {
            let State::ExecutingTools(batch) = &self.state else {
                return;
            };
            let blocked = batch.dispatch == Dispatch::OneByOne && batch.is_at_work();
            if blocked {
                return;
            }
            if batch.queue.is_empty() {
                break;
            }
            // Let running tools of the same response finish first.
            if self.interrupt.is_some() && !batch.running.is_empty() {
                return;
            }
            if self.stopped_here() {
                return;
            }
            self.start_next_tool();
        }
        self.finish_batch_if_done();
    }

    fn start_next_tool(&mut self) {
        let has_mail = self.has_mail();
        let State::ExecutingTools(batch) = &mut self.state else {
            return;
        };
        let Some(call) = batch.queue.pop_front() else {
            return;
        };
        if self.client_tools.contains(&call.name) {
            if has_mail {
                self.pass_over(&call.id);
            } else {
                batch.for_client.push(call);
            }
            return;
        }
        let must_ask =
            self.policy.needs_approval.contains(&call.name) && !batch.approved.contains(&call.id);
        if !must_ask {
            let alone = self.policy.may_cancel(&call);
            let running = Running::new(&call, self.out.now, alone);
            batch.running.insert(call.id.clone(), running);
            // A subagent itself announces that it can be cancelled, under its own id.
            if alone && !self.policy.subagents.contains_key(&call.name) {
                self.say_cancellable(&call.id, &call.name);
            }
            self.out.effects.push(Effect::RunTool {
                agent: self.id.clone(),
                call,
            });
            return;
        }
        if has_mail {
            self.reject(&call.id);
        } else {
            batch.awaiting.push(call);
        }
    }

    pub(super) fn say_cancellable(&mut self, element: &str, label: &str) {
        if self.policy.control.is_some() {
            self.out.cancellable(element, label);
        }
    }

    pub(super) fn on_tool_progress(&mut self, call_id: &str, fraction: f64, message: &str) {
        let all_stop = self.is_stopping();
        let State::ExecutingTools(batch) = &mut self.state else {
            return;
        };
        let Some(tool) = batch.running.get_mut(call_id) else {
            return;
        };
        tool.said = Some(message.to_owned());
        let stops = all_stop || tool.stopping.is_some();
        self.out.progress(call_id, fraction, message);
        if stops {
            self.stop_tool(call_id);
        }
    }

    pub(super) fn on_tool_finished(&mut self, call_id: &str, result: ToolResult) {
        let State::ExecutingTools(batch) = &mut self.state else {
            return;
        };
        let Some(tool) = batch.running.remove(call_id) else {
            return;
        };
        if let Some(stopping) = tool.stopping {
            let too_late = CancelRefusal::AlreadyCompleted.to_string();
            self.out.cancel_failed(&stopping.element, &too_late);
        }
        self.record(call_id, result);
        self.start_tools();
    }

    /// Stops one tool for a person: at once if `stopping.force_at` has passed, otherwise after the
    /// tool's current step.
    pub(in super::super) fn cancel_tool(
        &mut self,
        now: Millis,
        call_id: &str,
        stopping: Stopping,
    ) -> Vec<Effect> {
        self.out.now = now;
        if let State::ExecutingTools(batch) = &mut self.state
            && let Some(tool) = batch.running.get_mut(call_id)
        {
            let at_once = now >= stopping.force_at;
            tool.stopping.get_or_insert(stopping);
            if at_once {
                self.stop_tool(call_id);
            } else {
                self.report_tool(call_id);
            }
        }
        std::mem::take(&mut self.out.effects)
    }

    /// Stops one running tool at once. The agent continues as after any result.
    pub(super) fn stop_tool(&mut self, call_id: &str) {
        let State::ExecutingTools(batch) = &mut self.state else {
            return;
        };
        let Some(tool) = batch.running.remove(call_id) else {
            return;
        };
        self.out.effects.push(Effect::StopTool {
            agent: self.id.clone(),
            call_id: call_id.to_owned(),
        });
        self.record(call_id, stopped(tool.said.as_deref()));
        if let Some(stopping) = &tool.stopping {
            self.out.cancelled(stopping, tool.said.as_deref(), None);
        }
        self.start_tools();
    }

    pub(super) fn finish_batch_if_done(&mut self) {
        let State::ExecutingTools(batch) = &mut self.state else {
            return;
        };
        if !batch.running.is_empty() || !batch.queue.is_empty() {
            return;
        }
        let asks = !batch.awaiting.is_empty();
        let for_client = !batch.for_client.is_empty();
        // Calls that wait for approval keep waiting until the tree has nothing else to do.
        if self.stopped_here() || asks {
            return;
        }
        if for_client {
            return self.finish(Outcome::Completed);
        }
        if self.has_mail() {
            self.deliver_with_results();
        }
        self.call_model();
    }

    pub(super) fn record(&mut self, call_id: &str, result: ToolResult) {
        self.out.result(call_id, &result);
        insert_result(&mut self.history, call_id, result);
    }
}
