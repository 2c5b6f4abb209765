//! Helpers shared by the tests of the core, of `midturn-core-tests` and of `midturn-exploration`.
//! Compiled only for tests.

pub mod builder;
pub mod events;
pub mod incoming;
pub mod inputs;
pub mod invariants;
mod seen;
