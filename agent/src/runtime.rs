//! The runtime: performs what the engine decides, and tells it what came of it.
//!
//! One task per run; dropping or cancelling it stops everything the run does. Not responsible
//! for: decisions (the engine's), HTTP, and what a model or a tool is.

mod clock;
mod drive;
mod gate;
mod hold;
mod pace;
mod records;
mod request;
mod source;

pub(crate) use clock::now;
pub use drive::Run;
pub use gate::Gate;
pub use hold::{Goal, Hold, StepError, StepReport};
pub use pace::Pacer;
pub use records::{Records, RunRecord, RunState};
pub use request::{ReplyTo, Request};
pub use source::{Fault, Model, ModelItem, ModelRequest, ModelStream, ToolItem, ToolStream, Tools};
