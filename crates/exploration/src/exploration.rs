//! Model checking of every state of a small world: the real reducer, a modelled backend, a network
//! that loses and repeats messages and cuts connections, and a person who acts at any moment.
//!
//! Single transitions are tested in the core, beside its `conversation`.

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
