//! The messages of a stream as they are on the wire.

use midturn_core::run_event::Limit;
use midturn_protocol::json;
use midturn_protocol::value::{Many, One, Text};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A message, or a piece of one. Only the fields that are used.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Message<'a> {
    pub(super) r#type: Text<'a>,
    pub(super) id: Text<'a>,
    pub(super) content: Option<&'a RawValue>,
    pub(super) additional_kwargs: Option<&'a RawValue>,
    pub(super) response_metadata: One<'a, Ending<'a>>,
    pub(super) tool_call_chunks: Many<One<'a, CallChunk<'a>>>,
    pub(super) tool_calls: Many<One<'a, WholeCall<'a>>>,
    pub(super) tool_call_id: Text<'a>,
    pub(super) status: Text<'a>,
}

/// Why the model ended its message: `OpenAI`'s field, and Anthropic's.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Ending<'a> {
    pub(super) finish_reason: Text<'a>,
    pub(super) stop_reason: Text<'a>,
}

/// A piece of a tool call.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct CallChunk<'a> {
    pub(super) index: Option<&'a RawValue>,
    pub(super) id: Text<'a>,
    pub(super) name: Text<'a>,
    pub(super) args: Text<'a>,
}

/// A whole tool call.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct WholeCall<'a> {
    pub(super) id: Text<'a>,
    pub(super) name: Text<'a>,
    pub(super) args: Option<&'a RawValue>,
}

/// What is used of the second element of a `messages` event.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Metadata<'a> {
    pub(super) langgraph_node: Text<'a>,
    pub(super) lc_agent_name: Text<'a>,
}

/// The values of a chat graph's state.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Values<'a> {
    pub(super) messages: Many<&'a RawValue>,
}

/// The kinds of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A piece of the assistant's message.
    Chunk,
    /// The assistant's whole message.
    Assistant,
    /// A tool's result.
    Tool,
    /// The person's message.
    Person,
    /// Instructions, and the removal of messages.
    Other,
}

impl Message<'_> {
    /// The kind; `None` if it is unknown.
    pub(super) fn kind(&self) -> Option<Kind> {
        Some(match self.r#type.as_str() {
            "AIMessageChunk" => Kind::Chunk,
            // JavaScript servers write `ai` for pieces too. Only a piece has this list, which may
            // be empty.
            "ai" if matches!(self.tool_call_chunks, Many::List(_)) => Kind::Chunk,
            "ai" | "assistant" => Kind::Assistant,
            "tool" | "ToolMessageChunk" => Kind::Tool,
            "human" | "user" | "HumanMessageChunk" => Kind::Person,
            "system" | "developer" | "SystemMessageChunk" | "remove" => Kind::Other,
            _ => return None,
        })
    }

    /// What cut off the text, if the model said so with its last piece.
    pub(super) fn limit(&self) -> Option<Limit> {
        let One::Object(ending) = &self.response_metadata else {
            return None;
        };
        let reasons = [&ending.finish_reason, &ending.stop_reason];
        reasons
            .into_iter()
            .find_map(|reason| Limit::named(reason.as_str()))
    }

    /// The id, if there is one.
    pub(super) fn id(&self) -> Option<String> {
        self.id.string().filter(|id| !id.is_empty())
    }
}

/// A message, if the value is one.
pub(super) fn message(json: &RawValue) -> Option<Message<'_>> {
    One::deserialize(json).ok().and_then(One::object)
}

/// The fields of an object; `None` for anything else.
pub(super) fn object<'a, T: Deserialize<'a>>(data: &'a str) -> Option<T> {
    let json = json::raw(data)?;
    One::deserialize(json).ok().and_then(One::object)
}
