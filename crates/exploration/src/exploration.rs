//! Model checking of every state of a small world: the real reducer, a backend, a network that
//! loses, repeats and cuts, and a person who acts at any moment.
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
