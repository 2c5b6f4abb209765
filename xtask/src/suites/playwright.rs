//! The browser tests: Playwright against `dist/`, the reference agent, and backends that are not
//! our own.
//!
//! The tests that do not guard a merge have the tag `@all`. The tests start their servers themselves.
//! This module builds what they need, and passes the paths in environment variables: `MIDTURN_DIST`,
//! `MIDTURN_AGENT_BIN`, `MIDTURN_REPLAY_BIN`, `MIDTURN_CHROMIUM`; and in `MIDTURN_BACKENDS` the other
//! backends to test.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, ensure};

use super::{How, played};
use crate::agent;
use crate::counts::Counts;
use crate::project::Project;
use crate::steps::note;
use crate::{build, replay, tools};

/// The tag of the tests that run with `--all` alone.
pub(super) const NOT_IN_THE_GATE: &str = "@all";

/// The tests in the oldest Chromium: that page and element work, and the features that depend on
/// the browser's age.
const OLDEST: [&str; 5] = [
    "--project=chromium",
    "again.spec.ts",
    "csp.spec.ts",
    "embed.spec.ts",
    "flows.spec.ts",
];

/// Runs the browser tests that guard a merge; those that the arguments name, if there are any; or all.
///
/// # Errors
/// If there is no `dist/`, something cannot be installed, or Playwright writes no report.
pub(super) fn run(project: &Project, how: &How<'_>) -> Result<Counts> {
    ensure!(
        is_built(project),
        "there is no dist/: run `cargo xtask build --release`"
    );
    tools::node::ensure(project)?;
    let mut counts = check_types(project)?;
    let chromium = tools::browser::ensure(project)?;
    let mut arguments = vec!["--project=chromium".to_owned()];
    if how.rest.is_empty() && !how.all {
        arguments.push(format!("--grep-invert={NOT_IN_THE_GATE}"));
    }
    arguments.extend_from_slice(how.rest);
    let play = Play {
        project,
        backend: None,
        chromium: &chromium,
        arguments: &arguments,
        how,
    };
    counts += play.repeated()?;
    Ok(counts)
}

/// Runs some of the browser tests in the oldest supported Chromium.
///
/// # Errors
/// If there is no `dist/`, something cannot be installed, or Playwright writes no report.
pub(super) fn oldest(project: &Project, how: &How<'_>) -> Result<Counts> {
    ensure!(
        is_built(project),
        "there is no dist/: run `cargo xtask build --release`"
    );
    let Some(chromium) = tools::browser::oldest(project)? else {
        note("skipped: there is such a Chromium for Linux on x86-64 alone");
        // A suite that runs nothing counts as failed. This one cannot run here, so it also counts
        // one passed check.
        return Ok(Counts {
            skipped: 1,
            ..Counts::ONE_PASSED
        });
    };
    tools::node::ensure(project)?;
    let mut arguments = OLDEST.map(str::to_owned).to_vec();
    arguments.extend_from_slice(how.rest);
    let play = Play {
        project,
        backend: None,
        chromium: &chromium,
        arguments: &arguments,
        how,
    };
    play.once()
}

/// Runs only the flows against one backend that is not our own. If there is no `dist/`, it builds a
/// quick one first.
///
/// # Errors
/// If something cannot be built or installed, or Playwright writes no report.
pub(super) fn backend(project: &Project, name: &str, how: &How<'_>) -> Result<Counts> {
    if !is_built(project) {
        build::run(project, false)?;
    }
    tools::node::ensure(project)?;
    let mut arguments = vec![format!("--project={name}")];
    arguments.extend_from_slice(how.rest);
    let chromium = tools::browser::ensure(project)?;
    let play = Play {
        project,
        backend: Some(name),
        chromium: &chromium,
        arguments: &arguments,
        how,
    };
    play.once()
}

fn is_built(project: &Project) -> bool {
    project.dist().join("index.html").is_file()
}

/// What is played, and against what.
struct Play<'a> {
    project: &'a Project,
    /// A backend that is not our own.
    backend: Option<&'a str>,
    chromium: &'a Path,
    arguments: &'a [String],
    how: &'a How<'a>,
}

impl Play<'_> {
    /// Runs the tests as often as asked.
    fn repeated(&self) -> Result<Counts> {
        let _busy = self.how.busy.then(Busy::begin);
        let mut total = Counts::default();
        for run in 1..=self.how.repeat {
            let counts = self.once()?;
            if self.how.repeat > 1 {
                note(&format!(
                    "run {run} of {}: {} passed, {} failed, {} flaky",
                    self.how.repeat,
                    counts.passed,
                    counts.failed,
                    counts.flaky.len()
                ));
            }
            total += counts;
        }
        Ok(total)
    }

    fn once(&self) -> Result<Counts> {
        let project = self.project;
        for backend in self.backend.iter().flat_map(|names| names.split(',')) {
            tools::backends::ensure(project, backend)?;
        }
        let agent = agent::for_browser(project, self.how.is_built)?;
        // In the gate, the unit tests have compiled it.
        let replay = if self.how.is_built {
            replay::build_linted(project)?
        } else {
            replay::build(project)?
        };
        let mut command = command(project);
        command
            .args(self.arguments)
            .env("MIDTURN_DIST", project.dist())
            .env("MIDTURN_AGENT_BIN", &agent)
            .env("MIDTURN_REPLAY_BIN", &replay)
            .env(tools::browser::VARIABLE, self.chromium)
            .env("MIDTURN_BACKENDS", self.backend.unwrap_or_default())
            .envs(self.how.seeds());
        played::run(project, &mut command)
    }
}

/// Two threads that compute until this is dropped.
struct Busy {
    stop: Arc<AtomicBool>,
}

impl Busy {
    fn begin() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        for _ in 0..2 {
            let stop = stop.clone();
            std::thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        Self { stop }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A command that runs Playwright's tests. The caller adds the arguments and the variables.
pub(super) fn command(project: &Project) -> Command {
    let mut command = project.node(&project.npm_script("@playwright/test/cli.js"));
    command
        .args(["test", "--reporter=list,json"])
        .current_dir(project.end2end());
    command
}

/// Checks the tests' types, which Playwright does not.
fn check_types(project: &Project) -> Result<Counts> {
    if !project.end2end().join("tsconfig.json").is_file() {
        return Ok(Counts::default());
    }
    let status = project
        .node(&project.npm_script("typescript/bin/tsc"))
        .arg("--noEmit")
        .current_dir(project.end2end())
        .status()
        .context("cannot start the TypeScript compiler")?;
    if status.success() {
        return Ok(Counts::ONE_PASSED);
    }
    note("the types of the browser tests do not fit");
    Ok(Counts {
        failed: 1,
        ..Counts::default()
    })
}
