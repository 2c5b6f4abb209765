//! Compares the element with other chat UIs, in one browser and one run.
//!
//! The harness is not part of this repository: it is expected beside the root. This module copies
//! the harness, which may be read-only, and builds its apps once. Not responsible for what the
//! harness measures.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::Value;

use super::report;
use crate::build;
use crate::process::run as run_program;
use crate::project::Project;
use crate::steps::{Steps, note};
use crate::tools::{self, stamp};

/// The path of the harness, from the root.
const HARNESS: &str = "../shared/bench";

/// How long each measurement waits at most for the machine to be idle, in seconds.
const QUIET: &str = "30";

/// The scenarios and apps of each run of the harness, if the person names neither. All runs add to
/// the same results. deep-chat needs minutes where others need seconds, so only its start is
/// measured.
const PLAN: [(&str, &str); 2] = [
    (
        "startup,first-answer,first-answer-slow",
        "vanilla-marked,midturn,ai-elements,copilotkit,assistant-ui,deep-chat",
    ),
    (
        "paced-500,burst-5000,burst-20000,tools-100,typing,history-200,history-5000",
        "vanilla-marked,vanilla-blocks,midturn,ai-elements,ai-elements+throttle,copilotkit,\
         assistant-ui",
    ),
];

/// Not copied: installed packages, builds and results.
const NOT_COPIED: [&str; 3] = ["node_modules", "dist", "results"];

/// How to compare. If neither apps nor scenarios are named, [`PLAN`] is measured.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Peers {
    /// Compare only these, a comma-separated list
    #[arg(long, value_name = "NAMES", requires = "peers")]
    pub(crate) apps: Option<String>,
    /// Play only these, a comma-separated list
    #[arg(long, value_name = "NAMES", requires = "peers")]
    pub(crate) scenarios: Option<String>,
    /// How often to play each, instead of as often as the scenario says
    #[arg(long, value_name = "N", requires = "peers")]
    pub(crate) reps: Option<u32>,
    /// Measure another build too, as `midturn@NAME`: its `dist/` with `end2end/perf/app/` over it
    #[arg(long, value_name = "NAME=DIR", requires = "peers", value_parser = build)]
    pub(crate) beside: Vec<(String, PathBuf)>,
}

/// The name and the directory of another build.
fn build(text: &str) -> Result<(String, PathBuf), String> {
    let (name, directory) = text.split_once('=').ok_or("NAME=DIR is expected")?;
    let page = Path::new(directory)
        .canonicalize()
        .map_err(|error| error.to_string())?;
    Ok((format!("midturn@{name}"), page))
}

/// Builds everything, measures, and writes `docs/bench.md`.
///
/// # Errors
/// If there is no harness, or a step fails.
pub(super) fn run(project: &Project, how: &Peers) -> Result<()> {
    let source = project.root().join(HARNESS);
    if !source.join("run.mjs").is_file() {
        bail!(
            "there is no harness in {HARNESS}: the comparison needs it, and it is not part of \
             this repository. `cargo xtask bench` measures without it"
        );
    }
    let harness = project.target().join("bench").join("harness");
    let mut steps = Steps::new("bench: beside other chat UIs", 5);
    steps.run("the harness and the others", || {
        tools::node::ensure(project)?;
        others(project, &source, &harness)
    })?;
    let browser = steps.run("Chromium", || tools::browser::ensure(project))?;
    steps.run("our own, optimised", || {
        build::run(project, true)?;
        lay_out(project)
    })?;
    steps.run("measure", || {
        let lock = fs::read_to_string(harness.join("package-lock.json"))?;
        report::remember(project, &command_line(how), &lock)?;
        let results = report::results(project);
        let builds = how.beside.iter();
        let builds: Value = builds
            .map(|(name, directory)| (name.clone(), directory.display().to_string()))
            .collect();
        for (number, part) in parts(how).iter().enumerate() {
            let mut command = project.node(&harness.join("run.mjs"));
            command
                .current_dir(&harness)
                .env("CHROMIUM", &browser)
                .env("MIDTURN_BENCH_APP", app(project))
                .env("MIDTURN_BENCH_BUILDS", builds.to_string())
                .arg("--driver")
                .arg(project.end2end().join("perf/driver.mjs"))
                .arg("--out")
                .arg(&results)
                .args(["--quiet", QUIET])
                .args(options(part));
            if number > 0 {
                command.arg("--merge").arg(results.join("latest.json"));
            }
            run_program(&mut command)?;
        }
        Ok(())
    })?;
    steps.run("write docs/bench.md", || report::write(project))?;
    steps.finish("docs/bench.md and docs/bench.svg are written");
    Ok(())
}

/// The directory of the page that contains our element, and of all files that the page loads.
fn app(project: &Project) -> PathBuf {
    project.target().join("bench").join("app")
}

/// Copies the harness and builds its apps, unless the same files were built before.
fn others(project: &Project, source: &Path, harness: &Path) -> Result<()> {
    let mut text = String::new();
    read_all(source, &mut text)?;
    if stamp::is_current(harness, &text) {
        note("the others: built");
        return Ok(());
    }
    copy(source, harness)?;
    tools::node::packages_in(project, harness)?;
    run_program(
        project
            .node(&harness.join("build.mjs"))
            .current_dir(harness),
    )?;
    stamp::write(harness, &text)
}

/// Appends the paths and contents of all files of the harness: the stamp of the build.
fn read_all(directory: &Path, text: &mut String) -> Result<()> {
    for path in entries(directory)? {
        if path.is_dir() {
            read_all(&path, text)?;
        } else {
            *text += &path.display().to_string();
            *text += &String::from_utf8_lossy(&fs::read(&path)?);
        }
    }
    Ok(())
}

/// The entries of a directory, sorted, without those of [`NOT_COPIED`].
fn entries(directory: &Path) -> Result<Vec<PathBuf>> {
    let found = fs::read_dir(directory).with_context(|| directory.display().to_string())?;
    let mut found: Vec<PathBuf> = found
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    found.retain(|path| {
        let name = path.file_name().unwrap_or_default();
        !NOT_COPIED.iter().any(|made| name == *made)
    });
    found.sort();
    Ok(found)
}

/// Copies contents without permissions, so that a read-only file can be replaced by the next copy.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for path in entries(from)? {
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::write(&target, fs::read(&path)?).with_context(|| target.display().to_string())?;
        }
    }
    Ok(())
}

/// Copies the built page and `end2end/perf/app/` into one directory.
fn lay_out(project: &Project) -> Result<()> {
    let app = app(project);
    if app.exists() {
        fs::remove_dir_all(&app)?;
    }
    // Our `index.html` replaces that of `dist/`.
    copy(&project.dist(), &app)?;
    copy(&project.end2end().join("perf/app"), &app)
}

/// The runs of the harness that are needed.
fn parts(how: &Peers) -> Vec<Peers> {
    if how.apps.is_some() || how.scenarios.is_some() {
        return vec![how.clone()];
    }
    let part = |(scenarios, apps): (&str, &str)| {
        let builds = how.beside.iter().map(|(name, _)| name.as_str());
        let apps: Vec<&str> = [apps].into_iter().chain(builds).collect();
        Peers {
            apps: Some(apps.join(",")),
            scenarios: Some(scenarios.to_owned()),
            reps: how.reps,
            beside: Vec::new(),
        }
    };
    PLAN.map(part).into()
}

fn options(how: &Peers) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(apps) = &how.apps {
        words.extend(["--apps".to_owned(), apps.clone()]);
    }
    if let Some(scenarios) = &how.scenarios {
        words.extend(["--scenarios".to_owned(), scenarios.clone()]);
    }
    if let Some(reps) = how.reps {
        words.extend(["--reps".to_owned(), reps.to_string()]);
    }
    words
}

/// The command line of this comparison, for the report.
fn command_line(how: &Peers) -> String {
    let mut words = vec!["cargo xtask bench --peers".to_owned()];
    words.extend(options(how));
    // Where the other builds are is of this machine alone.
    let names = how.beside.iter().map(|(name, _)| name);
    words.extend(names.map(|name| format!("--beside {}=DIR", name.trim_start_matches("midturn@"))));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_named_scenarios_are_measured() {
        let named = Peers {
            scenarios: Some("startup".to_owned()),
            ..Peers::default()
        };
        assert_eq!(parts(&named), [named]);
        let all = parts(&Peers {
            reps: Some(2),
            ..Peers::default()
        });
        assert_eq!(all.len(), PLAN.len());
        assert!(all.iter().all(|part| part.reps == Some(2)));
    }

    #[test]
    fn another_build_is_measured_in_each_run() {
        let all = parts(&Peers {
            beside: vec![("midturn@old".to_owned(), PathBuf::new())],
            ..Peers::default()
        });
        let apps = |part: &Peers| part.apps.clone().unwrap_or_default();
        assert!(all.iter().all(|part| apps(part).ends_with(",midturn@old")));
    }

    #[test]
    fn another_build_has_a_name_and_a_directory() {
        let name = |text| build(text).map(|(name, _)| name);
        assert_eq!(name("old=."), Ok("midturn@old".to_owned()));
        assert!(name("old").is_err());
    }

    #[test]
    fn the_report_shows_the_given_command_line() {
        let how = Peers {
            apps: Some("a,b".to_owned()),
            scenarios: None,
            reps: Some(2),
            beside: vec![("midturn@old".to_owned(), PathBuf::from("/somewhere"))],
        };
        let expected = "cargo xtask bench --peers --apps a,b --reps 2 --beside old=DIR";
        assert_eq!(command_line(&how), expected);
        assert_eq!(command_line(&Peers::default()), "cargo xtask bench --peers");
    }
}
