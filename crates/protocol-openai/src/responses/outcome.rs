//! The end of a response: in the stream, in a document, and in the answer to a cancel.

use midturn_core::id::ActivityId;
use midturn_core::run_event::{FinishOutcome, Limit, LostReason, RunError, RunEvent};
use midturn_protocol::fields::Fields;
use midturn_protocol::json::raw;
use midturn_protocol::out::Out;
use midturn_protocol::value::One;

use super::super::given::{elements, filled, value};
use super::gone::error_in;
use super::item::Stage;
use super::items::Shape;
use super::memory::Known;
use super::stream::ResponseStream;
use super::wire::Response;

impl ResponseStream {
    /// Ends the run with its response. The response's own status counts, and not the event's: a
    /// cancelled response comes as a failed one.
    pub(super) fn terminal(&mut self, response: &Response<'_>, event: &str, out: &mut Out) {
        let status = match filled(&response.status) {
            Some(status @ ("completed" | "failed" | "incomplete" | "cancelled")) => status,
            _ => event,
        };
        self.begin(response, out);
        let complete = matches!(status, "completed" | "incomplete");
        self.output_of(response, complete, out);
        let open = self.close(complete, out);
        let outcome = match status {
            "failed" => {
                let error = value(response.error).map(|error| self.error(error, out));
                RunEvent::Failed(error.unwrap_or_else(|| RunError {
                    message: "The response failed without a reason.".to_owned(),
                    code: None,
                }))
            }
            "cancelled" => RunEvent::Finished(FinishOutcome::Cancelled),
            _ => {
                self.complete(&open, out);
                if status == "incomplete" {
                    out.event(limit(response));
                }
                let asked = std::mem::take(&mut self.asked);
                RunEvent::Finished(if !asked.is_empty() {
                    FinishOutcome::Interrupt(asked)
                } else if open.is_empty() {
                    FinishOutcome::Success
                } else {
                    FinishOutcome::Pending(open)
                })
            }
        };
        self.ended = true;
        out.event(outcome);
    }

    /// Ends the run with an error of the stream.
    pub(super) fn fail(&mut self, error: RunError, out: &mut Out) {
        self.start(out);
        self.close(false, out);
        self.ended = true;
        out.event(RunEvent::Failed(error));
    }

    /// Reads the items that a response lists, as far as the stream has not had them.
    fn output_of(&mut self, response: &Response<'_>, complete: bool, out: &mut Out) {
        for (index, item) in (0..).zip(elements(response.output)) {
            self.item(item, Some(index), Stage::Output { complete }, out);
        }
    }

    /// Ends what is open. Returns the calls that the client must answer. A call that is not
    /// complete at the end of a `complete` response never will be.
    fn close(&mut self, complete: bool, out: &mut Out) -> Vec<ActivityId> {
        let mut open = Vec::new();
        for entry in self.items.all_mut() {
            match &mut entry.shape {
                Shape::Message(texts) => texts.end(out),
                Shape::Reasoning(reasoning) => reasoning.end(out),
                Shape::Call(call) => {
                    call.end(out);
                    let Some(id) = &entry.client else { continue };
                    if !complete || self.answered.contains(id) {
                        continue;
                    }
                    if !entry.done {
                        call.cut(out);
                    } else if let Some(activity) = call.activity().filter(|_| !call.is_cut()) {
                        open.push(activity.clone());
                    }
                }
                Shape::Other => {}
            }
        }
        open
    }

    /// Remembers a response that the next request can continue.
    fn complete(&mut self, open: &[ActivityId], out: &mut Out) {
        if self.stateless {
            return;
        }
        let Some(id) = self.response.clone() else {
            return;
        };
        // A call that was cut needs its result too, if the server has the call.
        let finished = std::mem::take(&mut self.finished);
        if finished.is_empty() {
            // A steered response keeps nothing, and cannot be found in the history.
            return;
        }
        let cut = self.items.all().filter_map(|entry| match &entry.shape {
            Shape::Call(call) if call.is_cut() && entry.done => call.activity(),
            _ => None,
        });
        let calls = open.iter().chain(cut).map(ToString::to_string).collect();
        self.memory.complete(Known {
            id,
            items: finished,
            calls,
            asks: self.asked.iter().map(|asked| asked.id.clone()).collect(),
        });
        self.remember(out);
    }

    /// Reads a whole response. If it still runs, its texts so far are kept, and the stream counts
    /// as lost, so that it is joined again.
    pub(super) fn snapshot(&mut self, body: &str, out: &mut Out) {
        if let Some(response) = response_of(body) {
            match filled(&response.status) {
                Some("in_progress" | "queued") => {
                    self.begin(&response, out);
                    self.output_of(&response, false, out);
                    out.event(RunEvent::Lost(LostReason::Truncated));
                }
                _ => self.terminal(&response, "completed", out),
            }
            return;
        }
        if let Some(error) = error_in(body) {
            let error = self.error(error, out);
            self.fail(error, out);
        }
    }

    /// Reads the response in the answer to a cancel. The end need not come in the stream too.
    pub(super) fn cancelled(&mut self, body: &str, out: &mut Out) {
        if let Some(response) = response_of(body)
            && matches!(
                filled(&response.status),
                Some("completed" | "failed" | "incomplete" | "cancelled")
            )
        {
            self.terminal(&response, "cancelled", out);
        }
    }
}

/// What kept a response from being complete.
fn limit(response: &Response<'_>) -> RunEvent {
    let reason = match &response.incomplete_details {
        One::Object(details) => filled(&details.reason),
        One::Absent | One::Other(_) => None,
    };
    RunEvent::Limited(reason.and_then(Limit::named).unwrap_or(Limit::Other))
}

/// The response that this document is.
fn response_of(body: &str) -> Option<Response<'_>> {
    let response: Response<'_> = Fields::of(raw(body)?.get())?.read()?;
    let named = filled(&response.object) == Some("response");
    (named || response.output.0.is_some()).then_some(response)
}
