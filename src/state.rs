//! The reactive mirror of the core: cells that components read, and the handle they act through.
//!
//! Not responsible for any decision, nor for where inputs go: cells only follow the core, and
//! [`Actions`] only names what a person did.

mod actions;
mod bridge;
mod cells;
mod files;
mod held;
mod turns;

pub use actions::{Actions, ThreadActions};
pub use bridge::Bridge;
pub use cells::{
    ActivityCell, AgentItem, CardView, ConversationCells, RunView, TargetView, TextCell,
    ThreadItem, ThreadState, TurnCell, TurnSignals, TurnView,
};
pub use files::{Files, GotBytes};
pub use held::Look;
