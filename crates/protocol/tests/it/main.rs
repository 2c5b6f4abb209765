//! Tests with recorded streams, streams published by the authors of AG-UI, and generated streams.
//! Single rules are tested next to the code.

#![allow(
    clippy::unwrap_used,
    reason = "tests may panic; clippy exempts test functions, not their helpers"
)]

mod cases;
mod conformance;
mod corpus;
mod oracle;
mod properties;
mod recordings;
mod requests;
