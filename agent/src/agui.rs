//! The part of AG-UI 1.0 that this agent speaks: events out, `RunAgentInput` in.
//!
//! Covers only the AG-UI events that this agent sends. The engine orders the events; the server
//! frames them as SSE.

pub(crate) mod content;
mod custom;
mod event;
mod input;
mod interrupt;

pub use custom::{Custom, StillRunning};
pub use event::{Event, EventKind, Metadata, Role, RunOutcome, SubagentOutcome};
pub use input::{InputError, RunInput};
pub use interrupt::Interrupt;

/// The version of AG-UI that `RUN_STARTED` declares.
pub const PROTOCOL_VERSION: &str = "1.0";
