//! Chat Completions, as a [`Protocol`].
//!
//! The client has the history and sends all of it. A stop closes the stream: there is no call for
//! it, and no way to join a lost stream again.

mod calls;
mod chunk;
pub mod details;
mod json_end;
mod kept;
pub mod mistral;
mod reasoning;
mod request;
mod stream;
#[cfg(test)]
mod tests {
    mod pictures;
    mod requests;
    mod streams;
}
mod think;

use midturn_core::control::CancelAnswer;
use midturn_core::run_event::Abilities;
use midturn_protocol::call::{Call, Reply, under};
use midturn_protocol::protocol::{Begin, Endpoints, Outgoing, Place, Protocol};
use midturn_protocol::reader::{MAX_EVENT_BYTES, Reader, SseReader};
use serde::Deserialize;
use serde_json::value::RawValue;

/// The options of Chat Completions.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ChatOptions {
    /// The model's name. Without it, `body.model`, else `default`.
    pub model: Option<String>,
    /// The system text, sent as the first message.
    pub instructions: Option<String>,
    /// Whether the client tools are sent. Default: `true`.
    pub tools: bool,
    /// Whether to ask for the usage at the end of the stream (`stream_options`). Default: `true`;
    /// set it to `false` for a server that does not know this field.
    pub include_usage: bool,
    /// More fields of each request's body, such as `temperature`. The fields `messages` and
    /// `stream` are always ours; client tools are added after `tools`.
    pub body: Option<Box<RawValue>>,
}

impl Default for ChatOptions {
    fn default() -> Self {
        Self {
            model: None,
            instructions: None,
            tools: true,
            include_usage: true,
            body: None,
        }
    }
}

/// Chat Completions. The agent's URL is the API's base, such as `/v1`, or the URL of
/// `chat/completions` itself.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    options: ChatOptions,
}

impl Chat {
    /// The protocol with these options: a JSON object as text, empty for none. See [`ChatOptions`].
    pub fn new(options: &str) -> Self {
        Self {
            options: serde_json::from_str(options).unwrap_or_default(),
        }
    }
}

impl Protocol for Chat {
    fn abilities(&self, _: &Endpoints) -> Option<Abilities> {
        Some(Abilities::default())
    }

    fn run(&self, outgoing: &Outgoing<'_>) -> Call {
        Call::post(
            endpoint(&outgoing.endpoints.agent),
            request::body(&self.options, outgoing),
        )
    }

    fn reader(&self, begin: &Begin<'_>) -> Box<dyn Reader> {
        let stream = stream::ChatStream::new(begin);
        Box::new(SseReader::new(stream, MAX_EVENT_BYTES))
    }

    fn cancel(&self, _: &Place<'_>) -> Option<Call> {
        None
    }

    fn cancel_answer(&self, _: &Place<'_>, _: Option<&Reply>) -> CancelAnswer {
        CancelAnswer::Refused
    }

    fn rejoin(&self, _: &Place<'_>) -> Option<Call> {
        None
    }
}

/// The URL of `chat/completions`.
fn endpoint(agent: &str) -> String {
    let end = agent.find(['?', '#']).unwrap_or(agent.len());
    let path = agent.get(..end).unwrap_or_default();
    if path.trim_end_matches('/').ends_with("/chat/completions") {
        agent.to_owned()
    } else {
        under(agent, &["chat", "completions"])
    }
}
