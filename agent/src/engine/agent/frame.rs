//! The frame that an agent's events stand in: a run or a subagent, opened and closed.
//!
//! Not responsible for: the events inside.

use super::super::interrupt;
use super::super::io::{Effect, Outcome};
use super::super::state::State;
use super::{Agent, Scope};
use crate::agui::{EventKind, PROTOCOL_VERSION, RunOutcome, SubagentOutcome};

impl Agent {
    pub(super) fn open_frame(&mut self) {
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

    pub(super) fn finish(&mut self, outcome: Outcome) {
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
