//! Compares the adapter and the core with AG-UI's reference client: both read the same bytes, and
//! the results must be equal.
//!
//! The allowed differences are in a table, each with its reason (`rules`). Recordings of real
//! servers are compared with stored results. The official streams and generated streams, valid and
//! damaged, are compared with the client itself, which runs in node.
//!
//! If the client's packages are not installed, the tests that need the client are skipped with a
//! message. They fail instead if `CI` or `MIDTURN_REQUIRE_NODE` is set; `cargo xtask test` sets the
//! latter.
//!
//! `MIDTURN_REFERENCE_SEED` is the first seed, `MIDTURN_REFERENCE_STREAMS` the number of generated
//! streams of each kind. `MIDTURN_NEW_SEEDS` is a seed from which some more valid streams are made.

#![allow(
    clippy::unwrap_used,
    reason = "tests may panic; clippy knows only the test functions"
)]

mod client;
#[allow(dead_code, reason = "shared with the other tests")]
#[path = "../it/corpus.rs"]
mod corpus;
mod damage;
mod damaged;
mod grammar;
mod missed;
mod recorded;
mod reduced;
mod rules;
mod valid;
mod wire;

use std::io::Write;

/// Prints a line to stderr directly, because the test harness hides the output of passing tests.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "reference: {line}");
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

/// The seeds of the generated streams.
fn seeds() -> std::ops::Range<u64> {
    let first = number("MIDTURN_REFERENCE_SEED").unwrap_or(1);
    first..first + number("MIDTURN_REFERENCE_STREAMS").unwrap_or(300)
}

/// More seeds, if a first one is given.
fn new_seeds() -> std::ops::Range<u64> {
    number("MIDTURN_NEW_SEEDS").map_or(0..0, |first| first + (1 << 32)..first + (1 << 32) + 30)
}
