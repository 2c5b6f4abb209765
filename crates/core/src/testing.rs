//! What tests of the core, here and in `midturn-exploration`, share.
//!
//! Not responsible for any test, nor for anything outside tests: none of this is compiled there.

pub mod builder;
pub mod incoming;
pub mod invariants;
