//! The first minutes of a newcomer: a fresh clone, `cargo xtask serve`, a browser, a message, an
//! answer.
//!
//! The clone has its own target directory, and a `PATH` with only Rust, node, git and the system's
//! own programs, so that nothing installed or compiled before can help. Downloads of cargo and npm
//! are reused.
//!
//! Not responsible for the browser's part (see `end2end/newcomer.mjs`).

use std::env;
use std::ffi::OsString;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::children::{self, Guard};
use crate::counts::Counts;
use crate::process::{capture, run as execute};
use crate::project::Project;
use crate::serve::READY;
use crate::steps::note;
use crate::tools;

/// The programs that the README requires.
const PROGRAMS: [&str; 8] = [
    "cargo", "rustc", "rustdoc", "rustup", "node", "npm", "npx", "git",
];

/// The directories of the system's own programs, such as a linker and a shell.
const SYSTEM: [&str; 4] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/// Prefixes of environment variables that would help or mislead the newcomer.
const OURS: [&str; 10] = [
    "MIDTURN_",
    "CARGO_BIN_",
    "CARGO_BUILD_",
    "CARGO_ENCODED_",
    "CARGO_MANIFEST_",
    "CARGO_PKG_",
    "CARGO_TARGET_",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
    "NODE_PATH",
];

/// Follows the steps of a newcomer, and prints how long they took.
///
/// # Errors
/// If cloning fails, the page does not start, or there is no answer.
pub(super) fn run(project: &Project, _rest: &[String]) -> Result<Counts> {
    children::stop_on_signal()?;
    tools::node::ensure(project)?;
    let chromium = tools::browser::ensure(project)?;
    let place = project.target().join("newcomer");
    remove(&place)?;

    let begin = Instant::now();
    let clone = clone(project, &place)?;
    let port = free_port()?;
    let mut serve = Command::new("cargo");
    serve
        .args(["xtask", "serve", "--port", &port.to_string()])
        .current_dir(&clone)
        .env("PATH", search_path(project, &place)?);
    for (name, _) in env::vars_os().filter(|(name, _)| is_ours(name)) {
        serve.env_remove(name);
    }
    let (serving, address) =
        Guard::start_parent_until_line("`cargo xtask serve`", &mut serve, READY)?;
    let address = address.split_whitespace().next().unwrap_or_default();
    let ready = begin.elapsed();
    execute(
        project
            .node(&project.end2end().join("newcomer.mjs"))
            .arg(address)
            .current_dir(project.end2end())
            .env(tools::browser::VARIABLE, chromium),
    )?;
    note(&format!(
        "from the clone to the page: {:.0} s; to the answer: {:.0} s",
        ready.as_secs_f64(),
        begin.elapsed().as_secs_f64()
    ));
    drop(serving);
    // The clone takes gigabytes. After a failure it stays, so that it can be examined.
    remove(&place)?;
    Ok(Counts::ONE_PASSED)
}

fn remove(place: &Path) -> Result<()> {
    if place.exists() {
        fs::remove_dir_all(place).with_context(|| format!("removing {}", place.display()))?;
    }
    Ok(())
}

/// A clone of the commit that is checked out.
fn clone(project: &Project, place: &Path) -> Result<PathBuf> {
    let git = |arguments: &[&str]| capture(project.command("git").args(arguments));
    let commit = git(&["rev-parse", "HEAD"]).context("only what git has can be cloned")?;
    let changed = git(&["status", "--porcelain"])?.lines().count();
    if changed > 0 {
        note(&format!(
            "HEAD is what is tested: {changed} changed files are not in it"
        ));
    }
    let clone = place.join("midturn");
    capture(
        project
            .command("git")
            .args(["clone", "--quiet", "--no-checkout"])
            .arg(project.root())
            .arg(&clone),
    )?;
    capture(
        project
            .command("git")
            .args(["checkout", "--quiet", "--detach", commit.trim()])
            .current_dir(&clone),
    )?;
    Ok(clone)
}

/// The newcomer's `PATH`: a directory of links to [`PROGRAMS`], and the system's directories.
fn search_path(project: &Project, place: &Path) -> Result<OsString> {
    let links = place.join("bin");
    fs::create_dir_all(&links)?;
    for name in PROGRAMS {
        // A program may be missing: a Rust from the system's packages has no rustup.
        if let Some(program) = project.find_all(name).first() {
            link(program, &links.join(name))?;
        }
    }
    let directories = std::iter::once(links).chain(SYSTEM.map(PathBuf::from));
    Ok(env::join_paths(directories)?)
}

#[cfg(unix)]
fn link(program: &Path, name: &Path) -> Result<()> {
    std::os::unix::fs::symlink(program, name)
        .with_context(|| format!("linking {}", program.display()))
}

#[cfg(not(unix))]
fn link(_program: &Path, _name: &Path) -> Result<()> {
    anyhow::bail!("this suite needs a system with symbolic links: Linux or macOS")
}

fn is_ours(name: &OsString) -> bool {
    let name = name.to_string_lossy();
    OURS.iter().any(|begin| name.starts_with(begin))
}

/// A port that is free now. If another program takes it before `serve` does, `serve` reports that.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("finding a free port")?;
    Ok(listener.local_addr()?.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newcomer_inherits_no_variable_that_would_help() {
        let ours = [
            "MIDTURN_AGENT_BIN",
            "CARGO_TARGET_DIR",
            "RUSTFLAGS",
            "RUSTUP_TOOLCHAIN",
        ];
        for name in ours {
            assert!(is_ours(&name.into()), "{name}");
        }
        for name in ["CARGO_HOME", "RUSTUP_HOME", "HOME", "CARGO_HTTP_PROXY"] {
            assert!(!is_ours(&name.into()), "{name}");
        }
    }
}
