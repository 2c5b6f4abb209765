//! `cargo xtask dev`: Trunk serves the page, and rebuilds and reloads it after each change. Trunk
//! also forwards requests for the agent's paths, which `Trunk.toml` lists.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::{announce, ready};
use crate::agent::{self, Given, Profile};
use crate::children::{self, Guard};
use crate::project::Project;
use crate::steps::{Steps, note};
use crate::tools;

/// The agent's address in `Trunk.toml`, which is replaced by the real one.
const PLACEHOLDER: &str = "127.0.0.1:9180";

/// How often to check whether Trunk has built the page.
const LOOK: Duration = Duration::from_secs(1);

/// Serves until the person stops it.
///
/// # Errors
/// If something does not build or start, or ends by itself.
pub(super) fn run(project: &Project, address: SocketAddr, given: &Given) -> Result<()> {
    let mut steps = Steps::new("dev: the page with live reload, and the agent", 4);
    steps.run("check the tools", || {
        tools::rust::check_target(project)?;
        tools::bindgen::ensure(project)?;
        tools::trunk::ensure(project)?;
        // A hook of Trunk bundles the extras.
        tools::node::ensure_extras(project)?;
        // Trunk builds offline.
        tools::rust::fetch(project)
    })?;
    let executable = steps.run("compile the agent", || agent::build(project, Profile::Dev))?;
    let (mut agent, behind) = steps.run("start the agent", || {
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        agent::start(project, &executable, any, given, None)
    })?;
    let config = TrunkConfig::write(project, behind)?;
    let mut trunk = steps.run("build the page, and serve it with Trunk", || {
        let mut command = project.command("trunk");
        command
            .args(["serve", "--config"])
            .arg(&config.path)
            .args(["--port", &address.port().to_string()])
            // Trunk expects true or false, but other programs set it to 1.
            .env_remove("NO_COLOR");
        let mut trunk = Guard::start("Trunk", &mut command)?;
        children::wait_for_port(address, &mut [&mut agent, &mut trunk])?;
        wait_for_page(project, address, &mut [&mut agent, &mut trunk])?;
        Ok(trunk)
    })?;
    announce(address, &given.store);
    children::wait_for_stop(&mut [&mut agent, &mut trunk])
}

/// Waits for a page that can start. Trunk listens before it has built the page, and keeps running
/// after a failed build, so that the person can fix the error.
fn wait_for_page(
    project: &Project,
    address: SocketAddr,
    children: &mut [&mut Guard],
) -> Result<()> {
    let mut told = false;
    while let Err(error) = ready::check(project, address) {
        if !told {
            note(&format!("not yet: {error:#}"));
            note("waiting for a build that succeeds; Trunk says above what keeps it");
            told = true;
        }
        children::wait(LOOK, children)?;
    }
    Ok(())
}

/// `Trunk.toml` with the agent's real address. The file is deleted when this is dropped.
///
/// The file is in the root, because Trunk resolves every path relative to it.
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
        // A remaining file is overwritten the next time, and git ignores it.
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
}
