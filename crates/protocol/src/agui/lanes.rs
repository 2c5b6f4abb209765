//! The open chunk streams. Each subagent, and the main agent, is a lane. A lane has at most one
//! open stream.

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::RunEvent;

/// The kind of a streamed message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stream {
    Text,
    Reasoning,
    Tool,
}

impl Stream {
    /// The field with the id of the message or call.
    pub(crate) fn id_field(self) -> &'static str {
        match self {
            Stream::Text | Stream::Reasoning => "messageId",
            Stream::Tool => "toolCallId",
        }
    }

    /// The event for more of the stream.
    pub(crate) fn piece(self, id: &str, delta: String) -> RunEvent {
        let message = MessageId::from(id);
        match self {
            Stream::Text => RunEvent::TextDelta { message, delta },
            Stream::Reasoning => RunEvent::ReasoningDelta { message, delta },
            Stream::Tool => RunEvent::ToolArgs {
                call: ActivityId::from(id),
                delta,
            },
        }
    }

    /// The event for the end of the stream.
    pub(crate) fn end(self, id: &str) -> RunEvent {
        let message = MessageId::from(id);
        match self {
            Stream::Text => RunEvent::TextEnd { message },
            Stream::Reasoning => RunEvent::ReasoningEnd { message },
            Stream::Tool => RunEvent::ToolEnd {
                call: ActivityId::from(id),
            },
        }
    }
}

#[derive(Debug)]
struct Open {
    /// The subagent run, or `None` for the main agent.
    lane: Option<String>,
    stream: Stream,
    id: String,
}

#[derive(Debug, Default)]
pub(crate) struct Lanes {
    open: Vec<Open>,
}

impl Lanes {
    /// The open stream that a chunk continues. If the chunk has an id, this is the stream with that
    /// id, in any lane: chunks after the first may leave out their lane. Without an id, it is the
    /// stream of the chunk's lane.
    pub(crate) fn current(
        &self,
        lane: Option<&str>,
        stream: Stream,
        id: Option<&str>,
    ) -> Option<&str> {
        let goes_on = |open: &&Open| {
            open.stream == stream
                && match id {
                    Some(id) => open.id == id,
                    None => open.lane.as_deref() == lane,
                }
        };
        self.open.iter().find(goes_on).map(|open| open.id.as_str())
    }

    /// Opens a stream in a lane that has none.
    pub(crate) fn open(&mut self, lane: Option<&str>, stream: Stream, id: &str) {
        self.open.push(Open {
            lane: lane.map(str::to_owned),
            stream,
            id: id.to_owned(),
        });
    }

    /// Closes a stream without an event.
    pub(crate) fn forget(&mut self, stream: Stream, id: &str) {
        self.open
            .retain(|open| open.stream != stream || open.id != id);
    }

    /// Closes a lane's stream and returns it.
    pub(crate) fn close(&mut self, lane: Option<&str>) -> Option<(Stream, String)> {
        let at = self
            .open
            .iter()
            .position(|open| open.lane.as_deref() == lane)?;
        let open = self.open.remove(at);
        Some((open.stream, open.id))
    }

    /// Closes all streams and returns them in the order of opening.
    pub(crate) fn close_all(&mut self) -> Vec<(Stream, String)> {
        let open = self.open.drain(..);
        open.map(|open| (open.stream, open.id)).collect()
    }
}
