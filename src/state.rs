//! The reactive mirror of the core: cells for components to read, and [`Actions`] for them to call.
//!
//! Cells only follow the core, and [`Actions`] only report what a person did.

mod actions;
mod bridge;
mod cells;
mod chat_access;
mod files;
mod folded;
mod turn;
mod turn_cells;
mod turns;

pub use actions::Actions;
pub use bridge::Bridge;
pub use cells::{AgentItem, CardView, ConversationCells, Group, RunView, TargetView, ThreadItem};
pub use chat_access::Look;
pub use files::{Files, GotBytes};
pub use turn::{ActivityCell, TextCell, TurnCell, TurnSignals, TurnView};
