//! The AG-UI adapter: pushed bytes of one response body become [`RunEvent`]s for the core.
//!
//! Reads everything from 0.0.x to 1.0, and is lenient where the reference client gives up; what
//! was odd is told in a [`Diagnostic`]. Not responsible for applying the events, for what happens
//! to a run that is lost, or for opening and closing streams.

mod confirm;
mod event;
mod extension;
mod fields;
mod form;
mod lanes;
mod messages;
mod order;
mod out;
mod outcome;
mod part;
mod past;
mod shared;
mod streamed;
mod streams;
mod text;
mod translate;
mod value;

use midturn_core::id::RunId;
use midturn_core::run_event::{LostReason, RunEvent};

use crate::control::Control;
use crate::diagnostic::{Diagnostic, Kind, start_of};
use crate::sse::{SseItem, SseParser};
use fields::Fields;
use out::Out;
pub(crate) use part::Named;
pub use past::past_messages;
use translate::Translator;

/// Events above this size are dropped; the reference client has the same limit.
pub const MAX_EVENT_BYTES: usize = 10 * 1024 * 1024;

/// What came out of the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// An event for the core.
    Event {
        /// The event.
        event: RunEvent,
        /// The SSE id to resume after once this event was applied. One frame can become several
        /// events: only its last one has the cursor.
        cursor: Option<String>,
        /// The run that the backend says this belongs to, once it said so. Tells runs apart in a
        /// stream of a whole thread. In the answer to a request it may differ from the run asked
        /// for, because some backends mint their own ids: do not filter by it there.
        run: Option<RunId>,
    },
    /// Something odd that was tolerated.
    Diagnostic(Diagnostic),
    /// An event as it came, for who [listens](AguiStream::listen): its JSON text. It comes before
    /// what was made of it.
    Raw(String),
}

/// Reads the body of one run's response, or of a thread's stream of events.
#[derive(Debug)]
pub struct AguiStream {
    sse: SseParser,
    frames: Frames,
}

/// Reads one frame after the other.
#[derive(Debug, Default)]
struct Frames {
    translator: Translator,
    out: Out,
    /// A frame was read as an AG-UI event, whether or not there was anything to show for it.
    any_read: bool,
    /// The start of the first frame that was not, for [`LostReason::Malformed`].
    garbage: Option<String>,
    /// Whether events are told as they came too.
    listened: bool,
}

impl Default for AguiStream {
    fn default() -> Self {
        Self::new()
    }
}

impl AguiStream {
    /// A reader with the usual size cap.
    pub fn new() -> Self {
        Self::with_max_event_bytes(MAX_EVENT_BYTES)
    }

    /// A reader that drops events above `max_event_bytes`.
    pub fn with_max_event_bytes(max_event_bytes: usize) -> Self {
        Self {
            sse: SseParser::new(max_event_bytes),
            frames: Frames::default(),
        }
    }

    /// The same, for a client that has this shared state (JSON text; empty for none).
    #[must_use]
    pub fn with_state(mut self, state: String) -> Self {
        self.frames.translator.begin_with(state);
        self
    }

    /// Whether events are told as they came too, from now on.
    pub fn listen(&mut self, listened: bool) {
        self.frames.listened = listened;
    }

    /// Reads more bytes of the body, split anywhere.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Item> {
        let Self { sse, frames } = self;
        let mut items = Vec::new();
        sse.push(bytes, &mut |item| frames.read(item, &mut items));
        items
    }

    /// The body ended in good order. Says [`RunEvent::Lost`] if no terminal event came.
    pub fn finish(&mut self) -> Vec<Item> {
        let Self { sse, frames } = self;
        let mut items = Vec::new();
        // The reference client reads a last frame without its blank line, so backends get away
        // with sending one.
        sse.take_unterminated(&mut |item| frames.read(item, &mut items));
        if !frames.translator.ended() {
            let garbage = frames.garbage.as_deref().or(sse.stray_line());
            let reason = match garbage {
                Some(start) if !frames.any_read => LostReason::Malformed(start.to_owned()),
                _ => LostReason::Truncated,
            };
            frames.out.event(RunEvent::Lost(reason));
            frames.out.take(None, &mut items);
        }
        items
    }

    /// The connection broke, for the `reason` told. Says [`RunEvent::Lost`] if no terminal event
    /// came before; some backends reset the connection right after one.
    pub fn broke(&mut self, reason: String) -> Vec<Item> {
        self.sse.reset();
        if !self.ended() {
            let lost = RunEvent::Lost(LostReason::Network(reason));
            self.frames.out.event(lost);
        }
        let mut items = Vec::new();
        self.frames.out.take(None, &mut items);
        items
    }

    /// The next bytes come from a new body that goes on after the last cursor: forgets the
    /// half-read frame, keeps what is open.
    pub fn resume(&mut self) {
        self.sse.reset();
        self.frames.translator.joined();
    }

    /// Whether the last run of the stream has ended with a terminal event.
    pub fn ended(&self) -> bool {
        self.frames.translator.ended()
    }

    /// What the backend announced about control, if it did.
    pub fn control(&self) -> Option<&Control> {
        self.frames.translator.control()
    }
}

impl Frames {
    fn read(&mut self, frame: SseItem, items: &mut Vec<Item>) {
        let id = match frame {
            SseItem::TooLarge => {
                self.out.note(Kind::TooLarge, "frame");
                None
            }
            SseItem::Event(event) => {
                if self.listened && !event.data.is_empty() {
                    items.push(Item::Raw(event.data.clone()));
                }
                self.read_data(&event.data);
                (!event.id.is_empty()).then_some(event.id)
            }
        };
        self.out.take(id, items);
    }

    fn read_data(&mut self, data: &str) {
        if data.is_empty() {
            return;
        }
        let fields = Fields::of(data).and_then(|fields| Some((fields.kind()?, fields)));
        let known = if let Some((kind, fields)) = fields {
            self.translator.read(&kind, fields, &mut self.out)
        } else {
            self.out.note(Kind::Unreadable, start_of(data));
            false
        };
        self.any_read |= known;
        if !self.any_read && self.garbage.is_none() {
            self.garbage = Some(start_of(data).to_owned());
        }
    }
}

#[cfg(test)]
mod tests;
