//! Builds and starts the reference agent. What it does is its own affair.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::children::Guard;
use crate::process::run;
use crate::project::Project;

/// What the agent prints once it accepts connections, before its address.
const READY: &str = "listening on http://";

/// How the agent is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quickly.
    Dev,
    /// For speed.
    Server,
}

/// Compiles the agent and returns its executable.
///
/// # Errors
/// When it does not compile.
pub(crate) fn build(project: &Project, profile: Profile) -> Result<PathBuf> {
    let (name, directory) = match profile {
        Profile::Dev => ("dev", "debug"),
        Profile::Server => ("server", "server"),
    };
    run(project.command("cargo").args([
        "build",
        "--package",
        "midturn-agent",
        "--bin",
        "midturn-agent",
        "--profile",
        name,
    ]))?;
    let executable = format!("midturn-agent{}", std::env::consts::EXE_SUFFIX);
    Ok(project.target().join(directory).join(executable))
}

/// Starts the agent and returns the address it chose; port 0 means any free one.
///
/// # Errors
/// When it ends before it listens.
pub(crate) fn start(
    project: &Project,
    executable: &Path,
    port: u16,
    static_dir: Option<&Path>,
) -> Result<(Guard, SocketAddr)> {
    let mut command = project.command(&executable.to_string_lossy());
    command.args(["--listen", &format!("127.0.0.1:{port}")]);
    if let Some(directory) = static_dir {
        command.arg("--static-dir").arg(directory);
    }
    let (guard, address) = Guard::start_until_line("the agent", &mut command, READY)?;
    let address = address
        .trim_end_matches('/')
        .parse()
        .with_context(|| format!("the agent said it listens on {address}"))?;
    Ok((guard, address))
}
