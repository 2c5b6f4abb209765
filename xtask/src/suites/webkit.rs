//! The page and the element in WebKit, the engine of Safari.

use anyhow::{Result, ensure};

use super::{How, extras};
use crate::counts::Counts;
use crate::project::Project;
use crate::steps::note;
use crate::{agent, tools};

/// Runs the tests of `end2end/webkit/`.
///
/// # Errors
/// If there is no `dist/`, something cannot be installed, or node writes no report.
pub(super) fn run(project: &Project, how: &How<'_>) -> Result<Counts> {
    let dist = project.dist();
    ensure!(
        dist.join("index.html").is_file(),
        "there is no dist/: run `cargo xtask build --release`"
    );
    if !tools::system::webkit(project)? {
        note("skipped: WebKit and its driver are packages of Debian (webkit2gtk-driver, xvfb)");
        // A suite that runs nothing counts as failed: see `playwright::oldest`.
        return Ok(Counts {
            skipped: 1,
            ..Counts::ONE_PASSED
        });
    }
    let place = project.end2end().join("webkit");
    tools::node::packages_in(project, &place)?;
    let agent = agent::for_browser(project, how.is_built)?;
    let variables = [("MIDTURN_DIST", &*dist), ("MIDTURN_AGENT_BIN", &*agent)];
    extras::node_tests(project, &place, &variables)
}
