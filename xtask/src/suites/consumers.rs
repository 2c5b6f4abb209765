//! The apps of `end2end/consumers/`: each installs the npm package from its tarball, is built as its
//! user would build it, and is tested by Playwright.
//!
//! An app is copied into the scratch directory first. There it finds no package of the tests, and a
//! test may change its source.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{How, played, playwright};
use crate::agent;
use crate::counts::Counts;
use crate::process::capture;
use crate::project::Project;
use crate::steps::note;
use crate::{build, files, tools};

/// What an app's directory may have besides its source.
const MADE: [&str; 5] = [
    "node_modules",
    "dist",
    ".next",
    "next-env.d.ts",
    "tsconfig.tsbuildinfo",
];

/// What all apps need.
struct Tools {
    tarball: PathBuf,
    agent: PathBuf,
    chromium: PathBuf,
}

impl Tools {
    fn ensure(project: &Project, how: &How<'_>) -> Result<Self> {
        tools::node::ensure(project)?;
        tools::node::ensure_extras(project)?;
        tools::node::ensure_packages(project)?;
        Ok(Self {
            tarball: build::pack(project)?.1,
            agent: agent::for_browser(project, how.is_built)?,
            chromium: tools::browser::ensure(project)?,
        })
    }
}

/// Builds the release if there is no build.
///
/// # Errors
/// If it cannot be built.
pub(super) fn begin(project: &Project) -> Result<()> {
    if project.dist().join("index.html").is_file() {
        return Ok(());
    }
    build::run(project, true)
}

/// Tests one app.
///
/// # Errors
/// If there is no build, or something cannot be installed.
pub(super) fn one(project: &Project, name: &'static str, how: &How<'_>) -> Result<Counts> {
    let tools = Tools::ensure(project, how)?;
    App::new(project, name)?.test(&tools, how.rest)
}

/// Where the apps are copied to.
fn places(project: &Project) -> PathBuf {
    project.scratch().join("consumers")
}

/// One app, and its copy.
struct App<'a> {
    project: &'a Project,
    name: &'static str,
    place: PathBuf,
    /// Its `package.json`.
    description: Value,
}

impl<'a> App<'a> {
    /// Copies the app. Installed packages stay.
    fn new(project: &'a Project, name: &'static str) -> Result<Self> {
        let source = project.end2end().join("consumers").join(name);
        let place = places(project).join(name);
        renew(&source, &place).with_context(|| format!("copying the app {name}"))?;
        let description = fs::read_to_string(place.join("package.json"))?;
        Ok(Self {
            project,
            name,
            place,
            description: serde_json::from_str(&description).context("reading package.json")?,
        })
    }

    /// Installs, builds, checks the types and plays. If one of the first two fails, nothing is
    /// played.
    fn test(&self, tools: &Tools, rest: &[String]) -> Result<Counts> {
        let mut counts = self.step("install", || self.install(&tools.tarball));
        if counts.failed == 0 && self.has_script("build") {
            counts += self.step("build", || self.script("build"));
        }
        if counts.failed > 0 {
            return Ok(counts);
        }
        if self.has_script("types") {
            counts += self.step("types", || self.script("types"));
        }
        let started = Instant::now();
        counts += self.play(tools, rest)?;
        note(&format!("tests: {:.1} s", started.elapsed().as_secs_f64()));
        Ok(counts)
    }

    /// Runs a step that is a check of its own. Prints why it failed.
    fn step(&self, what: &str, step: impl FnOnce() -> Result<()>) -> Counts {
        let started = Instant::now();
        let result = step();
        note(&format!("{what}: {:.1} s", started.elapsed().as_secs_f64()));
        match result {
            Ok(()) => Counts::ONE_PASSED,
            Err(error) => {
                note(&format!("{error:#}"));
                Counts {
                    failed: 1,
                    failures: vec![format!("{}: {what}", self.name)],
                    ..Counts::default()
                }
            }
        }
    }

    /// Installs the app's packages from its lock file, and the package from its tarball, of which
    /// the lock file does not know.
    fn install(&self, tarball: &Path) -> Result<()> {
        tools::node::packages_in(self.project, &self.place)?;
        let installed = self.place.join("node_modules/midturn");
        // npm keeps a package of the same version.
        if installed.exists() {
            fs::remove_dir_all(&installed).context("removing the package that was installed")?;
        }
        let mut command = tools::node::npm(self.project);
        command
            .args(["install", "--no-save", "--prefer-offline", "--no-audit"])
            .arg(tarball)
            .current_dir(&self.place);
        capture(&mut command)?;
        ensure!(
            installed.join("program.js").is_file(),
            "npm has not installed the package"
        );
        Ok(())
    }

    fn has_script(&self, name: &str) -> bool {
        self.description["scripts"][name].is_string()
    }

    /// Runs a script of `package.json`. Its output is in the error.
    fn script(&self, name: &str) -> Result<()> {
        let mut command = tools::node::npm(self.project);
        command
            .args(["run", name])
            .current_dir(&self.place)
            .env("NEXT_TELEMETRY_DISABLED", "1");
        let output = command.output().context("cannot start npm")?;
        ensure!(
            output.status.success(),
            "npm run {name} ended with {}:\n{}{}",
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(())
    }

    /// Runs the specs for the app in each way that it uses the package.
    fn play(&self, tools: &Tools, rest: &[String]) -> Result<Counts> {
        let mut command = playwright::command(self.project);
        command
            .arg("--config=consumers/playwright.config.ts")
            .arg(format!("--project={}-*", self.name))
            .args(rest)
            .env("MIDTURN_CONSUMERS", places(self.project))
            .env("MIDTURN_AGENT_BIN", &tools.agent)
            .env(tools::browser::VARIABLE, &tools.chromium);
        played::run(self.project, &mut command)
    }
}

/// Makes `place` a copy of `source`, but keeps its packages. Leaves out what is made in `source`.
fn renew(source: &Path, place: &Path) -> Result<()> {
    fs::create_dir_all(place)?;
    for entry in fs::read_dir(place)? {
        let entry = entry?;
        if entry.file_name() == "node_modules" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    for entry in fs::read_dir(source)? {
        let entry = entry?;
        let (name, target) = (entry.file_name(), place.join(entry.file_name()));
        if MADE.iter().any(|made| name == *made) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            files::copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::super::CONSUMERS;
    use super::renew;

    #[test]
    fn every_app_is_a_suite() {
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../end2end/consumers");
        let entries = fs::read_dir(place).expect("the apps are there");
        let apps: BTreeSet<String> = entries
            .flatten()
            .filter(|entry| entry.path().join("package.json").is_file())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        let suites: BTreeSet<String> = CONSUMERS
            .iter()
            .map(|suite| suite.name.to_owned())
            .collect();
        assert_eq!(apps, suites);
    }

    #[test]
    fn a_copy_is_renewed_and_keeps_its_packages() {
        let place = std::env::temp_dir().join(format!("midturn-renew-{}", std::process::id()));
        let [source, copy] = ["source", "copy"].map(|name| place.join(name));
        for directory in [
            source.join("dist"),
            source.join("src"),
            copy.join("node_modules"),
        ] {
            fs::create_dir_all(directory).expect("a directory");
        }
        fs::write(source.join("src/new"), "new").expect("a file");
        fs::write(copy.join("old"), "old").expect("a file");
        renew(&source, &copy).expect("a copy");
        let entries = fs::read_dir(&copy).expect("the copy");
        let names: BTreeSet<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(
            names,
            ["node_modules", "src"]
                .into_iter()
                .map(Into::into)
                .collect()
        );
        assert_eq!(
            fs::read_to_string(copy.join("src/new")).ok().as_deref(),
            Some("new")
        );
        fs::remove_dir_all(place).expect("the directory can be removed");
    }
}
