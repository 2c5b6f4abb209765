//! The npm package `midturn`: the files of `packages/midturn/`, what editors read, the program, and the
//! extras.
//!
//! All that is loaded later is named by literal `new URL('./…', import.meta.url)` and
//! `import('./…')`, because bundlers find only these.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::program::Program;
use super::{extras, glue};
use crate::files;
use crate::process::capture;
use crate::project::Project;
use crate::tools;

/// How wasm-bindgen names the program's file, and how the package does.
const ADDRESS: [&str; 2] = ["new URL(\"", "new URL(\"./"];

/// How the minified module names a file of the program, and how the package does. Vite copies small
/// files into the module as `data:` addresses, which a `connect-src` of `'self'` refuses, unless
/// they are marked. For others, the mark is a query without a meaning.
const MARK: [&str; 2] = [
    ".wasm\",import.meta.url",
    ".wasm?no-inline\",import.meta.url",
];

/// The element with everything in one file.
const WHOLE: &str = "inline.js";

/// Puts the package together from the program that was built last. Returns its directory.
///
/// # Errors
/// If there is no program, or a file cannot be written.
fn assemble(project: &Project) -> Result<PathBuf> {
    let program = Program::of(project);
    let place = project.scratch().join("package");
    if place.exists() {
        fs::remove_dir_all(&place).with_context(|| format!("emptying {}", place.display()))?;
    }
    files::copy_tree(&project.root().join("packages/midturn"), &place)?;
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(project.root().join(license), place.join(license)).context("copying licences")?;
    }
    let mut manifests = project.node(&project.root().join("packages/api/generate.js"));
    capture(manifests.arg(&place)).context("writing what editors read")?;
    let mut all = program.parts_of_element()?;
    all.push(Program::WASM.to_owned());
    for file in &all {
        fs::copy(program.file(file), place.join(file))
            .with_context(|| format!("copying {file}"))?;
    }
    glue::bundle(project, true, &program, &glue::PACKAGED, &place)?;
    name_for_bundlers(&place.join("program.js"), all.len())?;
    extras::bundle_plain(project, &place)?;
    let extras = place.join("extras");
    glue::bundle_whole(project, &program, &extras, &place.join(WHOLE))?;
    Ok(place)
}

/// Writes the element with everything in one file, for pages without a bundler.
///
/// # Errors
/// If there is no program, or the bundler fails.
pub(super) fn write_whole(project: &Project, file: &Path) -> Result<()> {
    let place = project.scratch().join("whole");
    extras::bundle_plain(project, &place)?;
    glue::bundle_whole(project, &Program::of(project), &place.join("extras"), file)
}

/// Packs the package. Returns its directory, and the path of the tarball.
///
/// # Errors
/// If the package cannot be put together, or npm fails.
pub(crate) fn pack(project: &Project) -> Result<(PathBuf, PathBuf)> {
    let place = assemble(project)?;
    let mut command = tools::node::npm(project);
    command
        .args(["pack", "--silent", "--pack-destination"])
        .arg(project.scratch())
        .current_dir(&place);
    let said = capture(&mut command).context("npm pack")?;
    let name = said.lines().last().context("npm names no file")?;
    let tarball = project.scratch().join(name.trim());
    Ok((place, tarball))
}

/// Makes the addresses of the program's `files` relative, because some bundlers take others for a
/// package, and marks them for Vite.
fn name_for_bundlers(file: &Path, files: usize) -> Result<()> {
    let text = fs::read_to_string(file).context("reading the package's module")?;
    let [before, after] = ADDRESS.map(|start| format!("{start}{}", Program::WASM));
    ensure!(
        text.contains(&before),
        "the module names the program in another way than `{before}`"
    );
    let [plain, marked] = MARK;
    let named = text.matches(plain).count();
    ensure!(
        named == files,
        "the module names {named} files as `{plain}`, and the program has {files}"
    );
    let text = text.replace(&before, &after).replace(plain, marked);
    fs::write(file, text).context("writing the package's module")
}
