//! Tests with recorded, official and generated streams. Single rules are tested next to the code.

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
