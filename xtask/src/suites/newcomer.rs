//! The first minutes of a newcomer: the files that a clone has, `cargo xtask serve`, a browser, a message,
//! an answer. In the gate, what the newcomer has built is what the other suites test.
//!
//! The newcomer has a `PATH` with only Rust, node, git and the system's own programs, and a Rust without
//! the WebAssembly target, which installs nothing by itself ([`bare`]). So nothing that was installed
//! before can help. Downloads of cargo and npm are reused.
//!
//! Not responsible for the browser's part (see `end2end/newcomer.mjs`).

mod bare;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};

use super::How;
use crate::children::Guard;
use crate::counts::Counts;
use crate::files::{copy_project, copy_tree, link};
use crate::process::run as execute;
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
const OURS: [&str; 12] = [
    "LD_LIBRARY_PATH",
    "MIDTURN_",
    "CARGO_BIN_",
    "CARGO_BUILD_",
    "CARGO_ENCODED_",
    "CARGO_MANIFEST_",
    "CARGO_PKG_",
    "CARGO_TARGET_",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
    "RUSTC",
    "NODE_PATH",
];

/// Follows the README's first command with nothing compiled, and prints how long it took.
///
/// # Errors
/// If the page does not start, or there is no answer.
pub(super) fn quick(project: &Project, _how: &How<'_>) -> Result<Counts> {
    let newcomer = Newcomer::new(project)?;
    newcomer.follow(&[], None)?;
    newcomer.leave()
}

/// Follows the steps to the optimised program, with this repository's target directory. Leaves what was
/// built in `dist/` and in that directory, so that it is compiled once and then tested.
///
/// # Errors
/// If the page does not start, or there is no answer.
pub(super) fn optimised(project: &Project, _how: &How<'_>) -> Result<Counts> {
    let newcomer = Newcomer::new(project)?;
    newcomer.follow(&["--release"], Some(project.target()))?;
    remove(&project.dist())?;
    copy_tree(&newcomer.copy.join("dist"), &project.dist())?;
    newcomer.leave()
}

/// The newcomer's files.
struct Newcomer<'a> {
    project: &'a Project,
    place: PathBuf,
    copy: PathBuf,
    chromium: PathBuf,
}

impl<'a> Newcomer<'a> {
    fn new(project: &'a Project) -> Result<Self> {
        tools::node::ensure(project)?;
        let chromium = tools::browser::ensure(project)?;
        let place = project.target().join("newcomer");
        remove(&place)?;
        let copy = place.join("midturn");
        copy_project(project, &copy)?;
        Ok(Self {
            project,
            place,
            copy,
            chromium,
        })
    }

    /// Runs `cargo xtask serve`, and sends a message to the page.
    fn follow(&self, options: &[&str], target: Option<&Path>) -> Result<()> {
        let begin = Instant::now();
        let mut serve = self.serve(options)?;
        if let Some(target) = target {
            serve.env("CARGO_TARGET_DIR", target);
        }
        let (serving, address) =
            Guard::start_parent_until_line("`cargo xtask serve`", &mut serve, READY)?;
        let address = address.split_whitespace().next().unwrap_or_default();
        let ready = begin.elapsed();
        let end2end = self.project.end2end();
        execute(
            self.project
                .node(&end2end.join("newcomer.mjs"))
                .arg(address)
                .current_dir(end2end)
                .env(tools::browser::VARIABLE, &self.chromium),
        )?;
        note(&format!(
            "from the first command to the page: {:.0} s; to the answer: {:.0} s",
            ready.as_secs_f64(),
            begin.elapsed().as_secs_f64()
        ));
        drop(serving);
        Ok(())
    }

    /// The newcomer's command.
    fn serve(&self, options: &[&str]) -> Result<Command> {
        let mut serve = Command::new("cargo");
        serve
            .args(["xtask", "serve", "--port", &free_port()?.to_string()])
            .arg("--store")
            .arg(self.place.join("agent.db"))
            .args(options)
            .current_dir(&self.copy)
            .env("PATH", search_path(self.project, &self.place)?);
        for (name, _) in env::vars_os().filter(|(name, _)| is_ours(name)) {
            serve.env_remove(name);
        }
        let rustup = self.place.join("rustup");
        if bare::rustup(self.project, &rustup)? {
            serve.env("RUSTUP_HOME", rustup);
            serve.env("RUSTUP_AUTO_INSTALL", "0");
        } else {
            note("this Rust is not rustup's: the newcomer has all parts of it");
        }
        Ok(serve)
    }

    /// Removes the copy, which takes gigabytes. After a failure it stays, so that it can be examined.
    fn leave(self) -> Result<Counts> {
        remove(&self.place)?;
        Ok(Counts::ONE_PASSED)
    }
}

fn remove(place: &Path) -> Result<()> {
    if place.exists() {
        fs::remove_dir_all(place).with_context(|| format!("removing {}", place.display()))?;
    }
    Ok(())
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
