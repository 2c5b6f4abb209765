//! Packages of the operating system.
//!
//! Installs only as root on a machine with apt, such as a container or CI. On a person's own
//! machine, it only says what is missing.

use anyhow::{Result, bail};

use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;

/// Finds or installs valgrind, which counts instructions for the growth suite.
///
/// # Errors
/// If it is missing and cannot be installed.
pub(crate) fn valgrind(project: &Project) -> Result<()> {
    ensure(project, &["valgrind"], "valgrind", "valgrind")
}

/// A program, and the Debian package that has it.
pub(crate) type Program = (&'static str, &'static str);

/// Finds or installs these programs. Returns false where one is missing and nothing can be installed.
///
/// # Errors
/// If one cannot be installed.
pub(crate) fn all(project: &Project, programs: &[Program]) -> Result<bool> {
    let is_there = |name: &str| !project.find_all(name).is_empty();
    if !may_install(project) && !programs.iter().all(|(name, _)| is_there(name)) {
        return Ok(false);
    }
    for &(program, package) in programs {
        ensure(project, &[program], package, program)?;
    }
    Ok(true)
}

/// Finds one of these programs, or installs the Debian package that has it.
///
/// # Errors
/// If it is missing and cannot be installed.
pub(super) fn ensure(
    project: &Project,
    programs: &[&str],
    package: &str,
    what: &str,
) -> Result<()> {
    let mut programs = programs.iter();
    if let Some(program) = programs.find(|name| !project.find_all(name).is_empty()) {
        note(&format!("{program}: present"));
        return Ok(());
    }
    install(project, package, what)
}

/// Installs a Debian package.
///
/// # Errors
/// If this program may not install packages (the error names the missing one), or apt fails.
pub(super) fn install(project: &Project, package: &str, what: &str) -> Result<()> {
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

/// Whether this program runs as root on a machine with apt.
pub(super) fn may_install(project: &Project) -> bool {
    let root = capture(project.command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    root && !project.find_all("apt-get").is_empty()
}
