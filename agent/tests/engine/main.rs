//! The engine in simulated time. Nothing here sleeps, and nothing here does IO.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod approvals;
mod bench;
mod flow;
mod nested;
mod stops;
