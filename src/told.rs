//! What an embedder's page is told about the chat: its state as one snapshot, and events. Both are
//! JSON text; `docs/element.md` describes the shapes.
//!
//! Pure: reads the core's state and changes.

mod activities;
mod details;
mod events;
mod shapes;
mod snapshot;
#[cfg(test)]
mod tests;
mod turn;

pub use details::Told;
pub use events::Watch;
pub use shapes::end_of;
pub use snapshot::snapshot;
