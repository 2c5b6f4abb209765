//! How a run ends: by an error, by what the server says when it is asked, or by questions.

use midturn_core::run_event::{FinishOutcome, LostReason, RunError, RunEvent};
use midturn_protocol::call::Reply;
use midturn_protocol::diagnostic::start_of;
use midturn_protocol::json;
use midturn_protocol::out::Out;
use midturn_protocol::value::Text;
use serde::Deserialize;

use super::options::Replace;
use super::translate::Translator;
use super::wire::object;

/// Errors that say that somebody stopped the run.
const STOPPED: [&str; 2] = ["UserInterrupt", "UserRollback"];

/// The event `error`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct ErrorData<'a> {
    error: Text<'a>,
    message: Text<'a>,
}

/// What is used of a run as the server describes it.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct RunState<'a> {
    status: Text<'a>,
}

impl Translator {
    /// Ends the run.
    pub(super) fn end(&mut self, outcome: FinishOutcome, out: &mut Out) {
        match outcome {
            FinishOutcome::Success => {
                self.end_messages(out);
                self.agents.end_all(out);
            }
            FinishOutcome::Interrupt(_) => {
                self.end_messages(out);
                self.agents.suspend(out);
            }
            FinishOutcome::Pending(_) | FinishOutcome::Cancelled => {}
        }
        self.over(RunEvent::Finished(outcome), out);
    }

    pub(super) fn fail(&mut self, message: String, code: Option<String>, out: &mut Out) {
        self.over(RunEvent::Failed(RunError { message, code }), out);
    }

    fn over(&mut self, event: RunEvent, out: &mut Out) {
        self.remember(out);
        self.ended = true;
        out.event(event);
    }

    fn end_messages(&mut self, out: &mut Out) {
        for written in std::mem::take(&mut self.writing) {
            self.shown.insert(written.id.as_str().to_owned());
            if written.agent.is_none() {
                // The graph has chosen not to keep it, so it must not be sent back.
                let held = self.memory.run_mut(self.run.as_str());
                held.note(written.id.as_str());
            }
            self.flush(written.drafts.clone(), out);
            written.end(out);
        }
    }

    pub(super) fn error(&mut self, data: &str, out: &mut Out) -> bool {
        let told = object::<ErrorData<'_>>(data).unwrap_or_default();
        let code = told.error.string();
        if code.as_deref().is_some_and(|code| STOPPED.contains(&code)) {
            self.end(FinishOutcome::Cancelled, out);
            return true;
        }
        let message = told.message.string().or_else(|| code.clone());
        let message = message.or_else(|| json::text_of(data));
        self.fail(
            message.unwrap_or_else(|| start_of(data).to_owned()),
            code,
            out,
        );
        true
    }

    /// The server's answer to the question how the run ended.
    pub(super) fn told_end(&mut self, reply: Option<&Reply>, out: &mut Out) {
        match reply {
            Some(reply) if reply.status == 404 && self.replace == Replace::Rollback => {
                self.rolled_back(out);
            }
            Some(reply) if reply.status < 300 => {
                let told = object::<RunState<'_>>(&reply.body).unwrap_or_default();
                self.is_now(told.status.as_str(), out);
            }
            Some(_) | None => out.event(RunEvent::Lost(LostReason::Truncated)),
        }
    }

    /// The run's state, which the server was asked for.
    pub(super) fn is_now(&mut self, status: &str, out: &mut Out) {
        match status {
            "success" => self.end(FinishOutcome::Success, out),
            "interrupted" => self.end(FinishOutcome::Cancelled, out),
            "error" => self.fail("The run failed".to_owned(), Some(status.to_owned()), out),
            "timeout" => self.fail(
                "The run took too long".to_owned(),
                Some(status.to_owned()),
                out,
            ),
            // Still at work, or not known.
            _ => out.event(RunEvent::Lost(LostReason::Truncated)),
        }
    }

    /// The run was removed from the thread, and its messages with it.
    pub(super) fn rolled_back(&mut self, out: &mut Out) {
        let held = self.memory.run_mut(self.run.as_str());
        held.has.clear();
        held.removed = true;
        self.end(FinishOutcome::Cancelled, out);
    }
}
