//! One agent's state machine: what each input does in each state.
//!
//! Each file in `agent/` has one part of the state machine. `tree.rs` handles nested agents;
//! `emit.rs` shapes the events.

mod edit;
mod frame;
mod inbox;
mod model;
mod phase;
mod questions;
mod retry;
mod stop;
mod tick;
mod tools;

use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) use phase::CallPhase;
pub(super) use tick::REPORT_EVERY;

use super::emit::Emitter;
use super::io::{AgentId, Cause, Dispatch, Effect, Input, Millis, Outcome};
use super::policy::Policy;
use super::restore::Delivery;
use super::state::{Batch, Running, State, Stopping};
use crate::agui;
use crate::conversation::{Decision, Interjection, Message, ToolCall};

/// The frame around the agent's events.
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
        /// Whether a person may cancel this subagent alone.
        alone: bool,
        /// The prefix of the ids that this agent mints.
        prefix: String,
    },
}

/// A stop that takes effect at the next boundary, or when a running tool has done its current step.
#[derive(Debug)]
struct Interrupt {
    cause: Cause,
    /// Set when a person asked for this agent to stop.
    stopping: Option<Stopping>,
}

#[derive(Debug)]
pub(super) struct Agent {
    id: AgentId,
    scope: Scope,
    policy: Arc<Policy>,
    pub(super) state: State,
    pub(super) history: Vec<Message>,
    /// Calls that wait for a decision; `None` means that the history decides (see
    /// `Engine::with_open_calls`).
    pub(super) open: Option<Vec<ToolCall>>,
    /// Calls whose nested agents were waiting when the last run ended, and do not continue in this
    /// run.
    pub(super) left: BTreeSet<String>,
    /// Names of the tools that the client runs.
    pub(super) client_tools: BTreeSet<String>,
    /// Length of the history when this agent began.
    began: usize,
    interrupt: Option<Interrupt>,
    /// Interjections that are not in the history yet.
    inbox: Vec<Interjection>,
    /// Interjections in the history of a model call that has not answered yet.
    delivering: Vec<Delivery>,
    /// Whether the messages being delivered follow a complete response.
    has_answered: bool,
    model_calls: u32,
    /// Whether the model reached its length limit in its last answer.
    is_cut_off: bool,
    /// Questions that the run ends with.
    interrupts: Vec<agui::Interrupt>,
    pub(super) out: Emitter,
}

impl Agent {
    pub(super) fn new(scope: Scope, history: Vec<Message>, policy: Arc<Policy>) -> Self {
        let (id, out) = match &scope {
            Scope::Run { run_id, .. } => (AgentId::Root, Emitter::new(run_id, None)),
            Scope::Subagent { id, prefix, .. } => (
                AgentId::Sub(id.clone()),
                Emitter::new(prefix, Some(id.clone())),
            ),
        };
        let began = match &scope {
            Scope::Run { .. } => history.len(),
            // Only the task message. The rest of the history may be the agent's own work in an
            // earlier run.
            Scope::Subagent { .. } => 1,
        };
        Self {
            id,
            scope,
            policy,
            state: State::Idle,
            began,
            history,
            open: None,
            left: BTreeSet::new(),
            client_tools: BTreeSet::new(),
            interrupt: None,
            inbox: Vec::new(),
            delivering: Vec::new(),
            has_answered: false,
            model_calls: 0,
            is_cut_off: false,
            interrupts: Vec::new(),
            out,
        }
    }

    /// Opens the frame, gives results to calls that the last run left unanswered, and starts work.
    /// `children` are this agent's calls whose nested agents continue beside it.
    pub(super) fn start(
        &mut self,
        now: Millis,
        decisions: &[Decision],
        children: &[ToolCall],
    ) -> Vec<Effect> {
        self.out.now = now;
        self.open_frame();
        let approved = self.settle(decisions, children);
        if matches!(self.scope, Scope::Run { .. }) {
            self.began = self.history.len();
        }
        match approved {
            Err(failure) => self.finish(Outcome::Failed(failure)),
            Ok(approved) if approved.is_empty() && children.is_empty() => self.call_model(),
            Ok(approved) => {
                let dispatch = if children.is_empty() {
                    Dispatch::OneByOne
                } else {
                    Dispatch::AllAtOnce
                };
                let ids = approved.iter().map(|call| call.id.clone()).collect();
                let mut batch = Batch::new(dispatch, approved);
                batch.approved = ids;
                for call in children {
                    let alone = self.policy.may_cancel(call);
                    let running = Running::new(call, now, alone);
                    batch.running.insert(call.id.clone(), running);
                }
                self.state = State::ExecutingTools(batch);
                self.start_tools();
            }
        }
        std::mem::take(&mut self.out.effects)
    }

    /// Applies one input and returns the effects.
    pub(super) fn apply(&mut self, now: Millis, input: Input) -> Vec<Effect> {
        self.out.now = now;
        match input {
            Input::Model { call, delta } => self.on_delta(call, delta),
            Input::ModelFinished { call, result } => self.on_model_finished(call, result),
            Input::ModelFailed {
                call,
                failure,
                after,
            } => self.on_model_failed(call, failure, after),
            Input::ToolProgress {
                call_id,
                fraction,
                message,
            } => self.on_tool_progress(&call_id, fraction, &message),
            Input::ToolFinished { call_id, result } => self.on_tool_finished(&call_id, result),
            Input::Cancel { cause, urgency } => self.on_cancel(cause, urgency),
            Input::Tick => self.on_tick(),
        }
        std::mem::take(&mut self.out.effects)
    }

    /// Whether the agent works, so that a cancel has something to stop.
    pub(super) fn is_live(&self) -> bool {
        matches!(
            self.state,
            State::StreamingResponse(_) | State::ExecutingTools(_)
        )
    }

    /// Whether a stop is pending.
    pub(super) fn is_stopping(&self) -> bool {
        self.interrupt.is_some()
    }

    /// Whether a person may cancel this agent alone.
    pub(super) fn may_stop_alone(&self) -> bool {
        match self.scope {
            Scope::Run { .. } => true,
            Scope::Subagent { alone, .. } => alone,
        }
    }

    /// The prefix of the ids that this agent mints.
    pub(super) fn prefix(&self) -> &str {
        match &self.scope {
            Scope::Run { run_id, .. } => run_id,
            Scope::Subagent { prefix, .. } => prefix,
        }
    }

    pub(super) fn subagent_run_id(&self) -> Option<&str> {
        match &self.scope {
            Scope::Run { .. } => None,
            Scope::Subagent { id, .. } => Some(id),
        }
    }

    /// The model's last non-empty text since this agent began: its answer so far. Says so if the text
    /// was cut off: an agent that gets it as a result must not take it for the whole.
    pub(super) fn answer(&self) -> String {
        let own = self.history.iter().skip(self.began);
        let last = own.rev().find_map(|message| match message {
            Message::Assistant { text, .. } if !text.is_empty() => Some(text.clone()),
            _ => None,
        });
        let answer = last.unwrap_or_default();
        if self.is_cut_off {
            return format!("{answer}\n\n[Cut off here: {}]", model::CUT_OFF);
        }
        answer
    }
}
