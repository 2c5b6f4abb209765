//! The page as Trunk builds it.

use std::fs;

use anyhow::{Context, Result, ensure};

use super::How;
use crate::counts::Counts;
use crate::process::run as execute;
use crate::project::Project;
use crate::steps::note;
use crate::{files, tools};

/// The page as `dev` builds it: tests that `Trunk.toml` and `index.html` fit together. Installing
/// Trunk takes minutes and only `dev` needs it: without Trunk, only its hook is tested.
///
/// # Errors
/// If Trunk fails or writes no page, or the hook writes no extras.
pub(super) fn run(project: &Project, _how: &How<'_>) -> Result<Counts> {
    hook(project)?;
    let mut counts = Counts::ONE_PASSED;
    if !tools::trunk::is_present(project) {
        note("skipped: Trunk is not installed; `cargo xtask setup` installs it");
        counts.skipped += 1;
        return Ok(counts);
    }
    tools::bindgen::ensure(project)?;
    tools::rust::fetch(project)?;
    execute(project.command("trunk").arg("build").env_remove("NO_COLOR"))?;
    let page = project.read("target/trunk/index.html")?;
    ensure!(
        page.contains("midturn-web.js") && page.contains("trunk.mjs"),
        "the page that Trunk built does not start the program"
    );
    let extras = project.root().join("target/trunk/extras");
    ensure!(
        extras.join("highlight.js").is_file(),
        "the page that Trunk built has no extras beside it"
    );
    ensure!(
        project
            .root()
            .join("target/trunk/element/element.js")
            .is_file(),
        "the page that Trunk built has no element beside it"
    );
    counts += Counts::ONE_PASSED;
    Ok(counts)
}

/// Runs Trunk's hook on a copy of the extras without packages: the hook must install them.
fn hook(project: &Project) -> Result<()> {
    let place = project.scratch().join("hook");
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    let fresh = place.join("extras");
    files::copy_tree(&project.extras().join("src"), &fresh.join("src"))?;
    for file in [
        "again.js",
        "build.js",
        "trunk.js",
        "package.json",
        "package-lock.json",
    ] {
        fs::copy(project.extras().join(file), fresh.join(file))
            .with_context(|| format!("copying {file}"))?;
    }
    let staging = place.join("staging");
    fs::create_dir_all(&staging)?;
    execute(
        project
            .node(&fresh.join("trunk.js"))
            .env("TRUNK_STAGING_DIR", &staging),
    )?;
    ensure!(
        staging.join("extras/highlight.js").is_file(),
        "Trunk's hook left no extras"
    );
    Ok(())
}
