//! `cargo xtask serve` and `cargo xtask dev`: the page and the agent on one origin, until Ctrl-C.
//!
//! `serve` builds once, and the agent serves the result. `dev` reloads the page after each change
//! ([`live`]). In both, the agent stores its threads in a file, so that they are there the next
//! time. The address is printed once the page has answered and its program can start ([`ready`]).

mod live;
mod ready;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::agent::{self, Given, Profile};
use crate::build;
use crate::children;
use crate::project::Project;
use crate::steps::Steps;

/// Printed before the address when the page is ready.
pub(crate) const READY: &str = "  Midturn is at ";

/// What its first line begins with.
pub(crate) const BEGIN: &str = "serve: ";

/// Where to serve.
#[derive(Args, Debug)]
pub(crate) struct Place {
    /// The port on 127.0.0.1; for `serve`, 0 is any free one
    #[arg(long, default_value_t = 8080)]
    pub(crate) port: u16,
    /// Where the agent keeps its threads, instead of target/serve/agent.db
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Let pages of this origin use the agent, as `http://localhost:5173`. Repeatable
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) cors: Vec<String>,
}

/// What to serve, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) enum How {
    /// A quick build.
    Quick,
    /// The optimised program with the page inside.
    Optimised,
    /// Rebuilt and reloaded after each change, by Trunk.
    Live,
}

/// Serves until the person stops it.
///
/// # Errors
/// If something does not build or start, or ends by itself.
pub(crate) fn run(project: &Project, how: How, place: Place) -> Result<()> {
    children::stop_on_signal()?;
    let given = Given {
        store: store_file(project, place.store)?,
        cors: place.cors,
    };
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, place.port));
    let result = require_port(address, how).and_then(|()| match how {
        How::Quick => quick(project, address, &given),
        How::Optimised => optimised(project, address, &given),
        How::Live => live::run(project, address, &given),
    });
    if children::stopped() {
        println!("\nstopped");
        return Ok(());
    }
    result.context("Midturn is not running")
}

/// The named file, relative to the current directory. If none is named, a file that stays until
/// `target/` is deleted.
fn store_file(project: &Project, named: Option<PathBuf>) -> Result<PathBuf> {
    match named {
        Some(path) => std::path::absolute(path).context("finding the store"),
        None => Ok(project.target().join("serve").join("agent.db")),
    }
}

fn quick(project: &Project, address: SocketAddr, given: &Given) -> Result<()> {
    let mut steps = Steps::new(&title("the page and the agent"), build::QUICK_STEPS + 3);
    // Not `dist/`, which may contain a build to be deployed.
    let page = project.target().join("serve").join("page");
    build::quick(project, &page, &mut steps)?;
    let executable = steps.run("compile the agent", || agent::build(project, Profile::Dev))?;
    serve(
        project,
        &executable,
        Some(&page),
        address,
        given,
        &mut steps,
    )
}

fn optimised(project: &Project, address: SocketAddr, given: &Given) -> Result<()> {
    let mut steps = Steps::new(&title("the agent with the optimised page inside"), 3);
    steps.run("build the page and the agent", || build::run(project, true))?;
    let executable = agent::product(project);
    serve(project, &executable, None, address, given, &mut steps)
}

fn title(what: &str) -> String {
    format!("{BEGIN}{what}")
}

/// Starts the agent, checks that the page can start, and waits until the person stops it.
fn serve(
    project: &Project,
    executable: &Path,
    page: Option<&Path>,
    address: SocketAddr,
    given: &Given,
    steps: &mut Steps,
) -> Result<()> {
    // With port 0 this is another address.
    let (mut agent, address) = steps.run("start the agent", || {
        agent::start(project, executable, address, given, page)
    })?;
    steps.run("check that the page can start", || {
        ready::check(project, address)
    })?;
    announce(address, &given.store);
    children::wait_for_stop(&mut [&mut agent])
}

fn announce(address: SocketAddr, store: &Path) {
    println!("\n{READY}http://{address}  (Ctrl-C stops it)");
    println!("  its threads are in {}\n", store.display());
}

/// Fails at once if the port cannot be used, not after minutes of building.
fn require_port(address: SocketAddr, how: How) -> Result<()> {
    if address.port() == 0 && matches!(how, How::Live) {
        bail!("--port 0 is for `serve`: Trunk does not say which port it has taken");
    }
    if let Err(error) = TcpListener::bind(address) {
        let port = address.port();
        bail!("port {port} of 127.0.0.1 cannot be used ({error}); choose another with --port");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_an_error() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = taken.local_addr().expect("it is bound");
        let error = require_port(address, How::Quick).expect_err("it is taken");
        assert!(error.to_string().contains("--port"));
    }

    #[test]
    fn any_port_is_for_serve_alone() {
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        assert!(require_port(any, How::Quick).is_ok());
        let error = require_port(any, How::Live).expect_err("nobody would know where it is");
        assert!(error.to_string().contains("--port 0"));
    }
}
