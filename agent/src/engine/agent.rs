//! One agent's state machine: model responses, tools, approvals, and the interrupt checks.
//!
//! Not responsible for: nested agents (`tree.rs`), the shape of events (`emit.rs`).

use std::collections::{BTreeSet, VecDeque};

use super::emit::Emitter;
use super::history::{Message, ToolCall, ToolResult, ToolStatus, insert_result, unanswered};
use super::interrupt;
use super::io::{
    AgentId, Cause, Decision, Dispatch, Effect, Failure, Input, Millis, ModelCallId, ModelDelta,
    Outcome, Urgency, Verdict,
};
use super::state::{Batch, Boundary, Response, State};
use crate::agui::{EventKind, PROTOCOL_VERSION, RunOutcome, SubagentOutcome};

/// Which frame the agent's events stand in.
#[derive(Debug, Clone)]
pub(super) enum Scope {
    /// A run: `RUN_STARTED` to `RUN_FINISHED` or `RUN_ERROR`.
    Run { thread_id: String, run_id: String },
    /// A tool call's subagent: `SUBAGENT_STARTED` to `SUBAGENT_FINISHED` or `SUBAGENT_ERROR`.
    Subagent {
        id: String,
        name: String,
        description: String,
        parent: Option<String>,
        parent_call: String,
    },
}

#[derive(Debug)]
pub(super) struct Agent {
    id: AgentId,
    scope: Scope,
    needs_approval: BTreeSet<String>,
    pub(super) state: State,
    pub(super) history: Vec<Message>,
    interrupt: Option<Cause>,
    model_calls: u32,
    out: Emitter,
}

impl Agent {
    pub(super) fn new(
        scope: Scope,
        history: Vec<Message>,
        needs_approval: BTreeSet<String>,
    ) -> Self {
        let (id, out) = match &scope {
            Scope::Run { run_id, .. } => (AgentId::Root, Emitter::new(run_id, None)),
            Scope::Subagent { id, .. } => {
                (AgentId::Sub(id.clone()), Emitter::new(id, Some(id.clone())))
            }
        };
        Self {
            id,
            scope,
            needs_approval,
            state: State::Idle,
            history,
            interrupt: None,
            model_calls: 0,
            out,
        }
    }

    /// Opens the frame, settles what the last run left unanswered, and begins.
    pub(super) fn start(&mut self, now: Millis, decisions: &[Decision]) -> Vec<Effect> {
        self.out.now = now;
        self.open_frame();
        let approved = self.settle(decisions);
        match approved {
            Err(failure) => self.finish(Outcome::Failed(failure)),
            Ok(approved) if approved.is_empty() => self.call_model(),
            Ok(approved) => {
                self.state = State::ExecutingTools(Batch {
                    dispatch: Dispatch::OneByOne,
                    approved: approved.iter().map(|call| call.id.clone()).collect(),
                    queue: approved.into(),
                    running: BTreeSet::new(),
                    awaiting: Vec::new(),
                });
                self.start_tools();
            }
        }
        std::mem::take(&mut self.out.effects)
    }

    /// Feeds one input; returns what is to be done.
    pub(super) fn apply(&mut self, now: Millis, input: Input) -> Vec<Effect> {
        self.out.now = now;
        match input {
            Input::Model { call, delta } => self.on_delta(call, delta),
            Input::ModelFinished { call, result } => self.on_model_finished(call, result),
            Input::ToolProgress {
                call_id,
                fraction,
                message,
            } => {
                if self.is_running(&call_id) {
                    self.out.progress(&call_id, fraction, &message);
                }
            }
            Input::ToolFinished { call_id, result } => self.on_tool_finished(&call_id, result),
            Input::Cancel { cause, urgency } => self.on_cancel(cause, urgency),
            Input::Tick => {}
        }
        std::mem::take(&mut self.out.effects)
    }

    /// Whether there is work, so that a cancel has something to stop.
    pub(super) fn is_live(&self) -> bool {
        matches!(
            self.state,
            State::StreamingResponse(_) | State::ExecutingTools(_)
        )
    }

    pub(super) fn subagent_run_id(&self) -> Option<&str> {
        match &self.scope {
            Scope::Run { .. } => None,
            Scope::Subagent { id, .. } => Some(id),
        }
    }

    /// The last text of the model, as a nested agent's answer to its parent.
    pub(super) fn answer(&self) -> String {
        let last = self.history.iter().rev().find_map(|message| match message {
            Message::Assistant { text, .. } if !text.is_empty() => Some(text.clone()),
            _ => None,
        });
        last.unwrap_or_default()
    }

    // --- model -------------------------------------------------------------------------------

    fn call_model(&mut self) {
        if self.stopped_at(Boundary::BeforeModel) {
            return;
        }
        self.model_calls += 1;
        let call = ModelCallId(self.model_calls);
        let message_id = self.out.mint('m');
        self.state = State::StreamingResponse(Response {
            call,
            message_id,
            text: String::new(),
            calls: Vec::new(),
        });
        self.out.effects.push(Effect::CallModel {
            agent: self.id.clone(),
            call,
        });
    }

    fn on_delta(&mut self, call: ModelCallId, delta: ModelDelta) {
        let State::StreamingResponse(response) = &mut self.state else {
            return;
        };
        if response.call != call {
            return;
        }
        match delta {
            ModelDelta::Text(text) => {
                response.text.push_str(&text);
                self.out.text(&response.message_id, text);
            }
            ModelDelta::Reasoning(text) => self.out.reasoning(text),
            ModelDelta::Call { id, name } => {
                self.out.call(&id, &name, &response.message_id);
                response.calls.push(ToolCall {
                    id,
                    name,
                    arguments: String::new(),
                });
            }
            ModelDelta::Arguments(text) => {
                if let Some(call) = response.calls.last_mut() {
                    call.arguments.push_str(&text);
                    self.out.arguments(text);
                }
            }
            ModelDelta::Step(name) => self.out.step(name),
        }
    }

    fn on_model_finished(&mut self, call: ModelCallId, result: Result<Dispatch, Failure>) {
        let State::StreamingResponse(response) = &mut self.state else {
            return;
        };
        if response.call != call {
            return;
        }
        let calls = std::mem::take(&mut response.calls);
        self.history.push(Message::Assistant {
            id: response.message_id.clone(),
            text: std::mem::take(&mut response.text),
            calls: calls.clone(),
        });
        self.out.close_span();
        let dispatch = match result {
            Ok(dispatch) => dispatch,
            Err(failure) => return self.finish(Outcome::Failed(failure)),
        };
        // An answer that is complete needs no stopping: there is nothing left to prevent.
        if calls.is_empty() {
            return self.finish(Outcome::Completed);
        }
        if self.stopped_at(Boundary::AfterResponse) {
            return;
        }
        self.state = State::ExecutingTools(Batch {
            dispatch,
            queue: VecDeque::from(calls),
            running: BTreeSet::new(),
            awaiting: Vec::new(),
            approved: BTreeSet::new(),
        });
        self.start_tools();
    }

    // --- tools -------------------------------------------------------------------------------

    fn is_running(&self, call_id: &str) -> bool {
        matches!(&self.state, State::ExecutingTools(batch) if batch.running.contains(call_id))
    }

    fn start_tools(&mut self) {
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

    fn on_tool_finished(&mut self, call_id: &str, result: ToolResult) {
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

    fn record(&mut self, call_id: &str, result: ToolResult) {
        self.out.result(call_id, &result);
        insert_result(&mut self.history, call_id, result);
    }

    /// Gives every call without a result one, from the decisions or synthesised. Returns the
    /// calls that a person approved.
    fn settle(&mut self, decisions: &[Decision]) -> Result<Vec<ToolCall>, Failure> {
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

    // --- stopping ----------------------------------------------------------------------------

    fn on_cancel(&mut self, cause: Cause, urgency: Urgency) {
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
    fn stopped_at(&mut self, boundary: Boundary) -> bool {
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

    // --- the frame ---------------------------------------------------------------------------

    fn open_frame(&mut self) {
        let kind = match &self.scope {
            Scope::Run { thread_id, run_id } => EventKind::RunStarted {
                thread_id: thread_id.clone(),
                run_id: run_id.clone(),
                protocol_version: PROTOCOL_VERSION,
            },
            Scope::Subagent {
                name,
                description,
                parent,
                parent_call,
                ..
            } => EventKind::SubagentStarted {
                name: name.clone(),
                description: description.clone(),
                parent_subagent_run_id: parent.clone(),
                parent_tool_call_id: parent_call.clone(),
            },
        };
        self.out.emit(kind);
    }

    fn finish(&mut self, outcome: Outcome) {
        self.out.close_all();
        let kind = match &self.scope {
            Scope::Run { thread_id, run_id } => match &outcome {
                Outcome::Failed(failure) => EventKind::RunError {
                    message: failure.message.clone(),
                    code: failure.code.clone(),
                },
                other => EventKind::RunFinished {
                    thread_id: thread_id.clone(),
                    run_id: run_id.clone(),
                    outcome: self.run_outcome(other),
                },
            },
            Scope::Subagent { .. } => match &outcome {
                Outcome::Completed | Outcome::Waiting => EventKind::SubagentFinished {
                    result: Some(self.answer()).filter(|answer| !answer.is_empty()),
                    outcome: SubagentOutcome::Success,
                },
                // AG-UI 1.0 has no cancelled outcome for a subagent.
                Outcome::Cancelled { .. } => EventKind::SubagentError {
                    message: "Stopped before it was done.".to_owned(),
                    code: "cancelled".to_owned(),
                },
                Outcome::Failed(failure) => EventKind::SubagentError {
                    message: failure.message.clone(),
                    code: failure.code.clone(),
                },
            },
        };
        self.out.emit(kind);
        if outcome != Outcome::Waiting {
            self.state = State::Idle;
        }
        self.interrupt = None;
        self.out.effects.push(Effect::Finish(outcome));
    }

    fn run_outcome(&self, outcome: &Outcome) -> RunOutcome {
        match (outcome, &self.state) {
            (Outcome::Cancelled { .. }, _) => RunOutcome::Cancelled,
            (Outcome::Waiting, State::WaitingForApproval(calls)) => RunOutcome::Interrupt {
                interrupts: calls.iter().map(interrupt::approval).collect(),
            },
            _ => RunOutcome::Success,
        }
    }
}
