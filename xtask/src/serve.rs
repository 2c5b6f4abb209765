//! `cargo xtask serve`: the page and the agent on one origin, until Ctrl-C.
//!
//! With `--release` the agent serves the page that is inside it. Without, Trunk serves and reloads
//! the page and hands the agent's paths on; which those are is written in `Trunk.toml`. Either way
//! the agent keeps its threads in a file, so that they are there the next time.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::agent::{self, Profile};
use crate::children::{self, Guard};
use crate::project::Project;
use crate::steps::{Steps, note};
use crate::{build, tools};

/// The agent's address in `Trunk.toml`, for which the real one is put.
const PLACEHOLDER: &str = "127.0.0.1:9180";

/// Serves until the person stops it.
///
/// # Errors
/// When something does not build or start, or ends by itself.
pub(crate) fn run(
    project: &Project,
    release: bool,
    port: u16,
    store: Option<PathBuf>,
) -> Result<()> {
    children::stop_on_signal()?;
    let store = store_file(project, store)?;
    let result = if release {
        optimised(project, port, &store)
    } else {
        live(project, port, &store)
    };
    if children::stopped() {
        println!("\nstopped");
        return Ok(());
    }
    result
}

/// The named file, from where the person is, else one that stays until `target/` goes.
fn store_file(project: &Project, named: Option<PathBuf>) -> Result<PathBuf> {
    match named {
        Some(path) => std::path::absolute(path).context("finding the store"),
        None => Ok(project.target().join("serve").join("agent.db")),
    }
}

fn optimised(project: &Project, port: u16, store: &Path) -> Result<()> {
    require_free(port)?;
    let mut steps = Steps::new("serve: the agent with the optimised page inside", 2);
    steps.run("build the page and the agent", || build::run(project, true))?;
    let executable = agent::product(project);
    let (mut agent, address) = steps.run("start the agent", || {
        agent::start(project, &executable, port, store)
    })?;
    announce(address, store);
    children::wait_for_stop(&mut [&mut agent])
}

fn live(project: &Project, port: u16, store: &Path) -> Result<()> {
    require_free(port)?;
    let mut steps = Steps::new("serve: the page with live reload, and the agent", 4);
    steps.run("check the tools", || {
        tools::rust::ensure_target(project)?;
        tools::bindgen::ensure(project)?;
        tools::trunk::ensure(project)?;
        // A hook of Trunk's bundles the extras.
        tools::node::ensure(project)?;
        // Trunk builds offline.
        tools::rust::fetch(project)
    })?;
    let executable = steps.run("build the agent", || agent::build(project, Profile::Dev))?;
    let (mut agent, behind) = steps.run("start the agent", || {
        agent::start(project, &executable, 0, store)
    })?;
    let config = TrunkConfig::write(project, behind)?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut trunk = steps.run("build the page, and serve it with Trunk", || {
        note("the first build takes a minute or two");
        let mut command = project.command("trunk");
        command
            .args(["serve", "--config"])
            .arg(&config.path)
            .args(["--port", &port.to_string()])
            // Trunk reads it as true or false, and other programs set it to 1.
            .env_remove("NO_COLOR");
        let mut trunk = Guard::start("Trunk", &mut command)?;
        children::wait_for_port(address, &mut [&mut agent, &mut trunk])?;
        Ok(trunk)
    })?;
    announce(address, store);
    children::wait_for_stop(&mut [&mut agent, &mut trunk])
}

fn announce(address: SocketAddr, store: &Path) {
    println!("\n  Midturn is at http://{address}  (Ctrl-C stops it)");
    println!("  its threads are in {}\n", store.display());
}

/// Fails early rather than after minutes of building.
fn require_free(port: u16) -> Result<()> {
    if let Err(error) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        bail!("port {port} of 127.0.0.1 cannot be used ({error}); choose another with --port");
    }
    Ok(())
}

/// `Trunk.toml` with the agent's real address; gone again when dropped.
///
/// It lies in the root because Trunk reads every path in it from where the file is.
struct TrunkConfig {
    path: PathBuf,
}

impl TrunkConfig {
    fn write(project: &Project, agent: SocketAddr) -> Result<Self> {
        let text = with_agent(&project.read("Trunk.toml")?, agent)?;
        let path = project.root().join("Trunk.serve.toml");
        fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
        Ok(Self { path })
    }
}

impl Drop for TrunkConfig {
    fn drop(&mut self) {
        // A file left behind is overwritten the next time, and ignored by git.
        let _ = fs::remove_file(&self.path);
    }
}

fn with_agent(config: &str, agent: SocketAddr) -> Result<String> {
    if !config.contains(PLACEHOLDER) {
        bail!("Trunk.toml names no proxy to {PLACEHOLDER}");
    }
    Ok(config.replace(PLACEHOLDER, &agent.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_agents_address_is_put_into_every_proxy() {
        let agent = SocketAddr::from((Ipv4Addr::LOCALHOST, 41));
        let config = "a http://127.0.0.1:9180/x b http://127.0.0.1:9180/y";
        let text = with_agent(config, agent).expect("the placeholder is there");
        assert_eq!(text, "a http://127.0.0.1:41/x b http://127.0.0.1:41/y");
    }

    #[test]
    fn a_config_without_a_proxy_is_refused() {
        let agent = SocketAddr::from((Ipv4Addr::LOCALHOST, 41));
        assert!(with_agent("[serve]", agent).is_err());
    }

    #[test]
    fn a_taken_port_is_noticed_before_anything_is_built() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = taken.local_addr().expect("it is bound").port();
        let error = require_free(port).expect_err("it is taken");
        assert!(error.to_string().contains("--port"));
    }
}
