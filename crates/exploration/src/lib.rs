//! Tests of the core over every state of a small world, over random inputs and through storage,
//! and benchmarks of it.
//!
//! A crate of its own, because a model checker, JSON and criterion lead to crates that the core
//! must not depend on, not even for its tests. Outside tests it is empty. Not responsible for
//! single transitions: their tests are with the core.

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
