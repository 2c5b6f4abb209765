//! Remembers the source of an installed directory, for example its lock file.
//!
//! The stamp is inside the directory, so that it is deleted with the directory.

use std::path::Path;

use anyhow::{Context, Result};

const NAME: &str = ".xtask-stamp";

/// Whether the directory was installed from exactly this text.
pub(crate) fn is_current(directory: &Path, source: &str) -> bool {
    std::fs::read_to_string(directory.join(NAME)).is_ok_and(|stamp| stamp == source)
}

/// Remembers that the directory is installed from this text.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(directory: &Path, source: &str) -> Result<()> {
    std::fs::write(directory.join(NAME), source)
        .with_context(|| format!("writing into {}", directory.display()))
}
