//! What the crate as a whole promises.

mod blocks;
mod fake;
mod hostile;
mod invariance;
mod settling;
mod unfinished;
