//! A response that the server no longer has: it has expired, or the server keeps responses in memory
//! and was restarted.

use midturn_core::run_event::{RunError, RunEvent};
use midturn_protocol::fields::Fields;
use midturn_protocol::json::raw;
use midturn_protocol::out::Out;
use midturn_protocol::value::{Given, Text};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::error::error_of;
use super::super::given::{filled, value};
use super::stream::ResponseStream;

/// The fields of an error, or of a document with one.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Refusal<'a> {
    error: Given<'a>,
    param: Text<'a>,
}

/// The error that a document has.
pub(super) fn error_in(body: &str) -> Option<&RawValue> {
    let refusal: Refusal<'_> = Fields::of(body)?.read()?;
    value(refusal.error)
}

impl ResponseStream {
    /// The error in this value. See [`forget`](Self::forget).
    pub(super) fn error(&mut self, json: &RawValue, out: &mut Out) -> RunError {
        let gone = self.forget(json, out);
        gone.unwrap_or_else(|| error_of(json))
    }

    /// Reads the refusal of a request, if it is one of those that forget. No run has begun then.
    pub(super) fn refused(&mut self, body: &str, out: &mut Out) {
        // Some servers write the error as the whole document.
        let error = error_in(body).or_else(|| raw(body));
        if let Some(error) = error.and_then(|error| self.forget(error, out)) {
            self.ended = true;
            out.event(RunEvent::Failed(error));
        }
    }

    /// If an error says that the server lacks the response that the request continued, forgets all
    /// responses, so that the next request brings the whole history. Otherwise the server would
    /// refuse each further request of the thread. Returns the error for the person.
    fn forget(&mut self, json: &RawValue, out: &mut Out) -> Option<RunError> {
        let error = error_of(json);
        let fields = Fields::of(json.get()).and_then(|mut fields| fields.read::<Refusal<'_>>());
        let param = fields.unwrap_or_default().param;
        // vLLM has another code and another parameter, but names the response.
        let is_gone = error.code.as_deref() == Some("previous_response_not_found")
            || filled(&param) == Some("previous_response_id")
            || self.memory.is_named_in(&error.message);
        if self.joined || !is_gone || !self.memory.forget_responses() {
            return None;
        }
        self.remember(out);
        let message = error.message;
        Some(RunError {
            message: format!(
                "The server no longer has the conversation. Try again to send all of it. ({message})"
            ),
            ..error
        })
    }
}
