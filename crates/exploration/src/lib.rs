//! Tests of the core: over every state of a small world, over random inputs, and through storage;
//! and its benchmarks.
//!
//! A separate crate, because the model checker, JSON and criterion bring in crates that the core
//! must not depend on, not even for its tests. Outside tests it is empty. Tests of single
//! transitions are in the core.

#[cfg(test)]
mod exploration;
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
