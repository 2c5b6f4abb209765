//! The parts of the Rust toolchain: the WebAssembly target, clippy, rustfmt; and the crates.
//!
//! `rust-toolchain.toml` names the parts, and rustup installs them before this program is compiled.
//! For Rust without rustup, or another toolchain, this module says what is missing.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;

/// The target of everything that runs in a browser.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Checks that all parts are installed.
///
/// # Errors
/// If one is missing.
pub(crate) fn check(project: &Project) -> Result<()> {
    check_target(project)?;
    for (component, probe) in [("clippy", "clippy"), ("rustfmt", "fmt")] {
        let found = capture(project.command("cargo").args([probe, "--version"])).is_ok();
        present(component, found, "component")?;
    }
    Ok(())
}

/// Checks only the WebAssembly target.
///
/// # Errors
/// If it is missing.
pub(crate) fn check_target(project: &Project) -> Result<()> {
    let sysroot = capture(project.command("rustc").args(["--print", "sysroot"]))?;
    let installed = Path::new(sysroot.trim()).join("lib/rustlib").join(WASM);
    present(WASM, installed.is_dir(), "target")
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
