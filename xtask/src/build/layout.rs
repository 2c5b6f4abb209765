//! Lays out `dist/`. What goes where is here; how it is made is not.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{Artifact, PAGE, extras, glue, html, split};
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
        let files = if release {
            artifact.parts()
        } else {
            vec![artifact.wasm()]
        };
        for wasm in files {
            fs::copy(artifact.scratch(project).join(&wasm), dist.join(&wasm))
                .with_context(|| format!("copying {wasm}"))?;
        }
    }
    extras::bundle(project, release, &dist)?;
    let page = html::release_page(&project.read("index.html")?, &PAGE.js(), &PAGE.wasm())?;
    fs::write(dist.join("index.html"), page).context("writing dist/index.html")?;
    glue::check(project, artifacts)
}

/// Writes a page and an element that tell which functions run, to be profiled.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn write_marked(
    project: &Project,
    artifacts: &[&Artifact],
    dist: &Path,
) -> Result<Vec<Vec<String>>> {
    if dist.exists() {
        fs::remove_dir_all(dist)?;
    }
    fs::create_dir_all(dist)?;
    copy_tree(&project.root().join("public"), dist)?;
    let mut names = Vec::new();
    for artifact in artifacts {
        glue::bundle_marked(project, artifact, dist)?;
        let bound = fs::read(artifact.scratch(project).join(artifact.wasm()))?;
        let (marked, functions) = split::instrument(&bound)?;
        fs::write(dist.join(artifact.wasm()), marked)?;
        names.push(functions);
    }
    let page = html::release_page(&project.read("index.html")?, &PAGE.js(), &PAGE.wasm())?;
    fs::write(dist.join("index.html"), page)?;
    Ok(names)
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
