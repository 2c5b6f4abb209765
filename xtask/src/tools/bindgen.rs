//! The wasm-bindgen program, which Trunk runs. All other builds use the library.
//!
//! Its version must match `Cargo.lock`: program and crate share an unversioned format.

use anyhow::{Context, Result};

use super::cargo_install;
use crate::process::capture;
use crate::project::Project;

/// Installs the version in `Cargo.lock`.
///
/// # Errors
/// If the lock file has no such version, or it cannot be installed.
pub(crate) fn ensure(project: &Project) -> Result<()> {
    let package = capture(project.command("cargo").args(["pkgid", "wasm-bindgen"]))?;
    let (_, version) = package
        .trim()
        .rsplit_once('@')
        .context("cargo does not say which wasm-bindgen is locked")?;
    let program = cargo_install::Program {
        package: "wasm-bindgen-cli",
        name: "wasm-bindgen",
        version,
        accepts: &|installed| installed == version,
        default_features: false,
        seconds: 95,
    };
    cargo_install::ensure(project, &program)
}
