//! What a reader makes of the bytes of a response.

use midturn_core::id::RunId;
use midturn_core::run_event::RunEvent;

use crate::diagnostic::Diagnostic;

/// One result of reading bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// An event for the core.
    Event {
        /// The event.
        event: RunEvent,
        /// The place to resume after once this event is applied, as text. If a frame becomes
        /// several events, only the last one has it.
        cursor: Option<String>,
        /// The run that the backend assigns this event to, once known. Use it to tell apart the
        /// runs in a thread's stream. Do not filter a response by it: some backends mint their own
        /// run ids, which differ from the requested one.
        run: Option<RunId>,
    },
    /// A deviation that was tolerated.
    Diagnostic(Diagnostic),
    /// The JSON text of an event, if a caller [listens](crate::reader::Reader::listen). Comes
    /// before the items made from that event.
    Raw(String),
}
