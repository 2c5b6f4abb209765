//! Reads the response of one run: bytes in, events for the core out.
//!
//! [`Reader`] is what the shell knows. [`SseReader`] has what all protocols over server-sent events
//! share: frames, limits, the end of a body. A protocol adds a [`Translate`], which reads one frame
//! at a time.

use midturn_core::run_event::{LostReason, RunEvent};

use crate::call::{Call, Reply};
use crate::control::Control;
use crate::diagnostic::{Kind, start_of};
use crate::item::Item;
use crate::out::Out;
use crate::sse::{SseItem, SseParser};

/// Larger events are dropped; AG-UI's reference client has the same limit.
pub const MAX_EVENT_BYTES: usize = 10 * 1024 * 1024;

/// Reads the response body of one run, or a thread's stream of events.
pub trait Reader {
    /// Reads more bytes of the body; they may be split anywhere.
    fn push(&mut self, bytes: &[u8]) -> Vec<Item>;

    /// Ends the body. Reports [`RunEvent::Lost`] if there was no terminal event, unless the reader
    /// [asks](Self::question) how the run ended.
    fn finish(&mut self) -> Vec<Item>;

    /// Ends the stream because the connection broke, with the `reason`. Reports
    /// [`RunEvent::Lost`], except after a terminal event: some backends reset the connection right
    /// after that event.
    fn broke(&mut self, reason: String) -> Vec<Item>;

    /// Reads a response that is not a stream. Without a result, the response has no meaning in the
    /// protocol, and its status or type is the error.
    fn document(&mut self, reply: &Reply) -> Vec<Item>;

    /// Prepares for a new body, which continues after the last cursor. Drops a half-read frame and
    /// keeps open streams.
    fn resume(&mut self);

    /// Whether the stream's last run has ended with a terminal event.
    fn ended(&self) -> bool;

    /// Switches the reporting of raw events on or off.
    fn listen(&mut self, listened: bool);

    /// Midturn's control extension as the backend announced it, if it did.
    fn control(&self) -> Option<&Control>;

    /// A request that the shell must send now and whose answer goes to
    /// [`answered`](Self::answered), each one returned once. Some protocols do not say in the
    /// stream how a run ended.
    fn question(&mut self) -> Option<Call>;

    /// Reads the answer to the last question; `None` if there was none.
    fn answered(&mut self, reply: Option<&Reply>) -> Vec<Item>;

    /// Reads the answer to a cancel of this run that the backend has accepted. Some backends report
    /// the end of the run only there.
    fn cancel_accepted(&mut self, reply: &Reply) -> Vec<Item>;
}

/// One frame of a stream of events.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The field `event`, if there is one.
    pub event: Option<&'a str>,
    /// The data; not empty.
    pub data: &'a str,
}

/// Translates the frames of one protocol.
pub trait Translate {
    /// Collects the results.
    type Out: Collect;

    /// Whether the frame with this id was read before. Some servers send a frame twice where a
    /// stream is joined.
    fn repeats(&self, _id: &str) -> bool {
        false
    }

    /// Reads a frame; returns whether it is an event of this protocol.
    fn read(&mut self, frame: Frame<'_>, out: &mut Self::Out) -> bool;

    /// Whether the run has ended with a terminal event.
    fn ended(&self) -> bool;

    /// The place after the frame read last, given the last event id; empty if there is none.
    fn cursor(&self, id: String) -> Option<String> {
        (!id.is_empty()).then_some(id)
    }

    /// The next body continues the run.
    fn resumed(&mut self) {}

    /// The body ended without a terminal event. Returns whether the translator knows how the run
    /// ended, or asks; else the run counts as lost. `broken`: the connection broke.
    fn body_ended(&mut self, _broken: bool, _out: &mut Self::Out) -> bool {
        false
    }

    /// Reads a response that is not a stream.
    fn document(&mut self, _reply: &Reply, _out: &mut Self::Out) {}

    /// See [`Reader::question`].
    fn question(&mut self) -> Option<Call> {
        None
    }

    /// See [`Reader::answered`].
    fn answered(&mut self, _reply: Option<&Reply>, _out: &mut Self::Out) {}

    /// See [`Reader::cancel_accepted`].
    fn cancel_accepted(&mut self, _reply: &Reply, _out: &mut Self::Out) {}

    /// See [`Reader::control`].
    fn control(&self) -> Option<&Control> {
        None
    }
}

/// Collects the results of frames.
pub trait Collect: Default {
    /// Adds an event.
    fn event(&mut self, event: RunEvent);

    /// The results without what the protocol does to its events.
    fn inner(&mut self) -> &mut Out;
}

impl Collect for Out {
    fn event(&mut self, event: RunEvent) {
        Out::event(self, event);
    }

    fn inner(&mut self) -> &mut Out {
        self
    }
}

/// Reads server-sent events of one protocol.
pub struct SseReader<T: Translate> {
    sse: SseParser,
    frames: Frames<T>,
}

/// Reads frames one by one.
struct Frames<T: Translate> {
    translator: T,
    out: T::Out,
    /// Whether any frame was an event of the protocol, even one without output.
    any_read: bool,
    /// The start of the first frame that was not, for [`LostReason::Malformed`].
    garbage: Option<String>,
    /// Whether raw events are reported too.
    listened: bool,
}

impl<T: Translate> SseReader<T> {
    /// A reader that drops events above `max_event_bytes`.
    pub fn new(translator: T, max_event_bytes: usize) -> Self {
        Self {
            sse: SseParser::new(max_event_bytes),
            frames: Frames {
                translator,
                out: T::Out::default(),
                any_read: false,
                garbage: None,
                listened: false,
            },
        }
    }
}

impl<T: Translate> Reader for SseReader<T> {
    fn push(&mut self, bytes: &[u8]) -> Vec<Item> {
        let Self { sse, frames } = self;
        let mut items = Vec::new();
        sse.push(bytes, &mut |item| frames.read(item, &mut items));
        items
    }

    fn finish(&mut self) -> Vec<Item> {
        let Self { sse, frames } = self;
        let mut items = Vec::new();
        // The reference client of AG-UI accepts a last frame without its blank line, so some
        // backends omit that line.
        sse.take_unterminated(&mut |item| frames.read(item, &mut items));
        let garbage = frames.garbage.as_deref().or(sse.stray_line());
        let reason = match garbage {
            Some(start) if !frames.any_read => LostReason::Malformed(start.to_owned()),
            _ => LostReason::Truncated,
        };
        frames.end(reason, false, &mut items);
        items
    }

    fn broke(&mut self, reason: String) -> Vec<Item> {
        self.sse.reset();
        let mut items = Vec::new();
        let reason = LostReason::Network(reason);
        self.frames.end(reason, true, &mut items);
        items
    }

    fn document(&mut self, reply: &Reply) -> Vec<Item> {
        let Frames {
            translator, out, ..
        } = &mut self.frames;
        translator.document(reply, out);
        taken(out)
    }

    fn resume(&mut self) {
        self.sse.reset();
        self.frames.translator.resumed();
    }

    fn ended(&self) -> bool {
        self.frames.translator.ended()
    }

    fn listen(&mut self, listened: bool) {
        self.frames.listened = listened;
    }

    fn control(&self) -> Option<&Control> {
        self.frames.translator.control()
    }

    fn question(&mut self) -> Option<Call> {
        self.frames.translator.question()
    }

    fn answered(&mut self, reply: Option<&Reply>) -> Vec<Item> {
        let Frames {
            translator, out, ..
        } = &mut self.frames;
        translator.answered(reply, out);
        taken(out)
    }

    fn cancel_accepted(&mut self, reply: &Reply) -> Vec<Item> {
        let Frames {
            translator, out, ..
        } = &mut self.frames;
        translator.cancel_accepted(reply, out);
        taken(out)
    }
}

impl<T: Translate> Frames<T> {
    fn read(&mut self, frame: SseItem, items: &mut Vec<Item>) {
        let id = match frame {
            SseItem::TooLarge => {
                self.out.inner().note(Kind::TooLarge, "frame");
                None
            }
            SseItem::Event(event) if event.has_id && self.translator.repeats(&event.id) => return,
            SseItem::Event(event) => {
                if self.listened && !event.data.is_empty() {
                    items.push(Item::Raw(event.data.clone()));
                }
                self.read_data(event.event.as_deref(), &event.data);
                self.translator.cursor(event.id)
            }
        };
        self.out.inner().take(id, items);
    }

    fn read_data(&mut self, event: Option<&str>, data: &str) {
        if data.is_empty() {
            return;
        }
        let known = self.translator.read(Frame { event, data }, &mut self.out);
        self.any_read |= known;
        if !self.any_read && self.garbage.is_none() {
            self.garbage = Some(start_of(data).to_owned());
        }
    }

    fn end(&mut self, reason: LostReason, broken: bool, items: &mut Vec<Item>) {
        if !self.translator.ended() && !self.translator.body_ended(broken, &mut self.out) {
            self.out.event(RunEvent::Lost(reason));
        }
        self.out.inner().take(None, items);
    }
}

fn taken<C: Collect>(out: &mut C) -> Vec<Item> {
    let mut items = Vec::new();
    out.inner().take(None, &mut items);
    items
}
