//! Fills `dist/` or another directory with the built files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::program::{METHODS, PAGE, Program};
use super::{extras, glue, html};
use crate::files;
use crate::project::Project;

/// Writes the directory from scratch.
///
/// # Errors
/// If a file cannot be written, or contains a forbidden call.
pub(super) fn write(
    project: &Project,
    release: bool,
    program: &Program,
    dist: &Path,
) -> Result<()> {
    if dist.exists() {
        fs::remove_dir_all(dist).with_context(|| format!("emptying {}", dist.display()))?;
    }
    fs::create_dir_all(dist).with_context(|| format!("making {}", dist.display()))?;
    files::copy_tree(&project.root().join("public"), dist)?;
    let themes = project.root().join("packages/midturn/themes");
    files::copy_tree(&themes, &dist.join("themes"))?;
    for entry in &glue::ENTRIES {
        glue::bundle(project, release, program, entry, dist)?;
    }
    let mut files = program.parts()?;
    files.push(Program::WASM.to_owned());
    for file in &files {
        fs::copy(program.file(file), dist.join(file)).with_context(|| format!("copying {file}"))?;
    }
    extras::bundle(project, release, dist)?;
    let mut first = vec![Program::WASM.to_owned()];
    // The page asks the chat for its threads as soon as it is there.
    for part in [PAGE, METHODS] {
        for file in program.files_of(part)? {
            if !first.contains(&file) {
                first.push(file);
            }
        }
    }
    let page = html::release_page(&project.read("index.html")?, glue::PAGE, &first)?;
    fs::write(dist.join("index.html"), page).context("writing index.html")?;
    glue::check(dist)
}
