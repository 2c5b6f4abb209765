//! What an agent asks a person: while it waits, when the run ends over it, and when it is passed
//! over.
//!
//! Not responsible for: when nothing else can be done in the whole tree (`tree/questions.rs`), and
//! the answers (`tools/settle.rs`).

use super::super::interrupt;
use super::super::io::{Effect, Millis, Outcome};
use super::super::state::State;
use super::{Agent, Scope};
use crate::agui::{EventKind, Interrupt, SubagentOutcome};

impl Agent {
    /// Whether nothing can be done here before a person has answered.
    pub(in super::super) fn is_waiting(&self) -> bool {
        let waits = matches!(&self.state, State::ExecutingTools(batch) if batch.is_waiting());
        waits && !self.is_stopping()
    }

    /// Whether a call stands open that what a person says takes the place of.
    pub(in super::super) fn has_questions(&self) -> bool {
        let asks = matches!(&self.state, State::ExecutingTools(batch)
            if !batch.awaiting.is_empty() || !batch.for_client.is_empty());
        asks && !self.is_stopping()
    }

    /// A person has said something instead of answering; the agent goes on.
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

    /// Whether the agent of a call is known to wait for a person; `None` without such an agent.
    pub(in super::super) fn waits_for(&self, call_id: &str) -> Option<bool> {
        match &self.state {
            State::ExecutingTools(batch) => batch.running.get(call_id).map(|tool| tool.waits),
            State::Idle | State::StreamingResponse(_) | State::WaitingForApproval(_) => None,
        }
    }

    /// The agent of a call waits for a person, or does not any more.
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
            // What stands behind it need not wait for the person.
            self.start_tools();
        }
        std::mem::take(&mut self.out.effects)
    }

    /// What a person is asked.
    pub(in super::super) fn questions(&self) -> Vec<Interrupt> {
        let State::ExecutingTools(batch) = &self.state else {
            return Vec::new();
        };
        let calls = batch.awaiting.iter();
        calls
            .map(|call| interrupt::approval(call, self.subagent_run_id()))
            .collect()
    }

    /// Nothing can be done before a person has answered: a run is over, asking all that its agents
    /// ask, and a subagent goes on in the run that brings the answers.
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
