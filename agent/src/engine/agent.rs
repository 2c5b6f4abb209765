//! One agent's state machine: what each input does in each state.
//!
//! Its parts are in the files below it. Not responsible for: nested agents (`tree.rs`), the shape
//! of events (`emit.rs`).

mod frame;
mod model;
mod stop;
mod tools;

use std::collections::BTreeSet;

use super::emit::Emitter;
use super::history::Message;
use super::io::{AgentId, Cause, Decision, Dispatch, Effect, Input, Millis, Outcome};
use super::state::{Batch, State};

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
}
