//! The page and the element in engines other than Chromium's, as Debian has them.

use std::path::Path;

use anyhow::{Result, ensure};

use super::{How, extras};
use crate::counts::Counts;
use crate::project::Project;
use crate::steps::note;
use crate::tools::system::{self, Program};
use crate::{agent, tools};

const WEBKIT: &[Program] = &[("WebKitWebDriver", "webkit2gtk-driver"), ("Xvfb", "xvfb")];

const FIREFOX: &[Program] = &[("firefox-esr", "firefox-esr")];

/// Runs the tests of `end2end/engines/` in WebKit, the engine of Safari.
///
/// # Errors
/// If there is no `dist/`, something cannot be installed, or node writes no report.
pub(super) fn webkit(project: &Project, how: &How<'_>) -> Result<Counts> {
    run(project, how, "webkit", WEBKIT)
}

/// Runs the tests of `end2end/engines/` in Firefox.
///
/// # Errors
/// As for [`webkit`].
pub(super) fn firefox(project: &Project, how: &How<'_>) -> Result<Counts> {
    run(project, how, "firefox", FIREFOX)
}

fn run(project: &Project, how: &How<'_>, engine: &str, programs: &[Program]) -> Result<Counts> {
    let dist = project.dist();
    ensure!(
        dist.join("index.html").is_file(),
        "there is no dist/: run `cargo xtask build --release`"
    );
    if !system::all(project, programs)? {
        note(&format!(
            "skipped: {engine} and its driver are packages of Debian"
        ));
        // A suite that runs nothing counts as failed: see `playwright::oldest`.
        return Ok(Counts {
            skipped: 1,
            ..Counts::ONE_PASSED
        });
    }
    let place = project.end2end().join("engines");
    tools::node::packages_in(project, &place)?;
    let agent = agent::for_browser(project, how.is_built)?;
    let variables = [
        ("MIDTURN_DIST", &*dist),
        ("MIDTURN_AGENT_BIN", &*agent),
        ("MIDTURN_ENGINE", Path::new(engine)),
    ];
    extras::node_tests(project, &place, &variables)
}
