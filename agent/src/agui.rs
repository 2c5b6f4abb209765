//! The part of AG-UI 1.0 that this agent speaks: events out, `RunAgentInput` in.
//!
//! Not responsible for: the order of events (the engine's), SSE framing (the server's), and the
//! parts of AG-UI that this agent never sends.

pub(crate) mod content;
mod event;
mod input;

pub use event::{Event, EventKind, Interrupt, RunOutcome, SubagentOutcome};
pub use input::{InputError, RunInput};

/// The version of AG-UI that `RUN_STARTED` declares.
pub const PROTOCOL_VERSION: &str = "1.0";
