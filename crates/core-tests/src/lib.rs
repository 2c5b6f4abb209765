//! Tests of the core with random inputs and through storage, and the core's benchmarks.
//!
//! A separate crate, because JSON and criterion bring in crates that the core must not depend on, not
//! even for its tests. This library is empty outside tests. Tests of single transitions are in the
//! core, and `midturn-exploration` goes through every state of a small world.

#[cfg(test)]
mod inputs;
#[cfg(test)]
mod random;
#[cfg(test)]
mod recordings;
#[cfg(test)]
mod records;
#[cfg(test)]
mod reload;
#[cfg(test)]
mod report;
#[cfg(test)]
mod reports;
#[cfg(test)]
mod storage;
#[cfg(test)]
mod stored;
