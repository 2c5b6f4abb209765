//! `cargo xtask replay`: replays a report that was saved from the debug panel.
//!
//! The program that replays it is an example of `midturn-core-tests`, which may use JSON together
//! with the core. The core itself must not depend on JSON.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::process::run as execute;
use crate::project::Project;
use crate::tools;

const NAME: &str = "replay";

/// Replays a report. Fails if the result differs from the recording.
///
/// # Errors
/// If the program does not compile, or cannot be started.
pub(crate) fn run(project: &Project, file: &Path) -> Result<ExitCode> {
    let program = build(project)?;
    let mut command = project.command(&program.display().to_string());
    let status = command.arg(file).current_dir(std::env::current_dir()?);
    let status = status.status().context("cannot start the program")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Compiles the program that replays reports, and returns its executable.
///
/// # Errors
/// If it does not compile.
pub(crate) fn build(project: &Project) -> Result<PathBuf> {
    compile(
        project,
        project.command("cargo"),
        &["--package", "midturn-core-tests"],
    )
}

/// The same, of what [`tools::rust::linted`] has compiled for the unit tests.
///
/// # Errors
/// If it does not compile.
pub(crate) fn build_linted(project: &Project) -> Result<PathBuf> {
    compile(
        project,
        tools::rust::linted(project)?,
        &tools::rust::PRODUCT,
    )
}

fn compile(project: &Project, mut cargo: Command, of: &[&str]) -> Result<PathBuf> {
    execute(cargo.arg("build").args(of).args(["--example", NAME]))?;
    let name = format!("{NAME}{}", std::env::consts::EXE_SUFFIX);
    Ok(project.target().join("debug/examples").join(name))
}
