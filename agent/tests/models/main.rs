//! Runs with models behind HTTP endpoints, one for each API: whole turns, failures and cancels. The
//! endpoint is a server of these tests, which says byte by byte what it wants, and sees when its
//! connection is closed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "shared with the other tests")]
#[path = "../http/support.rs"]
mod support;

mod api;
mod cancels;
mod endpoint;
mod errors;
mod options;
mod turns;
