//! Tests of the core with every state of a small world, with random inputs and through storage; and
//! the core's benchmarks.
//!
//! A separate crate, because the model checker, JSON and criterion bring in crates that the core
//! must not depend on, not even for its tests. This library is empty outside tests. Tests of single
//! transitions are in the core.

#[cfg(test)]
mod exploration;
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
