//! Client tools: when their calls run, where the results go, and how they are stopped.
//!
//! A run that ends with calls to client tools does not end its turn. If a call needs the person's
//! consent, the person is asked as for any approval. Then all calls run at once, and the next run
//! of the turn brings the results together with any interjections.
//!
//! The tools themselves and their timeouts belong to the shell.

use super::{Conversation, Phase, Run};
use crate::client_tool::{confirmation, denied, result_message};
use crate::effect::{Announcement, Diagnostic, Effect};
use crate::id::{ActivityId, RunId};
use crate::run_event::{Interrupt, RunEvent, TaskEvent};
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{ActivityStatus, Answer, Resume, Turn};

impl Conversation {
    /// The name of a tool call of the last turn, and its arguments as raw JSON text.
    pub fn tool_call(&self, call: &ActivityId) -> Option<(&str, &str)> {
        self.turns.last()?.tool_call(call)
    }

    /// Continues the turn of a run that ended well, if the run left calls to client tools. Returns
    /// whether it did. The calls are those that the backend has `named`, or all without a result if
    /// it named none.
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
        if calls.iter().any(|call| self.needs_consent(call)) {
            let questions = self.with_own_questions(Vec::new(), &calls, step);
            self.waits(questions, at, step);
        } else {
            self.run_tools(calls, Vec::new(), step);
        }
        true
    }

    /// All questions of a run that ends with interrupts: the backend's own, and consent for client
    /// tools. The calls that the run leaves to client tools wait for the answers.
    pub(super) fn asked_with_tools(
        &mut self,
        questions: Vec<Interrupt>,
        step: &mut Step,
    ) -> Vec<Interrupt> {
        if let Some(turn) = self.turns.last_mut() {
            turn.asked_by_backend(&questions);
        }
        let mut calls = self.calls_to_answer(&[]);
        // The backend answers the calls it asks about.
        calls.retain(|call| {
            !questions
                .iter()
                .any(|held| held.call.as_ref() == Some(call))
        });
        self.with_own_questions(questions, &calls, step)
    }

    /// Marks the calls as waiting and adds the consent questions. Calls that need no consent wait
    /// too, and run with the others.
    fn with_own_questions(
        &mut self,
        mut questions: Vec<Interrupt>,
        calls: &[ActivityId],
        step: &mut Step,
    ) -> Vec<Interrupt> {
        let Some(turn) = self.turns.last_mut() else {
            return questions;
        };
        for call in calls {
            if self.tools.needs_consent(turn, call) {
                let own = confirmation(call, &questions);
                turn.asks_consent(&own);
                questions.push(own);
            }
            if let Some(activity) = turn.change(call, step) {
                activity.status = ActivityStatus::Waiting;
            }
        }
        questions
    }

    /// Continues the last turn after its questions are answered. Client tools that waited run
    /// first. The answers to the backend's own questions are sent with the results of these tools.
    pub(super) fn go_on_answered(&mut self, answers: Vec<Resume>, at: Millis, step: &mut Step) {
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        let mut resume = Vec::new();
        let mut asked = Vec::new();
        let mut texts = Vec::new();
        for given in answers {
            let question = turn.questions_of(std::slice::from_ref(&given)).pop();
            let Some(call) = question.as_ref().and_then(|held| turn.confirmed_call(held)) else {
                asked.extend(question.and_then(|held| held.call));
                resume.push(given);
                continue;
            };
            texts.extend(turn.take_unused_texts(std::slice::from_ref(&given), step));
            let reason = match &given.answer {
                Answer::Approved { .. } => continue,
                Answer::Denied { reason } => reason.as_deref(),
                Answer::Reply(_) | Answer::Abandoned => None,
            };
            let result = result_of(call.clone(), denied(reason), true);
            turn.apply(result, at, step);
        }
        self.keep_answers(&texts, step);
        let mut calls = self.calls_to_answer(&[]);
        // The backend answers the calls it asked about. Its questions are no consent.
        calls.retain(|call| {
            let consents = |turn: &Turn| turn.has_consent(call);
            !asked.contains(call)
                && (!self.needs_consent(call) || self.turns.last().is_some_and(consents))
        });
        if calls.is_empty() {
            self.start_run(resume, step);
        } else {
            self.run_tools(calls, resume, step);
            // The turn continues now, although its next run starts only after the tools.
            step.announce(Announcement::Started);
        }
    }

    /// Whether the active run's stream has ended and client tools are answering its calls.
    pub(super) fn runs_tools(&self) -> bool {
        let active = self.active.as_ref();
        active.is_some_and(|active| active.phase == Phase::Tools)
    }

    pub(super) fn is_tool_at_work(&self, call: &ActivityId) -> bool {
        let active = self.active.as_ref();
        active.is_some_and(|active| active.calls.contains(call))
    }

    /// Adds the result or the error of a client tool to the turn.
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

    /// Stops one client tool for the person; the others continue.
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
        if let Some(resume) = active.tool_is_done(call) {
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
        // The run's stream has ended, so unsent interjections go with the tool results.
        turn.hold_unsent_interjections(step);
        self.active = Some(Run::of_tools(run.clone(), turn.id.clone(), calls, resume));
        self.show_run(run, step);
    }

    /// The calls of the last turn that client tools have to answer.
    pub(super) fn calls_to_answer(&self, named: &[ActivityId]) -> Vec<ActivityId> {
        let calls = |turn| self.tools.calls_to_answer(turn, named);
        self.turns.last().map(calls).unwrap_or_default()
    }

    fn needs_consent(&self, call: &ActivityId) -> bool {
        let last = self.turns.last();
        last.is_some_and(|turn| self.tools.needs_consent(turn, call))
    }
}

/// The result event for a call that this client answers.
fn result_of(call: ActivityId, content: String, failed: bool) -> RunEvent {
    RunEvent::ToolResult {
        message: result_message(&call),
        call,
        content,
        attachments: Vec::new(),
        failed,
    }
}
