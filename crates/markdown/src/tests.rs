//! Properties of the whole crate.

mod blocks;
mod fake;
mod hostile;
mod invariance;
mod settling;
mod unfinished;
