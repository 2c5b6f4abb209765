//! The adapter and the core together against the reference client of AG-UI: the same bytes, and
//! what each makes of them.
//!
//! What differs stands in a table, with its reason (`rules`). Recordings of real servers and the
//! official streams are compared with results that were written down; made-up streams, valid and
//! damaged, with the client itself, which runs in node. Where its packages are not installed that
//! part is left out, with a line that says so; with `MIDTURN_REQUIRE_NODE`, which
//! `cargo xtask test` sets, or `CI`, that is a failure.
//!
//! `MIDTURN_REFERENCE_SEED` says from where to make streams up, and `MIDTURN_REFERENCE_STREAMS`
//! how many of each kind.
//!
//! Not responsible for how an event is read: those tests are next to the code, and in `it`.

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

/// Says something that is wanted also where all goes well: tests hide what they print then.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "reference: {line}");
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

/// From where streams are made up, and how many of a kind.
fn seeds() -> std::ops::Range<u64> {
    let first = number("MIDTURN_REFERENCE_SEED").unwrap_or(1);
    first..first + number("MIDTURN_REFERENCE_STREAMS").unwrap_or(300)
}
