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
mod subagent;
mod text;
mod translate;

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

/// The memory of a thread whose backend knows messages of the role `reasoning`: it has declared the
/// version of AG-UI that it speaks. Older ones refuse such a message, and so every later turn.
pub const KNOWS_REASONING: &str = r#"{"kind":"ag-ui","reasoning":true}"#;

/// A reader of the response body of one run, or of a thread's stream of events, with the usual size limit.
pub fn reader() -> Box<dyn Reader> {
    reader_with(String::new(), "", MAX_EVENT_BYTES)
}

/// The same with the client's current shared state (JSON text; empty for none) and the thread's memory.
/// Drops events above `max_event_bytes`.
pub fn reader_with(state: String, memory: &str, max_event_bytes: usize) -> Box<dyn Reader> {
    let mut translator = Translator::default();
    translator.begin_with(state, memory);
    Box::new(SseReader::new(translator, max_event_bytes))
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
