//! The AG-UI adapter: turns the bytes of one response body into [`RunEvent`]s for the core.
//!
//! Reads every version from 0.0.x to 1.0, and is lenient where the reference client fails. Each
//! deviation is reported as a [`Diagnostic`]. The adapter neither opens nor closes streams, and
//! does not decide what happens to a lost run.

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

/// Larger events are dropped; the reference client has the same limit.
pub const MAX_EVENT_BYTES: usize = 10 * 1024 * 1024;

/// One result of reading bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// An event for the core.
    Event {
        /// The event.
        event: RunEvent,
        /// The SSE id to resume after once this event is applied. If a frame becomes several
        /// events, only the last one has it.
        cursor: Option<String>,
        /// The run that the backend assigns this event to, once known. Use it to tell apart the
        /// runs in a thread's stream. Do not filter a response by it: some backends mint their own
        /// run ids, which differ from the requested one.
        run: Option<RunId>,
    },
    /// A deviation that was tolerated.
    Diagnostic(Diagnostic),
    /// The JSON text of an event, if a caller [listens](AguiStream::listen). Comes before the items
    /// made from that event.
    Raw(String),
}

/// Reads the response body of one run, or a thread's stream of events.
#[derive(Debug)]
pub struct AguiStream {
    sse: SseParser,
    frames: Frames,
}

/// Reads frames one by one.
#[derive(Debug, Default)]
struct Frames {
    translator: Translator,
    out: Out,
    /// Whether any frame was an AG-UI event, even one without output.
    any_read: bool,
    /// The start of the first frame that was no AG-UI event, for [`LostReason::Malformed`].
    garbage: Option<String>,
    /// Whether raw events are reported too.
    listened: bool,
}

impl Default for AguiStream {
    fn default() -> Self {
        Self::new()
    }
}

impl AguiStream {
    /// A reader with the usual size limit.
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

    /// Sets the client's current shared state (JSON text; empty for none).
    #[must_use]
    pub fn with_state(mut self, state: String) -> Self {
        self.frames.translator.begin_with(state);
        self
    }

    /// Switches the reporting of raw events on or off.
    pub fn listen(&mut self, listened: bool) {
        self.frames.listened = listened;
    }

    /// Reads more bytes of the body; they may be split anywhere.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Item> {
        let Self { sse, frames } = self;
        let mut items = Vec::new();
        sse.push(bytes, &mut |item| frames.read(item, &mut items));
        items
    }

    /// Ends the body. Reports [`RunEvent::Lost`] if there was no terminal event.
    pub fn finish(&mut self) -> Vec<Item> {
        let Self { sse, frames } = self;
        let mut items = Vec::new();
        // The reference client accepts a last frame without its blank line, so some backends omit
        // that line.
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

    /// Ends the stream because the connection broke, with the `reason`. Reports
    /// [`RunEvent::Lost`], except after a terminal event: some backends reset the connection right
    /// after that event.
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

    /// Prepares for a new body, which continues after the last cursor. Drops a half-read frame and
    /// keeps open streams.
    pub fn resume(&mut self) {
        self.sse.reset();
        self.frames.translator.joined();
    }

    /// Whether the stream's last run has ended with a terminal event.
    pub fn ended(&self) -> bool {
        self.frames.translator.ended()
    }

    /// The control extension as the backend announced it, if it did.
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
