//! Tests of the scripted scenes in simulated time: an agent says only what its tools have shown, takes
//! up what the person does and says, and leaves the person time to do it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod claims;
mod questions;
mod scene;
mod stopped;
mod time;
mod words;
