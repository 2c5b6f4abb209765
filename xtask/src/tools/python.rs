//! A Python environment with the backends that are not our own, for the browser tests.
//!
//! It lies in `end2end/.venv`; the machine's own packages are neither used nor changed.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{stamp, system};
use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;

/// Makes the environment and returns its interpreter.
///
/// # Errors
/// When Python is missing and cannot be installed, or pip fails.
pub(crate) fn ensure(project: &Project) -> Result<PathBuf> {
    let wanted = project.read("end2end/backends/requirements.txt")?;
    let directory = project.end2end().join(".venv");
    let python = interpreter(&directory);
    if python.is_file() && stamp::is_current(&directory, &wanted) {
        note("Python backends: present");
        return Ok(python);
    }
    note("Python backends: installing them into end2end/.venv");
    if create(project, &directory).is_err() {
        system::install(project, "python3-venv", "Python with venv")?;
        create(project, &directory)?;
    }
    run(project
        .command(&python.to_string_lossy())
        .args(["-m", "pip", "install", "--quiet", "--requirement"])
        .arg(project.end2end().join("backends/requirements.txt")))
    .context("installing the Python backends")?;
    stamp::write(&directory, &wanted)?;
    Ok(python)
}

fn create(project: &Project, directory: &Path) -> Result<()> {
    let name = if cfg!(windows) { "python" } else { "python3" };
    capture(
        project
            .command(name)
            .args(["-m", "venv", "--clear"])
            .arg(directory),
    )
    .map(drop)
}

fn interpreter(directory: &Path) -> PathBuf {
    if cfg!(windows) {
        directory.join("Scripts").join("python.exe")
    } else {
        directory.join("bin").join("python")
    }
}
