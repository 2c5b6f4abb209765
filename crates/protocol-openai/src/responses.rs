//! Responses, as a [`Protocol`].
//!
//! The server has the history: a request names the response before, and brings only what the
//! server lacks. A response in the background goes on without its stream, can be cancelled, and
//! can be joined again.

mod call_items;
mod calls;
mod events;
mod gone;
mod hosted;
mod input;
mod item;
mod items;
mod mark;
mod memory;
mod outcome;
mod reasoning;
mod request;
mod stream;
#[cfg(test)]
mod tests;
mod texts;
mod wire;

use midturn_core::control::CancelAnswer;
use midturn_core::run_event::Abilities;
use midturn_protocol::call::{Call, Reply, under, with_query};
use midturn_protocol::protocol::{Begin, Endpoints, Outgoing, Place, Protocol};
use midturn_protocol::reader::{MAX_EVENT_BYTES, Reader, SseReader};
use serde::Deserialize;
use serde_json::value::RawValue;

use self::memory::Memory;

/// The options of Responses.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ResponsesOptions {
    /// The model's name. Without it, `body.model`, else `default`.
    pub model: Option<String>,
    /// The system text, sent with every request.
    pub instructions: Option<String>,
    /// Whether the client tools are sent. Default: `true`.
    pub tools: bool,
    /// Whether responses run in the background, so that a stop is confirmed by the server and a
    /// lost stream is joined again. Sends `store: true` too. Default: `false`.
    pub background: bool,
    /// Whether the server stores responses. Not sent by default. `false` has the effect of
    /// `stateless`, unless `background` is set.
    pub store: Option<bool>,
    /// Whether every request has the whole history, without `previous_response_id`. Sends `store:
    /// false` unless `store` or `background` is set. Reasoning goes back to the server if it came
    /// with `encrypted_content`; ask for it with `"body": {"include":
    /// ["reasoning.encrypted_content"]}`. Default: `false`.
    pub stateless: bool,
    /// More fields of each request's body, such as `reasoning` or `conversation` (which replaces
    /// `previous_response_id`). The fields `input` and `stream` are always ours; client tools are
    /// added after `tools`, which has the tools that the server runs.
    pub body: Option<Box<RawValue>>,
}

impl Default for ResponsesOptions {
    fn default() -> Self {
        Self {
            model: None,
            instructions: None,
            tools: true,
            background: false,
            store: None,
            stateless: false,
            body: None,
        }
    }
}

impl ResponsesOptions {
    /// Whether the server does not have the history.
    fn is_stateless(&self) -> bool {
        self.stateless || (self.store == Some(false) && !self.background)
    }
}

/// Responses. The agent's URL is the API's base, such as `/v1`, or the URL of `responses` itself.
#[derive(Clone, Debug, Default)]
pub struct Responses {
    options: ResponsesOptions,
}

impl Responses {
    /// The protocol with these options: a JSON object as text, empty for none. See
    /// [`ResponsesOptions`].
    pub fn new(options: &str) -> Self {
        Self {
            options: serde_json::from_str(options).unwrap_or_default(),
        }
    }

    /// The URL of a run's response, with more segments; `None` if its id is not known.
    fn response(place: &Place<'_>, more: &[&str]) -> Option<String> {
        let memory = Memory::read(place.memory);
        let id = memory.response_of(place.run)?;
        let url = under(&endpoint(&place.endpoints.agent), &[id]);
        Some(under(&url, more))
    }
}

impl Protocol for Responses {
    fn abilities(&self, _: &Endpoints) -> Option<Abilities> {
        Some(Abilities {
            cancel: self.options.background,
            rejoin: self.options.background,
            ..Abilities::default()
        })
    }

    fn run(&self, outgoing: &Outgoing<'_>) -> Call {
        Call::post(
            endpoint(&outgoing.endpoints.agent),
            request::body(&self.options, outgoing),
        )
    }

    fn reader(&self, begin: &Begin<'_>) -> Box<dyn Reader> {
        let stream = stream::ResponseStream::new(&self.options, begin);
        Box::new(SseReader::new(stream, MAX_EVENT_BYTES))
    }

    fn cancel(&self, place: &Place<'_>) -> Option<Call> {
        if !self.options.background {
            return None;
        }
        let url = Self::response(place, &["cancel"])?;
        Some(Call::post(url, String::new()))
    }

    fn cancel_answer(&self, _: &Place<'_>, reply: Option<&Reply>) -> CancelAnswer {
        match reply.map(|reply| reply.status) {
            Some(200..=299) => CancelAnswer::Accepted,
            Some(404) => CancelAnswer::Unknown,
            Some(400 | 409) => CancelAnswer::AlreadyFinished,
            Some(401 | 403 | 405) => CancelAnswer::Refused,
            Some(_) | None => CancelAnswer::Unreachable,
        }
    }

    fn rejoin(&self, place: &Place<'_>) -> Option<Call> {
        if !self.options.background {
            return None;
        }
        let url = with_query(&Self::response(place, &[])?, "stream", "true");
        let url = match place.cursor {
            Some(after) => with_query(&url, "starting_after", &after.to_string()),
            None => url,
        };
        Some(Call::get(url))
    }
}

/// The URL of `responses`.
fn endpoint(agent: &str) -> String {
    let end = agent.find(['?', '#']).unwrap_or(agent.len());
    let path = agent.get(..end).unwrap_or_default();
    if path.trim_end_matches('/').ends_with("/responses") {
        agent.to_owned()
    } else {
        under(agent, &["responses"])
    }
}
