//! Lays out `dist/`, or another directory in the same way. What goes where is here; how it is made is not.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{Artifact, PAGE, extras, glue, html, split};
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
    extras::bundle(project, release, dist)?;
    let page = html::release_page(&project.read("index.html")?, &PAGE.js(), &PAGE.wasm())?;
    fs::write(dist.join("index.html"), page).context("writing index.html")?;
    glue::check(artifacts, dist)
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
    files::copy_tree(&project.root().join("public"), dist)?;
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
