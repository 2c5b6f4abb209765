//! node, and npm packages: those of `end2end/` (Playwright, axe, binaryen), those of
//! `extras/` and `packages/`, the AI SDK, and the third-party programs that the agent is tested against.
//!
//! node itself is a prerequisite, like Rust. The packages are installed from their lock files.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::stamp;
use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;

/// The oldest major version of node that Playwright supports.
const OLDEST: u32 = 20;

/// Checks node, and installs the packages of `end2end/` if its lock file has changed.
///
/// # Errors
/// If node is missing or too old, or npm fails.
pub(crate) fn ensure(project: &Project) -> Result<()> {
    check_node(project)?;
    packages(project, "end2end")
}

/// Installs the packages of the extras, and the tools that bundle and test them.
///
/// # Errors
/// If node is missing or too old, or npm fails.
pub(crate) fn ensure_extras(project: &Project) -> Result<()> {
    check_node(project)?;
    packages(project, "extras")
}

/// Installs what checks the npm package and writes its generated files.
///
/// # Errors
/// If node is missing or too old, or npm fails.
pub(crate) fn ensure_packages(project: &Project) -> Result<()> {
    check_node(project)?;
    packages(project, "packages")?;
    packages(project, "packages/react-18")
}

/// Installs Angular, which only the test of its recipe needs.
///
/// # Errors
/// If node is missing or too old, or npm fails.
pub(crate) fn ensure_angular(project: &Project) -> Result<()> {
    check_node(project)?;
    packages(project, "packages/angular")
}

/// Installs the programs that the agent's tests run against.
///
/// # Errors
/// If node is missing or too old, or npm fails.
pub(crate) fn ensure_foreign(project: &Project) -> Result<()> {
    check_node(project)?;
    packages(project, "agent/tests/foreign")
}

/// Installs the AI SDK, of which the browser tests start a server.
///
/// # Errors
/// If node is missing or too old, or npm fails.
pub(crate) fn ensure_ai_sdk(project: &Project) -> Result<()> {
    check_node(project)?;
    packages(project, "end2end/backends/protocols/ai-sdk")
}

fn check_node(project: &Project) -> Result<()> {
    let version = capture(project.command("node").arg("--version"))
        .context("node is missing: install Node.js 20 or newer (https://nodejs.org)")?;
    let version = version.trim();
    if major(version).is_none_or(|major| major < OLDEST) {
        bail!("node {version} is too old: install Node.js {OLDEST} or newer");
    }
    note(&format!("node {version}: present"));
    Ok(())
}

/// Installs the packages of a directory if its lock file has changed.
fn packages(project: &Project, directory: &str) -> Result<()> {
    packages_in(project, &project.root().join(directory))
}

/// Like `packages`, with the full path of the directory.
///
/// # Errors
/// If it has no lock file, or npm fails.
pub(crate) fn packages_in(project: &Project, directory: &Path) -> Result<()> {
    let lock = std::fs::read_to_string(directory.join("package-lock.json"))
        .with_context(|| format!("reading the lock file of {}", directory.display()))?;
    let packages = directory.join("node_modules");
    if stamp::is_current(&packages, &lock) {
        note("npm packages: present");
        return Ok(());
    }
    note("npm packages: installing them (npm ci)");
    run(npm(project)
        .args(["ci", "--no-audit", "--no-fund"])
        .current_dir(directory)
        // The browser tests find their browser separately.
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))?;
    // npm makes no directory if there are no packages.
    std::fs::create_dir_all(&packages)?;
    stamp::write(&packages, &lock)
}

/// A command that runs npm; the caller adds the arguments.
pub(crate) fn npm(project: &Project) -> Command {
    project.command(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

fn major(version: &str) -> Option<u32> {
    version
        .trim_start_matches('v')
        .split('.')
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_is_read() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("node"), None);
    }
}
