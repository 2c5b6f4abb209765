//! Every state of a small world: the real reducer, a backend, a network that loses, repeats and
//! cuts, and a person who acts at any moment.
//!
//! Not responsible for single transitions (see the tests of `conversation`), nor for wire formats.

mod client;
mod network;
mod person;
mod properties;
mod server;
mod tests;
mod world;
