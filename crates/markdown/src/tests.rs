//! Properties of the whole crate.

mod blocks;
mod emphasis;
mod fake;
mod formulas;
mod frames;
mod hostile;
mod invariance;
mod links;
mod look;
mod settling;
mod unfinished;
