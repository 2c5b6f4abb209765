//! The chunks of a stream. All fields are optional: dialects leave out most of them.

use midturn_protocol::value::{Given, Many, One, Text};
use serde::Deserialize;

use super::super::given::Number;

/// One frame, or a whole answer.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Chunk<'a> {
    pub(super) choices: Option<Many<One<'a, Choice<'a>>>>,
    pub(super) usage: Given<'a>,
    pub(super) error: Given<'a>,
    pub(super) object: Text<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Choice<'a> {
    pub(super) index: Number,
    pub(super) delta: One<'a, Delta<'a>>,
    /// In place of `delta`, in an answer that is not a stream.
    pub(super) message: One<'a, Delta<'a>>,
    pub(super) finish_reason: Text<'a>,
    pub(super) error: Given<'a>,
}

/// The new part of a message, or the whole message.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Delta<'a> {
    pub(super) content: Given<'a>,
    pub(super) refusal: Text<'a>,
    pub(super) reasoning_content: Text<'a>,
    pub(super) reasoning: Text<'a>,
    pub(super) reasoning_details: Given<'a>,
    pub(super) thinking_blocks: Given<'a>,
    /// Pictures that the model made.
    pub(super) images: Given<'a>,
    pub(super) tool_calls: Many<One<'a, Piece<'a>>>,
    /// A call in the form before tools.
    pub(super) function_call: One<'a, Function<'a>>,
}

/// A part of `reasoning_details`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Detail<'a> {
    pub(super) text: Text<'a>,
    pub(super) summary: Text<'a>,
}

/// A picture that the model made.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Image<'a> {
    pub(super) image_url: One<'a, ImageUrl<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct ImageUrl<'a> {
    pub(super) url: Text<'a>,
}

/// A piece of a tool call.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Piece<'a> {
    pub(super) index: Number,
    pub(super) id: Text<'a>,
    pub(super) function: One<'a, Function<'a>>,
    pub(super) extra_content: Given<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct Function<'a> {
    pub(super) name: Text<'a>,
    /// Some servers send an object, which is read as its JSON text.
    pub(super) arguments: Text<'a>,
}

/// A part of content that is a list.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct ContentPart<'a> {
    pub(super) text: Text<'a>,
    /// Reasoning, as a list of parts.
    pub(super) thinking: Given<'a>,
}
