//! Calls that this side answers: when they run, what becomes of their results, and how they stop.
//!
//! A run that ends with such calls has not ended its turn. What needs the person's consent is asked
//! as any approval is; then all of them run at once, and the next run of the turn brings the
//! results, with what the person said meanwhile.
//!
//! Not responsible for the tools themselves, nor for how long one may take.

use super::{Conversation, Phase, Run, Voice};
use crate::client_tool::{confirmation, confirmed_call, denied, result_message};
use crate::effect::{Announcement, Diagnostic, Effect};
use crate::id::{ActivityId, RunId};
use crate::run_event::{Interrupt, RunEvent};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{
    ActivityKind, ActivityStatus, Answer, Delivery, Outcome, Resume, TaskEvent,
};

impl Conversation {
    /// The name and the arguments of a call, as raw JSON text.
    pub fn tool_call(&self, call: &ActivityId) -> Option<(&str, &str)> {
        let held = self.turns.last()?.activity(call)?;
        match &held.kind {
            ActivityKind::Tool {
                name, arguments, ..
            } => Some((name, arguments)),
            _ => None,
        }
    }

    /// A run has ended well: says whether its turn goes on because it left calls to this side.
    /// Those that the backend has `named`, or all without a result where it has named none.
    pub(super) fn goes_on_with_tools(
        &mut self,
        named: &[ActivityId],
        at: Millis,
        step: &mut Step,
    ) -> bool {
        let calls = self.calls_to_answer(named);
        if calls.is_empty() {
            return false;
        }
        if calls.iter().any(|call| self.is_to_be_confirmed(call)) {
            let questions = self.with_own_questions(&calls, step);
            self.run_ended(Outcome::Waiting(questions), at, step);
        } else {
            self.run_tools(calls, Vec::new(), step);
        }
        true
    }

    /// What a run that ends with a backend's questions asks in all: the calls it leaves to this
    /// side wait too, for the answers and for consent of their own.
    pub(super) fn asked_with_tools(
        &mut self,
        mut questions: Vec<Interrupt>,
        step: &mut Step,
    ) -> Vec<Interrupt> {
        let mut calls = self.calls_to_answer(&[]);
        // The backend answers those itself.
        calls.retain(|call| {
            !questions
                .iter()
                .any(|held| held.call.as_ref() == Some(call))
        });
        questions.extend(self.with_own_questions(&calls, step));
        questions
    }

    /// Lets these calls wait; gives the questions that come before them. Those that need no consent
    /// run with the others.
    fn with_own_questions(&mut self, calls: &[ActivityId], step: &mut Step) -> Vec<Interrupt> {
        let asks = calls.iter().filter(|call| self.is_to_be_confirmed(call));
        let questions = asks.map(confirmation).collect();
        if let Some(turn) = self.turns.last_mut() {
            for call in calls {
                if let Some(activity) = turn.change(call, step) {
                    activity.status = ActivityStatus::Waiting;
                }
            }
        }
        questions
    }

    /// The questions of the last turn are answered: what waits for this side's tools runs first,
    /// and what the backend has asked for goes to it with their results.
    pub(super) fn go_on_answered(&mut self, answers: Vec<Resume>, at: Millis, step: &mut Step) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        let mut resume = Vec::new();
        let mut asked = Vec::new();
        for given in answers {
            let question = turn.questions_of(std::slice::from_ref(&given)).pop();
            let Some(call) = question.as_ref().and_then(confirmed_call) else {
                asked.extend(question.and_then(|held| held.call));
                resume.push(given);
                continue;
            };
            let reason = match &given.answer {
                Answer::Approved { .. } | Answer::Reply(_) => continue,
                Answer::Denied { reason } => reason.as_deref(),
                Answer::Abandoned => None,
            };
            let result = result_of(call.clone(), denied(reason), true);
            turn.apply(result, at, step);
        }
        let mut calls = self.calls_to_answer(&[]);
        // The backend answers those itself.
        calls.retain(|call| !asked.contains(call));
        if calls.is_empty() {
            self.start_run(resume, step);
        } else {
            self.run_tools(calls, resume, step);
            // These are at work at once.
            step.announce(Announcement::Started);
        }
    }

    /// Whether the run at work has ended and left calls to this side.
    pub(super) fn runs_tools(&self) -> bool {
        let active = self.active.as_ref();
        active.is_some_and(|active| active.phase == Phase::Tools)
    }

    pub(super) fn is_tool_at_work(&self, call: &ActivityId) -> bool {
        let active = self.active.as_ref();
        active.is_some_and(|active| active.calls.contains(call))
    }

    /// A tool has answered, or it could not.
    pub(super) fn tool_answered(
        &mut self,
        run: &RunId,
        call: &ActivityId,
        content: String,
        failed: bool,
        at: Millis,
        step: &mut Step,
    ) {
        if self.active.as_ref().is_none_or(|active| active.id != *run) {
            step.diagnose(Diagnostic::OtherRun(run.clone()));
            return;
        }
        if !self.is_tool_at_work(call) {
            step.diagnose(Diagnostic::NotNow("tool answered"));
            return;
        }
        if let Some(turn) = self.turns.last_mut() {
            turn.apply(result_of(call.clone(), content, failed), at, step);
        }
        self.tool_is_done(call, step);
    }

    /// The person stops one of the tools; the others go on.
    pub(super) fn stop_tool(&mut self, call: &ActivityId, at: Millis, step: &mut Step) {
        let Some(active) = &self.active else { return };
        step.effect(Effect::StopTool {
            run: active.id.clone(),
            call: call.clone(),
        });
        if let Some(turn) = self.turns.last_mut() {
            let event = TaskEvent::Cancelled {
                reason: String::new(),
                partial: None,
            };
            turn.task(call, event, at, step);
        }
        self.tool_is_done(call, step);
    }

    fn tool_is_done(&mut self, call: &ActivityId, step: &mut Step) {
        let Some(active) = &mut self.active else {
            return;
        };
        active.calls.retain(|held| held != call);
        if active.calls.is_empty() {
            let resume = std::mem::take(&mut active.resume);
            self.start_run(resume, step);
        }
    }

    fn run_tools(&mut self, calls: Vec<ActivityId>, resume: Vec<Resume>, step: &mut Step) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        let run = turn.last_run();
        for call in &calls {
            if let Some(activity) = turn.change(call, step) {
                activity.status = ActivityStatus::Running;
                activity.task.cancellable = true;
            }
            step.effect(Effect::RunTool {
                run: run.clone(),
                call: call.clone(),
            });
        }
        // Nobody is left to be told inside the run: it goes with the results.
        for id in turn.pending(|said| said.delivery == Delivery::Unsent) {
            turn.change_interjection(&id, step, |said| said.delivery = Delivery::Held);
        }
        self.active = Some(Run {
            resume,
            voice: Voice::Over,
            calls,
            ..Run::new(run.clone(), turn.id.clone(), Phase::Tools)
        });
        self.show_run(run, step);
    }

    /// The calls of the last turn that this side has to answer.
    fn calls_to_answer(&self, named: &[ActivityId]) -> Vec<ActivityId> {
        let Some(turn) = self.turns.last() else {
            return Vec::new();
        };
        let open = turn.activities.iter().filter(|held| {
            let offered = match &held.kind {
                ActivityKind::Tool {
                    name, result: None, ..
                } => self.tools.iter().any(|tool| tool.name == *name),
                _ => false,
            };
            offered && held.ended_at.is_none() && (named.is_empty() || named.contains(&held.id))
        });
        open.map(|held| held.id.clone()).collect()
    }

    fn is_to_be_confirmed(&self, call: &ActivityId) -> bool {
        let Some((name, _)) = self.tool_call(call) else {
            return false;
        };
        self.tools
            .iter()
            .any(|tool| tool.confirm && tool.name == name)
    }
}

/// What this side has to say to a call.
fn result_of(call: ActivityId, content: String, failed: bool) -> RunEvent {
    RunEvent::ToolResult {
        message: result_message(&call),
        call,
        content,
        attachments: Vec::new(),
        failed,
    }
}

/// A run is cancelled while its tools are at work on this side.
pub(super) fn stop_tools(run: &Run, step: &mut Step) {
    for call in &run.calls {
        step.effect(Effect::StopTool {
            run: run.id.clone(),
            call: call.clone(),
        });
    }
}
