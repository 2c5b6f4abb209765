//! Packages of the operating system, where we may install them.
//!
//! Only for root on a machine with apt (a container, CI); a person's own machine is theirs, and
//! they are told what is missing.

use anyhow::{Result, bail};

use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;

/// Installs a Debian package.
///
/// # Errors
/// When we may not, naming what is missing; or when apt fails.
pub(crate) fn install(project: &Project, package: &str, what: &str) -> Result<()> {
    if !may_install(project) {
        bail!("{what} is missing: install it with your package manager (Debian: {package})");
    }
    note(&format!("{what}: installing {package} with apt-get"));
    let apt = |arguments: &[&str]| {
        run(project
            .command("apt-get")
            .env("DEBIAN_FRONTEND", "noninteractive")
            .args(arguments))
    };
    apt(&["update", "-qq"])?;
    apt(&["install", "-y", "-qq", "--no-install-recommends", package])
}

/// Whether we are root on a machine with apt.
pub(crate) fn may_install(project: &Project) -> bool {
    let root = capture(project.command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    root && !project.find_all("apt-get").is_empty()
}
