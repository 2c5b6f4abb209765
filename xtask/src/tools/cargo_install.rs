//! Installs a program from crates.io at one version, with a light profile.
//!
//! A missing program is installed where `cargo install` puts it. If the person has another version,
//! ours is installed into `.tools/` instead: `.tools/bin` is first on our `PATH`.

use anyhow::{Result, bail};

use crate::process::{capture, run};
use crate::project::Project;
use crate::steps::note;

/// A program from crates.io.
pub(crate) struct Program<'a> {
    /// The package that contains the program.
    pub(crate) package: &'a str,
    /// The name of the executable.
    pub(crate) name: &'a str,
    /// The version to install; `accepts` must accept it.
    pub(crate) version: &'a str,
    /// Whether an installed version can be used. Gets the version in the output of `--version`.
    pub(crate) accepts: &'a dyn Fn(&str) -> bool,
    /// Whether to install with default features.
    pub(crate) default_features: bool,
    /// Roughly how many seconds it took on two cores.
    pub(crate) seconds: u32,
}

/// Looks for the program, and installs it if it is missing.
///
/// # Errors
/// If it cannot be installed.
pub(crate) fn ensure(project: &Project, program: &Program<'_>) -> Result<()> {
    if let Some(version) = present(project, program) {
        note(&format!("{} {version}: present", program.name));
        return Ok(());
    }
    note(&format!(
        "{} {}: installing it (about {} s on two cores)",
        program.name, program.version, program.seconds
    ));
    let private = !project.find_all(program.name).is_empty();
    // The lock file of a package may name a crate that is no longer available.
    for locked in [true, false] {
        if run(&mut install(project, program, private, locked)).is_ok() {
            return Ok(());
        }
    }
    bail!("cannot install {} {}", program.package, program.version)
}

/// The installed version, if it is accepted.
pub(crate) fn present(project: &Project, program: &Program<'_>) -> Option<String> {
    let installed = project.find_all(program.name);
    let path = installed.first()?.to_string_lossy();
    let said = capture(project.command(&path).arg("--version")).ok()?;
    let version = version_in(&said);
    (program.accepts)(&version).then_some(version)
}

fn install(
    project: &Project,
    program: &Program<'_>,
    private: bool,
    locked: bool,
) -> std::process::Command {
    let mut command = project.command("cargo");
    command.args(["install", program.package, "--version", program.version]);
    if !program.default_features {
        command.arg("--no-default-features");
    }
    if locked {
        command.arg("--locked");
    }
    if private {
        command.arg("--root").arg(project.tools());
    }
    command
        // A target directory of its own: the profile differs from the project's.
        .env("CARGO_TARGET_DIR", project.target().join("tools"))
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0");
    command
}

/// The first word of the output of `--version` that begins with a digit, after an optional `v`.
fn version_in(said: &str) -> String {
    said.split_whitespace()
        .map(|word| word.trim_start_matches('v'))
        .find(|word| word.starts_with(|first: char| first.is_ascii_digit()))
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn the_version_is_read_from_the_output() {
        assert_eq!(version_in("wasm-bindgen 0.2.130\n"), "0.2.130");
        assert_eq!(version_in("v20.20.2"), "20.20.2");
        assert_eq!(version_in("nothing"), "");
    }
}
