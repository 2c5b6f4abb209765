//! The UI message stream of Vercel's AI SDK (versions 5 to 7), as a [`Protocol`].
//!
//! The client owns the history: each run is a `POST` with all messages, and the response is a
//! stream of chunks that build one message of the assistant. Answers to approvals and results of
//! client tools are changes in that message, which is sent again.
//!
//! The protocol has no run ids and no stop. An app can have a route that stops a chat, and a route
//! that joins its stream again; both are configured.

mod agent;
mod approval;
mod body;
mod chunk;
mod kept;
mod memory;
mod messages;
mod notes;
mod numbers;
mod place;
mod sink;
mod state;
mod steering;
mod texts;
mod tools;
mod translate;
mod ui;

#[cfg(test)]
mod tests;

use midturn_core::control::CancelAnswer;
use midturn_core::run_event::Abilities;
use midturn_protocol::call::{Call, Reply, encoded, under};
use midturn_protocol::control::filled;
use midturn_protocol::json::inside_string;
use midturn_protocol::protocol::{Begin, Endpoints, Outgoing, Place, Protocol};
use midturn_protocol::reader::{MAX_EVENT_BYTES, Reader, SseReader};
use serde::Deserialize;
use serde_json::value::RawValue;

use self::translate::Translator;

/// The AI SDK's UI message stream.
///
/// Opaque values of providers (`providerMetadata`) and the form of each call are kept on the text,
/// the reasoning or the call, and go back with the next request. A message's `metadata` goes back
/// for the last few messages. Sources and data parts of the assistant are shown as notes, and its files
/// as steps; they do not go back.
#[derive(Clone, Debug, Default)]
pub struct AiSdk {
    options: Options,
}

/// The options of [`AiSdk`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Options {
    /// Whether the app keeps its streams, so that a lost one can be joined again with
    /// `GET {agent}/{id}/stream`. Both kinds of apps work: those that send the whole stream again,
    /// and those that send only the rest. Default: false.
    resume: bool,
    /// Whether a request has only the newest message, for apps that store the messages themselves.
    /// Default: false, all messages.
    send_only_last: bool,
    /// With `sendOnlyLast`, the name of a field that has the newest message itself, in place of the
    /// list `messages` with one element. Apps often call it `message`.
    message_field: Option<String>,
    /// The name of the field with the chat's id. Default: `id`.
    id_field: Option<String>,
    /// Whether a request describes the client tools, in a field `tools` that has `description` and
    /// `parameters` by name. Default: false; the app then has to know the tools.
    send_tools: bool,
    /// More fields for the body of each run's request. The fields of the protocol win.
    body: Option<Box<RawValue>>,
}

impl AiSdk {
    /// The protocol with the embedder's options: a JSON object as text. Options that cannot be read
    /// count as none.
    pub fn new(options: &str) -> Self {
        Self {
            options: serde_json::from_str(options).unwrap_or_default(),
        }
    }
}

impl Protocol for AiSdk {
    fn abilities(&self, endpoints: &Endpoints) -> Option<Abilities> {
        Some(Abilities {
            cancel: endpoints.stop.is_some(),
            rejoin: self.options.resume,
            keeps_history: self.options.send_only_last,
            ..Abilities::default()
        })
    }

    fn run(&self, outgoing: &Outgoing<'_>) -> Call {
        let body = body::of(&self.options, outgoing);
        Call::post(&outgoing.endpoints.agent, body)
    }

    fn reader(&self, begin: &Begin<'_>) -> Box<dyn Reader> {
        let translator = Translator::new(begin, self.options.resume);
        Box::new(SseReader::new(translator, MAX_EVENT_BYTES))
    }

    fn cancel(&self, place: &Place<'_>) -> Option<Call> {
        let endpoints = place.endpoints;
        let url = filled(endpoints.stop.as_deref()?, place.thread, place.run, encoded);
        let body = endpoints.stop_body.as_deref().unwrap_or("{}");
        let body = filled(body, place.thread, place.run, inside_string);
        Some(Call::post(url, body))
    }

    fn cancel_answer(&self, _: &Place<'_>, reply: Option<&Reply>) -> CancelAnswer {
        match reply.map(|reply| reply.status) {
            Some(200..=299) => CancelAnswer::Accepted,
            Some(408 | 425 | 429 | 500..=599) | None => CancelAnswer::Unreachable,
            Some(_) => CancelAnswer::Refused,
        }
    }

    fn rejoin(&self, place: &Place<'_>) -> Option<Call> {
        let id = place.thread.as_str();
        let url = under(&place.endpoints.agent, &[id, "stream"]);
        self.options.resume.then(|| Call::get(url))
    }
}
