//! Lays out `dist/`. What goes where is here; how it is made is not.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{Artifact, PAGE, extras, glue, html};
use crate::project::Project;

/// Writes `dist/` anew.
///
/// # Errors
/// When a file cannot be written, or contains what it must not.
pub(super) fn write(project: &Project, release: bool, artifacts: &[&Artifact]) -> Result<()> {
    let dist = project.dist();
    if dist.exists() {
        fs::remove_dir_all(&dist).context("emptying dist/")?;
    }
    fs::create_dir_all(&dist).context("making dist/")?;
    copy_tree(&project.root().join("public"), &dist)?;
    for artifact in artifacts {
        glue::bundle(project, release, artifact, &dist)?;
        let wasm = artifact.wasm();
        fs::copy(artifact.scratch(project).join(&wasm), dist.join(&wasm))
            .with_context(|| format!("copying {wasm}"))?;
    }
    extras::bundle(project, release, &dist)?;
    let page = html::release_page(&project.read("index.html")?, &PAGE.js(), &PAGE.wasm())?;
    fs::write(dist.join("index.html"), page).context("writing dist/index.html")?;
    glue::check(project, artifacts)
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    let entries = fs::read_dir(from).with_context(|| format!("reading {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)
                .with_context(|| format!("copying {}", entry.path().display()))?;
        }
    }
    Ok(())
}
