//! The parts of the Rust toolchain: the WebAssembly target, clippy, rustfmt; and the crates.
//!
//! `rust-toolchain.toml` names the parts, and rustup installs them before this program is compiled,
//! unless it is told not to install by itself. This module then asks it to. For Rust without rustup,
//! it says what is missing.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;

/// The target of everything that runs in a browser.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The part that checks the format.
pub(crate) const RUSTFMT: Component = Component {
    name: "rustfmt",
    probe: "fmt",
};

/// The part that lints.
pub(crate) const CLIPPY: Component = Component {
    name: "clippy",
    probe: "clippy",
};

/// All crates but [`XTASK`], for cargo.
pub(crate) const PRODUCT: [&str; 3] = ["--workspace", "--exclude", "xtask"];

/// This program, for cargo. By itself, so that the crates it consists of have the features with which
/// they were compiled for it. Together with the others, a minute of two cores goes into them again.
pub(crate) const XTASK: [&str; 2] = ["--package", "xtask"];

/// A part that is a program.
pub(crate) struct Component {
    name: &'static str,
    /// The command of cargo that runs it.
    probe: &'static str,
}

/// Checks that all parts are installed, and installs what is missing.
///
/// # Errors
/// If one is missing and cannot be installed.
pub(crate) fn check(project: &Project) -> Result<()> {
    check_target(project)?;
    check_component(project, &CLIPPY)?;
    check_component(project, &RUSTFMT)
}

/// Checks only one program, and installs it if it is missing.
///
/// # Errors
/// If it is missing and cannot be installed.
pub(crate) fn check_component(project: &Project, component: &Component) -> Result<()> {
    ensure_part(project, component.name, "component", || {
        let mut command = project.command("cargo");
        command.args([component.probe, "--version"]);
        Ok(capture(&mut command).is_ok())
    })
}

/// A cargo that compiles the crates of this repository with clippy, and those of others as ever.
///
/// # Errors
/// If clippy is missing and cannot be installed.
pub(crate) fn linted(project: &Project) -> Result<Command> {
    check_component(project, &CLIPPY)?;
    let mut command = project.command("cargo");
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    Ok(command)
}

/// Checks only the WebAssembly target, and installs it if it is missing.
///
/// # Errors
/// If it is missing and cannot be installed.
pub(crate) fn check_target(project: &Project) -> Result<()> {
    ensure_part(project, WASM, "target", || {
        let sysroot = capture(project.command("rustc").args(["--print", "sysroot"]))?;
        Ok(Path::new(sysroot.trim())
            .join("lib/rustlib")
            .join(WASM)
            .is_dir())
    })
}

fn ensure_part(
    project: &Project,
    part: &str,
    kind: &str,
    is_there: impl Fn() -> Result<bool>,
) -> Result<()> {
    let mut found = is_there()?;
    if !found && !project.find_all("rustup").is_empty() {
        run(project.command("rustup").args([kind, "add", part]))?;
        found = is_there()?;
    }
    present(part, found, kind)
}

fn present(part: &str, found: bool, kind: &str) -> Result<()> {
    ensure!(
        found,
        "this Rust toolchain has no {part}. With rustup: `rustup {kind} add {part}`. Without it, \
         your system may have a package for it."
    );
    note(&format!("{part}: present"));
    Ok(())
}

/// Downloads the crates, so that later steps can work offline.
///
/// # Errors
/// If a crate cannot be downloaded.
pub(crate) fn fetch(project: &Project) -> Result<()> {
    run(project.command("cargo").args(["fetch", "--quiet"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_part_is_named_with_the_command_that_adds_it() {
        assert!(present("clippy", true, "component").is_ok());
        let error = present(WASM, false, "target").unwrap_err().to_string();
        assert!(
            error.contains("rustup target add wasm32-unknown-unknown"),
            "{error}"
        );
    }

    #[test]
    fn the_toolchain_file_names_the_parts() {
        let file = include_str!("../../../rust-toolchain.toml");
        for part in [WASM, "clippy", "rustfmt"] {
            assert!(file.contains(&format!("\"{part}\"")), "{part}");
        }
    }
}
