//! `cargo xtask bench`: benchmarks, and the comparison with other chat UIs.
//!
//! Not responsible for measuring: criterion, the agent and the comparison's harness do that.

mod native;
mod peers;
mod report;

use anyhow::Result;

use crate::cli::Bench;
use crate::project::Project;

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
