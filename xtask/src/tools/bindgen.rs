//! The program wasm-bindgen, which Trunk runs. All other builds have it as a library.
//!
//! Its version must be the one in `Cargo.lock`: program and crate share an unversioned format.

use anyhow::{Context, Result};

use super::{cargo_install, lockfile};
use crate::project::Project;

/// Installs the version that `Cargo.lock` names.
///
/// # Errors
/// When the lock file names none, or it cannot be installed.
pub(crate) fn ensure(project: &Project) -> Result<()> {
    let lock = project.read("Cargo.lock")?;
    let version = lockfile::version(&lock, "wasm-bindgen")
        .context("Cargo.lock does not name one version of wasm-bindgen")?;
    let program = cargo_install::Program {
        package: "wasm-bindgen-cli",
        name: "wasm-bindgen",
        version: &version,
        accepts: &|installed| installed == version,
        default_features: false,
        seconds: 95,
    };
    cargo_install::ensure(project, &program)
}
