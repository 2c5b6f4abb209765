//! `cargo xtask bench`: benchmarks, and the comparison with other chat UIs.
//!
//! Not responsible for measuring: criterion, the agent and the comparison's harness do that.

mod native;
mod peers;
mod report;

use anyhow::Result;
use clap::Args;

use crate::project::Project;
use peers::Peers;

/// What to measure.
#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// Compare the optimised element with other chat UIs in a browser, by the harness in
    /// ../shared/bench: an hour or two. Writes docs/bench.md and docs/bench.svg
    #[arg(long, conflicts_with_all = ["report", "rest"])]
    pub(crate) peers: bool,
    /// Write docs/bench.md and docs/bench.svg again from the last results
    #[arg(long, conflicts_with = "rest")]
    pub(crate) report: bool,
    /// How to compare.
    #[command(flatten)]
    pub(crate) how: Peers,
    /// Passed on to the benchmark programs, but not to the agent's
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub(crate) rest: Vec<String>,
}

/// Runs benchmarks, or writes the report of the last comparison.
///
/// # Errors
/// If a program cannot be built or run, or there are no results.
pub(crate) fn run(project: &Project, what: &Bench) -> Result<()> {
    if what.report {
        report::write(project)
    } else if what.peers {
        peers::run(project, &what.how)
    } else {
        native::run(project, &what.rest)
    }
}
