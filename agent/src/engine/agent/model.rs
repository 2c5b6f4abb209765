//! Calling the model, and handling its response.
//!
//! Running the tools is in `tools.rs`, asking again after a failure in `retry.rs`.

use super::super::history::unanswered;
use super::super::io::{Dispatch, Effect, Failure, ModelCallId, ModelDelta, Outcome};
use super::super::state::{Batch, Response, State};
use super::Agent;
use crate::conversation::{Message, ToolCall, ToolResult};

/// What an agent reads about the answer of another that was cut off.
pub(super) const CUT_OFF: &str = "The model reached its length limit.";

impl Agent {
    pub(super) fn call_model(&mut self) {
        if self.stopped_here() {
            return;
        }
        let message_id = self.out.mint('m');
        self.ask_model(message_id, 0);
    }

    pub(super) fn ask_model(&mut self, message_id: String, failures: u32) {
        self.model_calls += 1;
        self.is_cut_off = false;
        let call = ModelCallId(self.model_calls);
        self.state = State::StreamingResponse(Response {
            call,
            message_id,
            text: String::new(),
            calls: Vec::new(),
            failures,
            pause: None,
        });
        self.out.effects.push(Effect::CallModel {
            agent: self.id.clone(),
            call,
        });
    }

    /// Whether the agent waits for this call's answer.
    fn awaits(&self, call: ModelCallId) -> bool {
        matches!(&self.state, State::StreamingResponse(response)
            if response.call == call && response.pause.is_none())
    }

    pub(super) fn on_delta(&mut self, call: ModelCallId, delta: ModelDelta) {
        if !self.awaits(call) {
            return;
        }
        self.announce_delivered();
        let State::StreamingResponse(response) = &mut self.state else {
            return;
        };
        match delta {
            ModelDelta::Text(text) => {
                response.text.push_str(&text);
                self.out.text(&response.message_id, text);
            }
            ModelDelta::Reasoning(text) => self.out.reasoning(text),
            ModelDelta::Call { id, name } => {
                self.out.call(&id, &name, &response.message_id);
                response.calls.push(ToolCall::new(id, name, ""));
            }
            ModelDelta::Arguments(text) => {
                if let Some(call) = response.calls.last_mut() {
                    call.arguments.push_str(&text);
                    self.out.arguments(text);
                }
            }
            ModelDelta::Step(name) => self.out.step(name),
            ModelDelta::Activity { kind, content } => self.out.activity(&kind, content),
            ModelDelta::Plan(steps) => self.out.plan(steps),
            ModelDelta::CutOff => {
                self.is_cut_off = true;
                // A nested agent's answer says so itself.
                if self.subagent_run_id().is_none() {
                    self.out.limited("length");
                }
            }
        }
    }

    pub(super) fn on_model_finished(
        &mut self,
        call: ModelCallId,
        result: Result<Dispatch, Failure>,
    ) {
        if !self.awaits(call) {
            return;
        }
        if result.is_ok() {
            self.announce_delivered();
        }
        let State::StreamingResponse(response) = &mut self.state else {
            return;
        };
        let calls = std::mem::take(&mut response.calls);
        self.history.push(Message::assistant(
            response.message_id.clone(),
            std::mem::take(&mut response.text),
            calls.clone(),
        ));
        self.out.close_span();
        let dispatch = match result {
            Ok(dispatch) => dispatch,
            Err(failure) => {
                for call in unanswered(&self.history) {
                    let content = "Not run: the model failed before it had finished asking.";
                    self.record(&call.id, ToolResult::cancelled(content));
                }
                return self.finish(Outcome::Failed(failure));
            }
        };
        if calls.is_empty() {
            return self.on_answer();
        }
        if self.stopped_here() {
            return;
        }
        self.state = State::ExecutingTools(Batch::new(dispatch, calls));
        self.start_tools();
    }

    /// Handles a complete answer without tool calls. A pending stop has nothing left to prevent, so
    /// the agent completes. Otherwise, messages that arrived meanwhile become the next turn.
    fn on_answer(&mut self) {
        if !self.has_mail() || self.is_stopping() {
            return self.finish(Outcome::Completed);
        }
        self.has_answered = true;
        self.deliver_as_turns();
        self.call_model();
    }
}
