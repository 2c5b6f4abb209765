//! Values that change and what follows them, over the reactive graph of Leptos.
//!
//! The graph decides who runs when; here are only the few shapes that this crate needs, each
//! compiled once: Leptos's own signals and effects are compiled anew for every type they hold and
//! every closure they run. Not responsible for drawing (see [`crate::dom`]).

mod effect;
mod signal;

pub use effect::{at_end, effect, keep, later_effect};
pub use signal::Signal;
