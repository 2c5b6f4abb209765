//! An agent's open questions: waiting for answers, ending the run with them, and closing them when
//! a message comes instead.
//!
//! `tree/questions.rs` decides when the whole tree waits; `tools/settle.rs` applies the answers.

use super::super::io::{Effect, Millis, Outcome};
use super::super::state::State;
use super::{Agent, Scope};
use crate::agui::{EventKind, Interrupt, SubagentOutcome};

impl Agent {
    /// Whether the agent can do nothing until a person answers.
    pub(in super::super) fn is_waiting(&self) -> bool {
        let waits = matches!(&self.state, State::ExecutingTools(batch) if batch.is_waiting());
        waits && !self.is_stopping()
    }

    /// Whether a call waits for approval or for the client. An interjection closes such calls.
    pub(in super::super) fn has_questions(&self) -> bool {
        let asks = matches!(&self.state, State::ExecutingTools(batch)
            if !batch.awaiting.is_empty() || !batch.for_client.is_empty());
        asks && !self.is_stopping()
    }

    /// Closes the open questions, because a person sent a message instead; the agent continues.
    pub(in super::super) fn reject_questions(&mut self, now: Millis) -> Vec<Effect> {
        self.out.now = now;
        self.reject_awaiting();
        std::mem::take(&mut self.out.effects)
    }

    pub(super) fn reject_awaiting(&mut self) {
        let State::ExecutingTools(batch) = &mut self.state else {
            return;
        };
        let for_client = std::mem::take(&mut batch.for_client);
        for call in std::mem::take(&mut batch.awaiting) {
            self.reject(&call.id);
        }
        for call in for_client {
            self.pass_over(&call.id);
        }
        self.start_tools();
    }

    /// Whether a call's agent is marked as waiting for a person; `None` when no such call runs.
    pub(in super::super) fn waits_for(&self, call_id: &str) -> Option<bool> {
        match &self.state {
            State::ExecutingTools(batch) => batch.running.get(call_id).map(|tool| tool.waits),
            State::Idle | State::StreamingResponse(_) | State::WaitingForApproval(_) => None,
        }
    }

    /// Marks whether a call's agent waits for a person.
    pub(in super::super) fn set_waits(
        &mut self,
        now: Millis,
        call_id: &str,
        waits: bool,
    ) -> Vec<Effect> {
        self.out.now = now;
        if let State::ExecutingTools(batch) = &mut self.state
            && let Some(tool) = batch.running.get_mut(call_id)
        {
            tool.waits = waits;
            // While the called agent waits for a person, the calls after this one may start.
            self.start_tools();
        }
        std::mem::take(&mut self.out.effects)
    }

    /// The questions for a person.
    pub(in super::super) fn questions(&self) -> Vec<Interrupt> {
        let State::ExecutingTools(batch) = &self.state else {
            return Vec::new();
        };
        let calls = batch.awaiting.iter();
        calls
            .map(|call| Interrupt::approval(call, self.subagent_run_id()))
            .collect()
    }

    /// Waits for a person's answers. A run finishes with the questions of all its agents; a
    /// subagent is suspended until the run that brings the answers.
    pub(in super::super) fn wait_for_answers(
        &mut self,
        now: Millis,
        asked: Vec<Interrupt>,
    ) -> Vec<Effect> {
        self.out.now = now;
        let State::ExecutingTools(batch) = &mut self.state else {
            return Vec::new();
        };
        let awaiting = std::mem::take(&mut batch.awaiting);
        self.state = State::WaitingForApproval(awaiting);
        if matches!(self.scope, Scope::Run { .. }) {
            self.interrupts = asked;
            self.finish(Outcome::Waiting);
        } else {
            self.out.close_all();
            let interrupt_ids = asked.into_iter().map(|asked| asked.id).collect();
            self.out.emit(EventKind::SubagentFinished {
                result: None,
                outcome: SubagentOutcome::Suspended { interrupt_ids },
            });
        }
        std::mem::take(&mut self.out.effects)
    }
}
