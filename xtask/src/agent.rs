//! Builds and starts the reference agent.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::children::Guard;
use crate::process::run;
use crate::project::Project;

const NAME: &str = "midturn-agent";

/// The cargo profile of the released program, and the name of its target directory.
const SERVER: &str = "server";

/// The agent prints this line, followed by its address, once it accepts connections.
const READY: &str = "listening on http://";

/// How the agent is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to compile.
    Dev,
    /// Optimised, with the page of `dist/` inside: the released program.
    Server,
}

/// Compiles the agent and returns its executable.
///
/// # Errors
/// If it does not compile.
pub(crate) fn build(project: &Project, profile: Profile) -> Result<PathBuf> {
    let name = match profile {
        Profile::Dev => "dev",
        Profile::Server => SERVER,
    };
    let mut command = project.command("cargo");
    command.args(["build", "--package", "midturn-agent", "--bin", NAME]);
    command.args(["--profile", name]);
    if profile == Profile::Server {
        command.args(["--features", "page"]);
    }
    run(&mut command)?;
    let directory = match profile {
        Profile::Dev => "debug",
        Profile::Server => SERVER,
    };
    Ok(executable(project, directory))
}

/// The agent for the browser tests: the program with the page inside, if it `is_built`; else one that
/// is quick to compile.
///
/// # Errors
/// If it does not compile.
pub(crate) fn for_browser(project: &Project, is_built: bool) -> Result<PathBuf> {
    if is_built {
        return Ok(product(project));
    }
    build(project, Profile::Dev)
}

/// The path of the program with the page inside, which [`build`] makes.
pub(crate) fn product(project: &Project) -> PathBuf {
    executable(project, SERVER)
}

fn executable(project: &Project, directory: &str) -> PathBuf {
    let name = format!("{NAME}{}", std::env::consts::EXE_SUFFIX);
    project.target().join(directory).join(name)
}

/// What the agent is given besides its address and its page.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The file with its threads.
    pub(crate) store: PathBuf,
    /// The origins whose pages may use it.
    pub(crate) cors: Vec<String>,
}

/// Starts the agent and returns its address; port 0 means any free port. If `page` is a directory,
/// the agent serves the page in it.
///
/// # Errors
/// If the agent ends before it listens.
pub(crate) fn start(
    project: &Project,
    executable: &Path,
    address: SocketAddr,
    given: &Given,
    page: Option<&Path>,
) -> Result<(Guard, SocketAddr)> {
    if let Some(directory) = given.store.parent() {
        fs::create_dir_all(directory).with_context(|| format!("making {}", directory.display()))?;
    }
    let mut command = project.command(&executable.to_string_lossy());
    command.args(["--listen", &address.to_string()]);
    command.arg("--store").arg(&given.store);
    for origin in &given.cors {
        command.args(["--cors", origin]);
    }
    if let Some(page) = page {
        command.arg("--static-dir").arg(page);
    }
    let (guard, address) = Guard::start_until_line("the agent", &mut command, READY)?;
    let address = address
        .trim_end_matches('/')
        .parse()
        .with_context(|| format!("the agent said it listens on {address}"))?;
    Ok((guard, address))
}
