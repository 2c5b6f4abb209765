//! Python environments for the browser tests, with the backends that are not our own.
//!
//! Each framework has its own environment in `end2end/.venv`, because their requirements conflict.
//! The machine's own packages are neither used nor changed.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{stamp, system};
use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;

/// The names of the environments. An environment and its requirements file have the same name.
pub(crate) const ENVIRONMENTS: [&str; 7] = [
    "pydantic-ai",
    "langgraph",
    "llamaindex",
    "langgraph-api",
    "a2a",
    "a2a-v03",
    "openai",
];

/// Makes an environment.
///
/// # Errors
/// If Python is missing and cannot be installed, or pip fails.
pub(crate) fn ensure(project: &Project, backend: &str) -> Result<()> {
    let requirements = format!("end2end/backends/requirements/{backend}.txt");
    let wanted = project.read(&requirements)?;
    let directory = project.end2end().join(".venv").join(backend);
    let python = interpreter(&directory);
    if python.is_file() && stamp::is_current(&directory, &wanted) {
        note(&format!("{backend}: present"));
        return Ok(());
    }
    note(&format!(
        "{backend}: installing it into end2end/.venv/{backend}"
    ));
    if create(project, &directory).is_err() {
        system::install(project, "python3-venv", "Python with venv")?;
        create(project, &directory)?;
    }
    run(project
        .command(&python.to_string_lossy())
        .args(["-m", "pip", "install", "--quiet", "--requirement"])
        .arg(project.root().join(requirements)))
    .with_context(|| format!("installing {backend}"))?;
    stamp::write(&directory, &wanted)
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
