//! Answers the calls that an earlier run left open, before this run begins.

use super::super::super::history::insert_result;
use super::super::super::history::unanswered;
use super::super::super::io::Failure;
use super::super::Agent;
use crate::conversation::{Decision, Message, ToolCall, ToolResult, ToolStatus, Unmade, Verdict};

impl Agent {
    /// Settles every call without a result. Returns the calls that a person approved, to be run.
    /// Gives every other call a denied or cancelled result. Skips `children`, whose agents
    /// continue.
    pub(in super::super) fn settle(
        &mut self,
        decisions: &[Decision],
        children: &[ToolCall],
    ) -> Result<Vec<ToolCall>, Failure> {
        let mut pending = unanswered(&self.history);
        pending.retain(|call| children.iter().all(|child| child.id != call.id));
        if !decisions.iter().all(|one| self.is_asked(one, &pending)) {
            return Err(Failure::new(
                "interrupt_not_found",
                "No open question matches the answer; it may have been answered already.",
            ));
        }
        // A person who sends a message instead of an answer closes the open questions.
        let says_something = self.is_told();
        let mut approved = Vec::new();
        for mut call in pending {
            let verdict = decisions
                .iter()
                .find(|decision| decision.call_id == call.id)
                .map(|decision| &decision.verdict);
            match verdict {
                Some(Verdict::Approved { edited_arguments }) => {
                    if let Some(own) = self.asked(&call.id) {
                        call.clone_from(own);
                    }
                    if let Some(arguments) = edited_arguments {
                        call.arguments.clone_from(arguments);
                        self.out.edited(&call);
                    }
                    // The model must see the arguments that ran.
                    amend(&mut self.history, &call);
                    approved.push(call);
                }
                Some(Verdict::Denied { reason }) => {
                    self.record(&call.id, Unmade::Denied(reason.as_deref()).result());
                }
                Some(Verdict::Abandoned) if says_something => self.reject(&call.id),
                Some(Verdict::Abandoned) => self.record(&call.id, Unmade::Dismissed.result()),
                // The client does not know yet that the call's agent does not continue.
                None if says_something && self.left.contains(&call.id) => self.reject(&call.id),
                // The client knows that these calls have no answer. Only the model needs a result.
                None if says_something && self.may_be_open(&call) => {
                    let result = ToolResult::new(Unmade::Replaced.content(), ToolStatus::Denied);
                    insert_result(&mut self.history, &call.id, result);
                }
                None => insert_result(
                    &mut self.history,
                    &call.id,
                    ToolResult::cancelled("No result: the call was interrupted."),
                ),
            }
        }
        Ok(approved)
    }

    /// Whether the history ends with a person's new message.
    pub(in super::super::super) fn is_told(&self) -> bool {
        matches!(self.history.last(), Some(Message::User { .. }))
    }

    /// Whether the decision answers an open question.
    fn is_asked(&self, decision: &Decision, pending: &[ToolCall]) -> bool {
        let pending = pending.iter().any(|call| call.id == decision.call_id);
        pending && self.may_be_asked(&decision.call_id)
    }

    /// Whether a question about the call can be open. True when the open calls are unknown.
    pub(in super::super::super) fn may_be_asked(&self, call_id: &str) -> bool {
        self.open.is_none() || self.asked(call_id).is_some()
    }

    /// Whether a call without a result may wait for an answer. If not, it may have been interrupted
    /// while it ran.
    fn may_be_open(&self, call: &ToolCall) -> bool {
        self.may_be_asked(&call.id) && self.policy.needs_approval.contains(&call.name)
    }

    /// The call of an open question, as the model asked for it.
    fn asked(&self, call_id: &str) -> Option<&ToolCall> {
        let mut open = self.open.iter().flatten();
        open.find(|call| call.id == call_id)
    }
}

/// Replaces the call with the same id in the history.
fn amend(history: &mut [Message], amended: &ToolCall) {
    for message in history {
        if let Message::Assistant { calls, .. } = message {
            for call in calls.iter_mut().filter(|call| call.id == amended.id) {
                call.clone_from(amended);
            }
        }
    }
}
