//! The parts of the Rust toolchain: the WebAssembly target, clippy, rustfmt; and the crates.
//!
//! The toolchain itself is the person's own and is never changed.

use std::path::Path;

use anyhow::{Context, Result};

use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;

/// The target of everything that runs in a browser.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Adds what the toolchain lacks.
///
/// # Errors
/// When something is missing and there is no rustup to add it.
pub(crate) fn ensure(project: &Project) -> Result<()> {
    ensure_target(project)?;
    for (component, probe) in [("clippy", "clippy"), ("rustfmt", "fmt")] {
        if capture(project.command("cargo").args([probe, "--version"])).is_ok() {
            note(&format!("{component}: present"));
        } else {
            note(&format!("{component}: adding it with rustup"));
            run(project
                .command("rustup")
                .args(["component", "add", component]))?;
        }
    }
    Ok(())
}

/// Adds the WebAssembly target alone.
///
/// # Errors
/// When it is missing and there is no rustup to add it.
pub(crate) fn ensure_target(project: &Project) -> Result<()> {
    let sysroot = capture(project.command("rustc").args(["--print", "sysroot"]))?;
    let installed = Path::new(sysroot.trim()).join("lib/rustlib").join(WASM);
    if installed.is_dir() {
        note(&format!("{WASM}: present"));
        return Ok(());
    }
    note(&format!("{WASM}: adding it with rustup"));
    run(project.command("rustup").args(["target", "add", WASM]))
        .context("the WebAssembly target is missing, and rustup did not add it")
}

/// Downloads the crates, so that what follows can work offline.
///
/// # Errors
/// When a crate cannot be downloaded.
pub(crate) fn fetch(project: &Project) -> Result<()> {
    run(project.command("cargo").args(["fetch", "--quiet"]))
}
