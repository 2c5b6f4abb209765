//! `cargo xtask bench`: what is fast, and how fast others are.
//!
//! Not responsible for measuring: criterion does, the agent, and the harness of the comparison.

mod native;
mod peers;
mod report;

use anyhow::Result;

use crate::cli::Bench;
use crate::project::Project;

/// Measures, or writes down what was.
///
/// # Errors
/// When what is measured cannot be built or run, or there are no results.
pub(crate) fn run(project: &Project, what: &Bench) -> Result<()> {
    if what.report {
        report::write(project)
    } else if what.peers {
        peers::run(project, &what.how)
    } else {
        native::run(project, &what.rest)
    }
}
