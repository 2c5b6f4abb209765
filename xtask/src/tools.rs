//! The tools that the commands need, and how to install them.
//!
//! One module for each tool, and a few helpers. A tool's `ensure` function looks for the tool,
//! installs it if it is missing, and prints which of the two it did.

pub(crate) mod backends;
pub(crate) mod bindgen;
pub(crate) mod browser;
mod cargo_install;
pub(crate) mod fuzz;
pub(crate) mod node;
pub(crate) mod python;
pub(crate) mod rust;
pub(crate) mod stamp;
pub(crate) mod system;
pub(crate) mod trunk;

use anyhow::Result;

use crate::project::Project;
use crate::steps::Steps;

/// Installs everything that any command needs.
///
/// # Errors
/// If something is missing and cannot be installed.
pub(crate) fn setup(project: &Project) -> Result<()> {
    let mut steps = Steps::new("setup: everything the other commands need", 9);
    steps.run("the WebAssembly target, clippy and rustfmt", || {
        rust::check(project)
    })?;
    steps.run("the crates of Cargo.lock", || rust::fetch(project))?;
    steps.run(
        "node and the packages of the extras and the test suites",
        || {
            node::ensure(project)?;
            node::ensure_extras(project)?;
            node::ensure_packages(project)?;
            node::ensure_foreign(project)
        },
    )?;
    steps.run("wasm-bindgen, for Trunk", || bindgen::ensure(project))?;
    steps.run("Trunk, for the live reload", || trunk::ensure(project))?;
    steps.run("Chromium, for the browser tests", || {
        browser::ensure(project).map(drop)
    })?;
    steps.run("other backends, for the browser tests", || {
        backends::ensure_all(project)
    })?;
    steps.run("cargo-fuzz, for the fuzz test", || fuzz::ensure(project))?;
    steps.run("valgrind, for the growth test", || {
        system::valgrind(project)
    })?;
    steps.finish("everything is there");
    Ok(())
}
