//! valgrind, which counts instructions for the growth suite.

use anyhow::Result;

use super::system;
use crate::project::Project;
use crate::steps::note;

/// Finds or installs valgrind.
///
/// # Errors
/// If it is missing and cannot be installed.
pub(crate) fn ensure(project: &Project) -> Result<()> {
    if project.find_all("valgrind").is_empty() {
        return system::install(project, "valgrind", "valgrind");
    }
    note("valgrind: present");
    Ok(())
}
