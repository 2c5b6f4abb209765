//! Tests against recorded and official streams, and against made-up ones.
//!
//! Not responsible for single rules: those are tested next to the code.

#![allow(
    clippy::unwrap_used,
    reason = "tests may panic; clippy knows only the test functions"
)]

mod cases;
mod conformance;
mod corpus;
mod oracle;
mod properties;
mod recordings;
mod requests;
