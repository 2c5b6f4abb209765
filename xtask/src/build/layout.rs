//! Lays out `dist/`, or another directory in the same way. What goes where is here; how it is made is not.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{Artifact, PAGE, extras, glue, html};
use crate::files;
use crate::project::Project;

/// Writes the directory anew.
///
/// # Errors
/// When a file cannot be written, or contains what it must not.
pub(super) fn write(
    project: &Project,
    release: bool,
    artifacts: &[&Artifact],
    dist: &Path,
) -> Result<()> {
    if dist.exists() {
        fs::remove_dir_all(dist).with_context(|| format!("emptying {}", dist.display()))?;
    }
    fs::create_dir_all(dist).with_context(|| format!("making {}", dist.display()))?;
    files::copy_tree(&project.root().join("public"), dist)?;
    for artifact in artifacts {
        glue::bundle(project, release, artifact, dist)?;
        let wasm = artifact.wasm();
        fs::copy(artifact.scratch(project).join(&wasm), dist.join(&wasm))
            .with_context(|| format!("copying {wasm}"))?;
    }
    extras::bundle(project, release, dist)?;
    let page = html::release_page(&project.read("index.html")?, &PAGE.js(), &PAGE.wasm())?;
    fs::write(dist.join("index.html"), page).context("writing index.html")?;
    glue::check(artifacts, dist)
}
