//! The agent over real HTTP: what a client sees, and what is left when the client goes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod page;
mod proxy;
mod requests;
mod scenarios;
mod stepping;
mod stopping;
mod support;
mod verifier;
