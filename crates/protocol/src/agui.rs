//! The AG-UI adapter: turns the bytes of one response body into [`RunEvent`]s for the core.
//!
//! Reads every version from 0.0.x to 1.0, and is lenient where the reference client fails. Each
//! deviation is reported as a [`Diagnostic`]. The adapter neither opens nor closes streams, and
//! does not decide what happens to a lost run.

mod confirm;
mod event;
mod extension;
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

use crate::call::{Call, Reply};
use crate::control::Control;
use crate::diagnostic::{Kind, start_of};
use crate::fields::Fields;
pub use crate::item::Item;
use crate::reader::{Collect, Frame, SseReader, Translate};
pub use crate::reader::{MAX_EVENT_BYTES, Reader};
use out::Out;
pub(crate) use part::Named;
pub use past::past_messages;
use translate::Translator;

/// Reads the response body of one run, or a thread's stream of events.
pub struct AguiStream(SseReader<Translator>);

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
        Self(SseReader::new(Translator::default(), max_event_bytes))
    }

    /// Sets the client's current shared state (JSON text; empty for none).
    #[must_use]
    pub fn with_state(mut self, state: String) -> Self {
        self.0.translator().begin_with(state);
        self
    }
}

impl Reader for AguiStream {
    fn push(&mut self, bytes: &[u8]) -> Vec<Item> {
        self.0.push(bytes)
    }

    fn finish(&mut self) -> Vec<Item> {
        self.0.finish()
    }

    fn broke(&mut self, reason: String) -> Vec<Item> {
        self.0.broke(reason)
    }

    fn document(&mut self, reply: &Reply) -> Vec<Item> {
        self.0.document(reply)
    }

    fn resume(&mut self) {
        self.0.resume();
    }

    fn ended(&self) -> bool {
        self.0.ended()
    }

    fn listen(&mut self, listened: bool) {
        self.0.listen(listened);
    }

    fn control(&self) -> Option<&Control> {
        self.0.control()
    }

    fn question(&mut self) -> Option<Call> {
        self.0.question()
    }

    fn answered(&mut self, reply: Option<&Reply>) -> Vec<Item> {
        self.0.answered(reply)
    }

    fn cancel_accepted(&mut self, reply: &Reply) -> Vec<Item> {
        self.0.cancel_accepted(reply)
    }
}

impl Translate for Translator {
    type Out = Out;

    fn read(&mut self, frame: Frame<'_>, out: &mut Out) -> bool {
        let fields = Fields::of(frame.data).and_then(|fields| Some((fields.kind()?, fields)));
        if let Some((kind, fields)) = fields {
            self.event_of(&kind, fields, out)
        } else {
            out.note(Kind::Unreadable, start_of(frame.data));
            false
        }
    }

    fn ended(&self) -> bool {
        Translator::ended(self)
    }

    fn resumed(&mut self) {
        self.joined();
    }

    fn control(&self) -> Option<&Control> {
        Translator::control(self)
    }
}

impl Collect for Out {
    fn event(&mut self, event: midturn_core::run_event::RunEvent) {
        Out::event(self, event);
    }

    fn inner(&mut self) -> &mut crate::out::Out {
        self
    }
}

#[cfg(test)]
mod tests;
