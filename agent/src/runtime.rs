//! The runtime: performs what the engine decides, and reports the results to it.
//!
//! One task per run. Dropping or cancelling the task stops everything that the run does.

mod drive;
mod gate;
mod hold;
mod pace;
mod records;
mod request;
mod source;

pub use drive::Run;
pub use gate::Gate;
pub use hold::{Goal, Hold, StepError, StepReport};
pub use pace::Pacer;
pub use records::{Records, RunRecord, RunState};
pub use request::{ReplyTo, Request};
pub use source::{Fault, Model, ModelItem, ModelRequest, ModelStream, ToolItem, ToolStream, Tools};
