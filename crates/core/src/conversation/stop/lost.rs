//! Stopping runs whose stream is lost, by the connection or a reload.
//!
//! Their events are in `stop`.

use super::super::Conversation;
use super::super::run::{MAX_ATTEMPTS, backoff};
use super::StopState;
use crate::effect::{Diagnostic, Effect, Retry};
use crate::id::RunId;
use crate::step::Step;
use crate::time::Millis;
use crate::transcript::Stop;

impl Conversation {
    /// The stream of a stopping run was lost. If the backend keeps runs, it is joined again to
    /// learn how the run ended; else only the answer to the cancel can tell.
    pub(super) fn stopping_lost(
        &mut self,
        run: &RunId,
        passing: bool,
        at: Millis,
        step: &mut Step,
    ) {
        let rejoin = self.abilities.rejoin && passing;
        let Some(held) = self.stopping.iter_mut().find(|held| held.run == *run) else {
            return;
        };
        held.lost = if rejoin {
            held.lost + 1
        } else {
            MAX_ATTEMPTS + 1
        };
        if !held.is_deaf() {
            step.effect(Effect::RetryLater {
                run: run.clone(),
                what: Retry::Rejoin,
                after: backoff(held.lost),
            });
        } else if held.state == StopState::Answered {
            self.give_up_stopping(run, Stop::Confirmed, at, step);
        }
    }

    pub(in crate::conversation) fn retry_rejoin_of_stopping(
        &mut self,
        run: &RunId,
        what: Retry,
        step: &mut Step,
    ) {
        let held = self.stopping.iter().find(|held| held.run == *run);
        match (what, held) {
            (Retry::Rejoin, Some(held)) => {
                step.effect(Effect::Rejoin {
                    run: run.clone(),
                    cursor: held.cursor,
                });
            }
            (_, _) => {
                step.diagnose(Diagnostic::OtherRun(run.clone()));
            }
        }
    }

    /// After a reload, sends unanswered cancels again. Streams are joined again if the backend
    /// keeps runs; else the answer to the cancel decides.
    pub(in crate::conversation) fn stopping_restored(&mut self, at: Millis, step: &mut Step) {
        let runs: Vec<_> = self
            .stopping
            .iter()
            .map(|held| (held.run.clone(), held.state))
            .collect();
        for (run, state) in runs {
            if matches!(state, StopState::Asking { .. }) {
                step.effect(Effect::SendCancel { run: run.clone() });
            }
            if self.abilities.rejoin {
                step.effect(Effect::RetryLater {
                    run,
                    what: Retry::Rejoin,
                    after: 0,
                });
            } else {
                self.stopping_lost(&run, false, at, step);
            }
        }
    }
}
