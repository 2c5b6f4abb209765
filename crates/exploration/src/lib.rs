//! Model checking of every state of a small world: the real reducer, a modelled backend, a network
//! that loses and repeats messages and cuts connections, and a person who acts at any moment.
//!
//! Single transitions are tested in the core, beside its `conversation`. This is a crate of its own
//! because it alone is worth the time to optimise; outside tests it is empty.
#![cfg(test)]

mod client;
mod model;
mod network;
mod person;
mod properties;
mod request;
mod seeded;
mod server;
mod tests;
mod world;
