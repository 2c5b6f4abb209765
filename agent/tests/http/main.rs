//! Tests of the agent over real HTTP: its responses, and what it stores.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod activities;
mod alone;
mod approval_scene;
mod approvals;
mod client_tools;
mod control;
mod edits;
mod fuzz;
mod guards;
mod later;
mod nested_approvals;
mod page;
mod repeats;
mod requests;
mod restart;
mod scenarios;
mod starting;
mod stepping;
mod stopping;
mod store;
mod support;
mod targets;
mod terms;
mod tour;
mod verifier;
