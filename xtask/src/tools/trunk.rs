//! Trunk, which rebuilds and reloads the page during development.
//!
//! Only `cargo xtask dev` needs Trunk. Trunk is installed without TLS and update check, because it
//! serves 127.0.0.1 and never looks for anything on the network (see `Trunk.toml`).

use anyhow::Result;

use super::cargo_install;
use crate::project::Project;

/// The newest version that the oldest supported rustc can build: Trunk 0.22 needs rustc 1.96.
const VERSION: &str = "0.21.14";

const PROGRAM: cargo_install::Program<'static> = cargo_install::Program {
    package: "trunk",
    name: "trunk",
    version: VERSION,
    accepts: &|installed| installed.starts_with("0.21."),
    default_features: false,
    seconds: 250,
};

/// Installs Trunk, unless a version 0.21 is installed.
///
/// # Errors
/// If it cannot be installed.
pub(crate) fn ensure(project: &Project) -> Result<()> {
    cargo_install::ensure(project, &PROGRAM)
}

/// Whether Trunk is installed.
pub(crate) fn is_present(project: &Project) -> bool {
    cargo_install::present(project, &PROGRAM).is_some()
}
