//! Trunk, which rebuilds and reloads the page while it is worked on.
//!
//! The optimised build does without it. TLS and the update check are left out: it serves
//! 127.0.0.1 and never looks for anything on the network (see `Trunk.toml`).

use anyhow::Result;

use super::cargo_install;
use crate::project::Project;

/// The newest version that the oldest supported rustc can build: 0.22 needs 1.96.
const VERSION: &str = "0.21.14";

/// Installs Trunk unless a version of the same line is there.
///
/// # Errors
/// When it cannot be installed.
pub(crate) fn ensure(project: &Project) -> Result<()> {
    let program = cargo_install::Program {
        package: "trunk",
        name: "trunk",
        version: VERSION,
        accepts: &|installed| installed.starts_with("0.21."),
        default_features: false,
        seconds: 250,
    };
    cargo_install::ensure(project, &program)
}
