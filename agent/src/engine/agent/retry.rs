//! Retries a failed model call after a pause, unless a stop or a message comes first.
//!
//! The model decides whether a failure is worth a retry.

use super::super::io::{Failure, Millis, ModelCallId};
use super::super::state::{Pause, State};
use super::Agent;

impl Agent {
    pub(super) fn on_model_failed(
        &mut self,
        call: ModelCallId,
        failure: Failure,
        after: Option<Millis>,
    ) {
        let State::StreamingResponse(response) = &mut self.state else {
            return;
        };
        if response.call != call || response.pause.is_some() {
            return;
        }
        let rule = self.policy.retry;
        // A retry would repeat text and tool calls that the model has already sent.
        let has_spoken = !response.text.is_empty() || !response.calls.is_empty();
        if has_spoken || response.failures >= rule.retries {
            return self.on_model_finished(call, Err(failure));
        }
        let factor = 1_u64.checked_shl(response.failures).unwrap_or(u64::MAX);
        let pause = rule.first_pause.saturating_mul(factor);
        let pause = pause.min(rule.longest_pause).max(after.unwrap_or_default());
        response.failures += 1;
        response.pause = Some(Pause {
            until: self.out.now.saturating_add(pause),
            failure,
        });
        self.out.close_span();
        if self.stopped_here() {
            return;
        }
        self.out.retrying(pause);
    }

    /// Asks the model again after the pause.
    pub(super) fn ask_again(&mut self) {
        let State::StreamingResponse(response) = &self.state else {
            return;
        };
        let (message_id, failures) = (response.message_id.clone(), response.failures);
        if self.stopped_here() {
            return;
        }
        self.ask_model(message_id, failures);
    }

    pub(super) fn retry_at(&self) -> Option<Millis> {
        match &self.state {
            State::StreamingResponse(response) => response.pause.as_ref().map(|pause| pause.until),
            State::Idle | State::ExecutingTools(_) | State::WaitingForApproval(_) => None,
        }
    }

    /// The failure before the current retry pause.
    pub(super) fn last_failure(&self) -> Option<&Failure> {
        match &self.state {
            State::StreamingResponse(response) => {
                response.pause.as_ref().map(|pause| &pause.failure)
            }
            State::Idle | State::ExecutingTools(_) | State::WaitingForApproval(_) => None,
        }
    }
}
