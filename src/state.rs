//! The reactive mirror of the core: cells for components to read, and [`Actions`] for them to call.
//!
//! Cells only follow the core, and [`Actions`] only report what a person did.

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
