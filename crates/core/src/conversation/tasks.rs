//! Stops of one task inside a run, and forced stops.
//!
//! The cancel of a whole run is in `stop`; the backend's events about a task are in
//! `transcript::task`.

use super::Conversation;
use crate::change::Change;
use crate::control::CancelAnswer;
use crate::effect::{Diagnostic, Effect};
use crate::id::{ActivityId, RunId};
use crate::run_event::TaskEvent;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::{Activity, LedgerEvent, Turn};

impl Conversation {
    /// Whether runs are stopped with a plain stop URL, whose answer only confirms that the request
    /// arrived.
    pub(super) fn stops_plainly(&self) -> bool {
        self.abilities.plain_stop && !self.abilities.cancel
    }

    /// The turn of an active or stopping run.
    fn turn_of_run(&mut self, run: &RunId) -> Option<&mut Turn> {
        let active = self.active.as_ref().filter(|active| active.id == *run);
        let turn = match active {
            Some(active) => active.turn.clone(),
            None => self.stopping.turn_of(run)?.clone(),
        };
        self.turns.iter_mut().rev().find(|held| held.id == turn)
    }

    pub(super) fn stop_task(
        &mut self,
        run: &RunId,
        task: &ActivityId,
        at: Millis,
        step: &mut Step,
    ) {
        let at_work = self.active.as_ref().is_some_and(|active| active.id == *run);
        let may = |turn: &&mut Turn| {
            let held = turn.activity(task);
            held.is_some_and(Activity::is_stoppable)
        };
        let own = self.is_tool_at_work(task);
        match self.turn_of_run(run).filter(may) {
            Some(_) if at_work && own => self.stop_tool(task, at, step),
            Some(turn) if at_work => {
                turn.ask_task_to_stop(task, at, step);
                let (run, task) = (run.clone(), Some(task.clone()));
                let force = false;
                step.effect(Effect::StopTask { run, task, force });
                self.check_target(step);
            }
            Some(_) | None => step.diagnose(Diagnostic::NotNow("stop task")),
        }
    }

    /// Asks a stopping run or task to stop at once.
    pub(super) fn force(
        &mut self,
        run: RunId,
        task: Option<ActivityId>,
        at: Millis,
        step: &mut Step,
    ) {
        let stopping = match &task {
            None => self.stopping.has(&run),
            Some(task) => self
                .turn_of_run(&run)
                .and_then(|turn| turn.activity(task))
                .is_some_and(|held| held.task.is_stopping()),
        };
        if !stopping {
            step.diagnose(Diagnostic::NotNow("force"));
            return;
        }
        if let Some(turn) = self.turn_of_run(&run) {
            turn.log(LedgerEvent::StopForced, at, step);
        }
        if task.is_none() && self.stopping.force(&run) {
            step.change(Change::Run);
        }
        if task.is_none() && (self.stops_plainly() || self.stopping.is_listening(&run)) {
            self.leave_stopping(&run, at, step);
            return;
        }
        let force = true;
        step.effect(Effect::StopTask { run, task, force });
    }

    pub(super) fn task_stop_answered(
        &mut self,
        run: &RunId,
        task: &ActivityId,
        answer: &CancelAnswer,
        at: Millis,
        step: &mut Step,
    ) {
        let waits = |turn: &&mut Turn| {
            turn.activity(task)
                .is_some_and(|held| held.task.is_stopping())
        };
        let Some(turn) = self.turn_of_run(run).filter(waits) else {
            step.diagnose(Diagnostic::NotNow("task stop answered"));
            return;
        };
        match answer {
            CancelAnswer::Accepted => turn.task_accepted(task, step),
            CancelAnswer::AlreadyFinished
            | CancelAnswer::Unknown
            | CancelAnswer::Unreachable
            | CancelAnswer::Refused => {
                // Empty: the view has a text for this, and the backend's event brings the reason.
                let error = String::new();
                turn.task(task, TaskEvent::CancelFailed { error }, at, step);
            }
        }
    }
}
