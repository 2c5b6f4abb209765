//! The frame around an agent's events: opens and closes a run or a subagent.

use super::super::history::unanswered;
use super::super::io::{Cause, Effect, Outcome};
use super::super::request::CancelRefusal;
use super::super::state::State;
use super::{Agent, Scope};
use crate::agui::{Custom, EventKind, PROTOCOL_VERSION, RunOutcome, SubagentOutcome};

impl Agent {
    pub(super) fn open_frame(&mut self) {
        let kind = match &self.scope {
            Scope::Run { thread_id, run_id } => EventKind::RunStarted {
                thread_id: thread_id.clone(),
                run_id: run_id.clone(),
                protocol_version: PROTOCOL_VERSION.to_owned(),
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
        self.say_what_can_be_done();
    }

    fn say_what_can_be_done(&mut self) {
        let (element, label) = match &self.scope {
            Scope::Run { run_id, .. } => {
                if let Some(control) = &self.policy.control {
                    self.out.custom(Custom::Control {
                        url: control.url.clone(),
                        events: control.events.clone(),
                        threads: control.threads.clone(),
                        cancel: true,
                        interject: true,
                    });
                }
                (run_id.clone(), "run".to_owned())
            }
            Scope::Subagent { id, name, .. } => (id.clone(), name.clone()),
        };
        if self.may_stop_alone() {
            self.say_cancellable(&element, &label);
        }
    }

    pub(super) fn finish(&mut self, outcome: Outcome) {
        self.out.close_all();
        self.answer_the_cancel(&outcome);
        self.give_up_the_inbox(&outcome);
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
                Outcome::Cancelled(_) => EventKind::SubagentError {
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
        self.out.effects.push(Effect::Finish(outcome));
    }

    /// Answers a person's cancel exactly once.
    fn answer_the_cancel(&mut self, outcome: &Outcome) {
        let failure = self.last_failure().map(|failure| failure.message.clone());
        let Some(stopping) = self.interrupt.take().and_then(|i| i.stopping) else {
            return;
        };
        let answer = Some(self.answer()).filter(|answer| !answer.is_empty());
        match outcome {
            Outcome::Cancelled(_) => {
                self.out
                    .cancelled(&stopping, answer.as_deref(), failure.as_deref());
            }
            Outcome::Completed | Outcome::Waiting => {
                let too_late = CancelRefusal::AlreadyCompleted.to_string();
                self.out.cancel_failed(&stopping.element, &too_late);
            }
            Outcome::Failed(failure) => {
                self.out.cancel_failed(&stopping.element, &failure.message);
            }
        }
    }

    /// Reports waiting messages as undelivered, unless a parent that continues takes them.
    fn give_up_the_inbox(&mut self, outcome: &Outcome) {
        let parent_goes_on = match &self.scope {
            Scope::Run { .. } => false,
            Scope::Subagent { .. } => !matches!(outcome, Outcome::Cancelled(Cause::Parent)),
        };
        if !parent_goes_on {
            let lost = self.take_inbox();
            self.emit_undelivered(&lost, "The run ended before the agent could get it");
        }
    }

    fn run_outcome(&mut self, outcome: &Outcome) -> RunOutcome {
        match outcome {
            Outcome::Cancelled(_) => RunOutcome::Cancelled,
            Outcome::Waiting => RunOutcome::Interrupt {
                interrupts: std::mem::take(&mut self.interrupts),
            },
            Outcome::Completed | Outcome::Failed(_) => RunOutcome::Success {
                // Every other call has its result by now.
                pending_tool_call_ids: unanswered(&self.history)
                    .into_iter()
                    .map(|call| call.id)
                    .collect(),
            },
        }
    }
}
