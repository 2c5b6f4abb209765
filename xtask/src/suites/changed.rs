//! The unit tests of the crates changed since the last commit: part of `cargo xtask check`.
//!
//! Crates that only depend on a changed crate are not tested here; `cargo xtask test` tests them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use super::How;
use super::cargo::counted;
use crate::counts::Counts;
use crate::process::capture;
use crate::project::Project;
use crate::tools;

/// Whether any crate was changed.
///
/// # Errors
/// If git or cargo fail.
pub(super) fn any(project: &Project) -> Result<bool> {
    Ok(!owners(&changed_files(project)?, &packages(project)?).is_empty())
}

/// Runs the unit tests of the changed crates. Call this only if [`any`] returns true: without a
/// crate, cargo would test the root package.
///
/// # Errors
/// If git or cargo fail, or the tests do not compile.
pub(super) fn run(project: &Project, how: &How<'_>) -> Result<Counts> {
    let packages = packages(project)?;
    let changed = owners(&changed_files(project)?, &packages);
    let mut command = tools::rust::linted(project)?;
    command.args(["test", "--no-fail-fast", "--lib", "--bins"]);
    for package in changed {
        command.args(["--package", package]);
    }
    counted(command.arg("--").args(how.rest))
}

/// The crates of the workspace: each with its name and directory.
fn packages(project: &Project) -> Result<Vec<(String, PathBuf)>> {
    let mut command = project.command("cargo");
    command.args(["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&capture(&mut command)?)?;
    let packages = metadata["packages"].as_array().context("cargo metadata")?;
    let directory = |package: &Value| {
        let manifest = Path::new(package["manifest_path"].as_str()?);
        let directory = manifest.parent()?.strip_prefix(project.root()).ok()?;
        Some((package["name"].as_str()?.to_owned(), directory.to_owned()))
    };
    Ok(packages.iter().filter_map(directory).collect())
}

/// Files that differ from the last commit, including new ones, by their path from the root.
fn changed_files(project: &Project) -> Result<Vec<String>> {
    let mut command = project.command("git");
    command.args(["ls-files", "--modified", "--deleted", "--others"]);
    let unstaged = capture(command.arg("--exclude-standard"))?;
    let mut command = project.command("git");
    let staged = capture(command.args(["diff", "--cached", "--name-only"]))?;
    let lines = unstaged.lines().chain(staged.lines());
    Ok(lines.map(str::to_owned).collect())
}

/// The crates that own these files; files other than `.rs` and `.toml` are ignored. In nested
/// crates the innermost owns a file.
fn owners<'a>(files: &[String], packages: &'a [(String, PathBuf)]) -> BTreeSet<&'a str> {
    let owner = |file: &String| {
        let around = packages
            .iter()
            .filter(|(_, directory)| Path::new(file).starts_with(directory));
        let deepest = around.max_by_key(|(_, directory)| directory.components().count());
        deepest.map(|(name, _)| name.as_str())
    };
    let is_code = |file: &&String| {
        let extension = Path::new(file).extension();
        extension.is_some_and(|extension| extension == "rs" || extension == "toml")
    };
    files.iter().filter(is_code).filter_map(owner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_file_belongs_to_the_innermost_crate() {
        let packages = [("midturn", ""), ("midturn-core", "crates/core")];
        let packages = packages.map(|(name, path)| (name.to_owned(), PathBuf::from(path)));
        let of = |file: &str| {
            let owners = owners(&[file.to_owned()], &packages);
            owners.into_iter().next().map(str::to_owned)
        };
        assert_eq!(
            of("crates/core/src/card.rs").as_deref(),
            Some("midturn-core")
        );
        assert_eq!(of("src/part.rs").as_deref(), Some("midturn"));
        assert_eq!(of("docs/agent.md"), None);
    }
}
