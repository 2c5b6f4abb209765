//! The events of messages, reasoning and tool calls in one form: start, piece, end or chunk, and
//! the kind of stream. [`super::streams`] handles them.

use std::borrow::Cow;

use super::event::Event;
use super::lanes::Stream;
use super::out::Out;
use crate::value::Text;

/// The event being read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    /// The event's type.
    pub(crate) kind: &'a str,
    /// The subagent run of the event; `None` for the main agent.
    pub(crate) lane: Option<&'a str>,
}

/// What an event does to its message or call.
#[derive(Debug)]
pub(crate) enum Act<'a> {
    /// `*_START`.
    Start(Streamed<'a>),
    /// `*_CONTENT` and `*_ARGS`.
    Piece(Streamed<'a>),
    /// `*_END`.
    End(Streamed<'a>),
    /// `*_CHUNK`.
    Chunk(Streamed<'a>),
    /// Not an event of a message or call.
    Other(Event<'a>),
}

/// An event's fields about a message or call. Fields that its type lacks are absent.
#[derive(Debug)]
pub(crate) struct Streamed<'a> {
    pub(crate) stream: Stream,
    pub(crate) id: Text<'a>,
    pub(crate) delta: Text<'a>,
    /// The role of a text message.
    pub(crate) role: Text<'a>,
    /// The tool of a call.
    pub(crate) name: Text<'a>,
    /// The message that a call belongs to.
    pub(crate) parent: Text<'a>,
    /// Whether the event has no id by design: the old THINKING events.
    pub(crate) nameless: bool,
}

impl<'a> Streamed<'a> {
    /// No fields except the kind of stream.
    pub(crate) fn only(stream: Stream) -> Self {
        Self::of(stream, Text::Absent)
    }

    /// Takes the id out.
    pub(crate) fn take_id(&mut self, at: At<'_>, out: &mut Out) -> Option<Cow<'a, str>> {
        out.of(at.kind).id(self.stream.id_field(), self.id.take())
    }

    fn of(stream: Stream, id: Text<'a>) -> Self {
        Self {
            stream,
            id,
            delta: Text::Absent,
            role: Text::Absent,
            name: Text::Absent,
            parent: Text::Absent,
            nameless: false,
        }
    }

    fn with_delta(stream: Stream, id: Text<'a>, delta: Text<'a>) -> Self {
        Self {
            delta,
            ..Self::of(stream, id)
        }
    }
}

/// Classifies an event.
pub(crate) fn act(event: Event<'_>) -> Act<'_> {
    use Stream::{Reasoning, Text, Tool};

    use crate::value::Text::Absent;

    match event {
        Event::TextMessageStart(start) => Act::Start(Streamed {
            role: start.role,
            ..Streamed::of(Text, start.message_id)
        }),
        Event::TextMessageContent(piece) => {
            Act::Piece(Streamed::with_delta(Text, piece.message_id, piece.delta))
        }
        Event::TextMessageEnd(end) => Act::End(Streamed::of(Text, end.message_id)),
        Event::TextMessageChunk(chunk) => Act::Chunk(Streamed {
            role: chunk.role,
            ..Streamed::with_delta(Text, chunk.message_id, chunk.delta)
        }),
        Event::ReasoningMessageStart(start) => {
            Act::Start(Streamed::of(Reasoning, start.message_id))
        }
        Event::ReasoningMessageContent(piece) => Act::Piece(Streamed::with_delta(
            Reasoning,
            piece.message_id,
            piece.delta,
        )),
        Event::ReasoningMessageEnd(end) => Act::End(Streamed::of(Reasoning, end.message_id)),
        Event::ReasoningMessageChunk(chunk) => Act::Chunk(Streamed::with_delta(
            Reasoning,
            chunk.message_id,
            chunk.delta,
        )),
        Event::ThinkingTextMessageContent(chunk) => Act::Chunk(Streamed {
            nameless: true,
            ..Streamed::with_delta(Reasoning, Absent, chunk.delta)
        }),
        Event::ToolCallStart(start) => Act::Start(Streamed {
            name: start.tool_call_name,
            parent: start.parent_message_id,
            ..Streamed::of(Tool, start.tool_call_id)
        }),
        Event::ToolCallArgs(piece) => {
            Act::Piece(Streamed::with_delta(Tool, piece.tool_call_id, piece.delta))
        }
        Event::ToolCallEnd(end) => Act::End(Streamed::of(Tool, end.tool_call_id)),
        Event::ToolCallChunk(chunk) => Act::Chunk(Streamed {
            name: chunk.tool_call_name,
            parent: chunk.parent_message_id,
            ..Streamed::with_delta(Tool, chunk.tool_call_id, chunk.delta)
        }),
        other => Act::Other(other),
    }
}
