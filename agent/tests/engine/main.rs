//! Tests of the engine in simulated time, without sleeping or IO.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod approvals;
mod bench;
mod cancels;
mod client_tools;
mod edits;
mod flow;
mod interjections;
mod nested;
mod nested_approvals;
mod next_run;
mod restoring;
mod retries;
mod routing;
mod stops;
