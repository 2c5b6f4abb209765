//! The APIs that a model can be behind: what a request needs, and how a response is read.

use std::fmt;

use clap::ValueEnum;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue, InvalidHeaderValue};
use serde_json::Value;

use super::learned::Learned;
use super::turns::Turn;
use super::{anthropic, chat, responses};
use crate::conversation::ToolSpec;
use crate::runtime::ModelItem;

/// The API of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Api {
    /// `OpenAI`'s Chat Completions, which many others speak too.
    Chat,
    /// `OpenAI`'s Responses.
    Responses,
    /// Anthropic's Messages.
    Anthropic,
}

impl fmt::Display for Api {
    /// The name on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chat => "chat",
            Self::Responses => "responses",
            Self::Anthropic => "anthropic",
        })
    }
}

/// What a request says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question<'a> {
    /// Where it is sent. Endpoints of one API differ a little.
    pub(super) url: &'a str,
    /// The endpoint's name for the model.
    pub(super) model: &'a str,
    /// The system text.
    pub(super) instructions: &'a str,
    /// The conversation.
    pub(super) turns: &'a [Turn<'a>],
    /// The tools that the model may call.
    pub(super) tools: &'a [&'a ToolSpec],
    /// How much the model shall reason; `None` leaves that to the endpoint.
    pub(super) effort: Option<&'a str>,
    /// The most tokens of a response; `None` leaves that to the endpoint, if the API allows it.
    pub(super) output_tokens: Option<u32>,
    /// What is known of the endpoint.
    pub(super) learned: Learned,
}

impl Question<'_> {
    /// The system text with that of the client, for an API or a model that takes no second one.
    pub(super) fn system(&self) -> String {
        let more = self.turns.iter().filter_map(|turn| match turn {
            Turn::System(text) => Some(*text),
            _ => None,
        });
        let parts: Vec<&str> = std::iter::once(self.instructions).chain(more).collect();
        parts.join("\n\n")
    }
}

/// Reads the events of one response.
pub(super) trait Reader: Send {
    /// What an event says. The last item of a response is [`ModelItem::Finished`] or
    /// [`ModelItem::Failed`].
    fn read(&mut self, event: &Value) -> Vec<ModelItem>;

    /// Whether the last item has been read, so that no event matters any more.
    fn is_over(&self) -> bool;

    /// The last items, when the stream has ended before [`Self::is_over`].
    fn end(&mut self) -> Vec<ModelItem>;

    /// Whether the response has said how it ends, so that nothing is missing but the end of the stream.
    fn knows_its_end(&self) -> bool {
        false
    }

    /// Whether the model takes back the thoughts of a response that was stopped. What most APIs take
    /// back is signed, or whole only at its end.
    fn takes_unfinished(&self) -> bool {
        false
    }

    /// What the model must get back together with the tool calls of this response: the id of the
    /// first call, and the API's own form of the reasoning before it. `None` without calls.
    fn thoughts(&self) -> Option<(String, Vec<Value>)> {
        None
    }
}

impl Api {
    /// The URL of the requests, of the base URL that a person gave.
    pub(super) fn url(self, base: &str) -> String {
        let base = base.trim_end_matches('/');
        match self {
            Self::Chat => format!("{base}/chat/completions"),
            Self::Responses => format!("{base}/responses"),
            // Other APIs count the version to the base URL, so people write it here too.
            Self::Anthropic if base.ends_with("/v1") => format!("{base}/messages"),
            Self::Anthropic => format!("{base}/v1/messages"),
        }
    }

    /// The headers of each request, with the key if there is one.
    pub(super) fn headers(self, key: Option<&str>) -> Result<HeaderMap, InvalidHeaderValue> {
        let mut headers = HeaderMap::new();
        let (name, secret) = match self {
            Self::Chat | Self::Responses => (
                reqwest::header::AUTHORIZATION,
                key.map(|key| format!("Bearer {key}")),
            ),
            Self::Anthropic => {
                headers.insert(
                    HeaderName::from_static("anthropic-version"),
                    HeaderValue::from_static("2023-06-01"),
                );
                let name = HeaderName::from_static("x-api-key");
                (name, key.map(str::to_owned))
            }
        };
        if let Some(secret) = secret {
            let mut secret = HeaderValue::try_from(secret)?;
            secret.set_sensitive(true);
            headers.insert(name, secret);
        }
        Ok(headers)
    }

    /// The body of a request.
    pub(super) fn body(self, question: &Question<'_>) -> Value {
        match self {
            Self::Chat => chat::body(question),
            Self::Responses => responses::body(question),
            Self::Anthropic => anthropic::body(question),
        }
    }

    /// A reader of one response. Ids of tool calls begin with `id_prefix`.
    pub(super) fn reader(self, id_prefix: String) -> Box<dyn Reader> {
        match self {
            Self::Chat => Box::new(chat::Reader::new(id_prefix)),
            Self::Responses => Box::new(responses::Reader::new(id_prefix)),
            Self::Anthropic => Box::new(anthropic::Reader::new(id_prefix)),
        }
    }
}
