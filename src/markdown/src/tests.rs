//! What the crate as a whole promises.

mod blocks;
mod fake;
mod invariance;
mod settling;
mod unfinished;
