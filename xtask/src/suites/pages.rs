//! The suites that build the page: optimised, and as Trunk does it.

use anyhow::{Result, ensure};

use super::Counts;
use crate::process::run;
use crate::project::Project;
use crate::{build, tools};

/// The optimised build. It fails over its size budget and on a forbidden call in the JavaScript,
/// so it counts as three checks.
///
/// # Errors
/// When one of the three fails.
pub(super) fn optimised(project: &Project, _rest: &[String]) -> Result<Counts> {
    build::run(project, true)?;
    let mut counts = Counts::ONE;
    counts += Counts::ONE;
    counts += Counts::ONE;
    Ok(counts)
}

/// The page as `serve` builds it: shows that `Trunk.toml` and `index.html` fit together.
///
/// # Errors
/// When Trunk fails or leaves no page.
pub(super) fn trunk(project: &Project, _rest: &[String]) -> Result<Counts> {
    tools::bindgen::ensure(project)?;
    tools::trunk::ensure(project)?;
    tools::node::ensure(project)?;
    tools::rust::fetch(project)?;
    run(project.command("trunk").arg("build").env_remove("NO_COLOR"))?;
    let page = project.read("target/trunk/index.html")?;
    ensure!(
        page.contains("midturn-page.js"),
        "the page that Trunk built does not start the program"
    );
    ensure!(
        project
            .root()
            .join("target/trunk/extras/highlight.js")
            .is_file(),
        "the page that Trunk built has no extras beside it"
    );
    Ok(Counts::ONE)
}
