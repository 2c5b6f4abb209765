//! One test by its name, of those that guard a merge: what `cargo xtask mutate` runs.
//!
//! Its output is not shown, since it is expected to fail.

use std::fmt;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, bail, ensure};

use super::playwright::NOT_IN_THE_GATE;
use super::{cargo, played, playwright};
use crate::counts::Counts;
use crate::project::Project;
use crate::tools;

/// Makes compiling quick. One test does not need fast crates, and nobody reads its traces.
const QUICK: [&str; 3] = [
    "profile.dev.debug=false",
    "profile.dev.package.midturn-core.opt-level=0",
    "profile.dev.package.midturn-protocol.opt-level=0",
];

/// How many lines of a program's errors are repeated.
const LINES: usize = 12;

/// A test, or a few whose names have a part in common.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// Of a crate.
    Cargo {
        /// The crate.
        package: String,
        /// A part of the test's path.
        filter: String,
    },
    /// Of node's test runner.
    Node {
        /// The directory, from the root.
        directory: String,
        /// A part of the test's name.
        name: String,
    },
    /// Of Playwright.
    Browser {
        /// The file in `end2end/specs/`.
        spec: String,
        /// A part of the test's title.
        title: String,
    },
}

/// What browser tests run with.
pub(crate) struct Browser {
    /// The browser.
    pub(crate) chromium: PathBuf,
    /// The agent's executable.
    pub(crate) agent: PathBuf,
}

impl Named {
    /// Reads `cargo PACKAGE FILTER`, `node DIRECTORY NAME` or `e2e SPEC TITLE`.
    ///
    /// # Errors
    /// If it is none of these.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut words = text.splitn(3, ' ').map(str::to_owned);
        let (Some(kind), Some(place), Some(name)) = (words.next(), words.next(), words.next())
        else {
            bail!("`{text}` names no test");
        };
        Ok(match kind.as_str() {
            "cargo" => Self::Cargo {
                package: place,
                filter: name,
            },
            "node" => Self::Node {
                directory: place,
                name,
            },
            "e2e" => Self::Browser {
                spec: place,
                title: name,
            },
            _ => bail!("`{kind}` is no kind of test: cargo, node and e2e are"),
        })
    }

    /// Whether it runs in a browser.
    pub(crate) fn is_in_browser(&self) -> bool {
        matches!(self, Self::Browser { .. })
    }

    /// Whether it needs packages of npm.
    pub(crate) fn needs_node(&self) -> bool {
        !matches!(self, Self::Cargo { .. })
    }

    /// Runs it. Browser tests need `browser`, and `dist/`.
    ///
    /// # Errors
    /// If it does not compile, or its program ends without a result.
    pub(crate) fn run(&self, project: &Project, browser: Option<&Browser>) -> Result<Counts> {
        match self {
            Self::Cargo { package, filter } => run_cargo(project, package, filter),
            Self::Node { directory, name } => run_node(project, directory, name),
            Self::Browser { spec, title } => {
                let browser = browser.context("there is no browser")?;
                run_browser(project, spec, title, browser)
            }
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cargo { package, filter } => write!(out, "cargo {package} {filter}"),
            Self::Node { directory, name } => write!(out, "node {directory} {name}"),
            Self::Browser { spec, title } => write!(out, "e2e {spec} {title}"),
        }
    }
}

fn run_cargo(project: &Project, package: &str, filter: &str) -> Result<Counts> {
    let mut command = project.command("cargo");
    command.arg("test");
    for setting in QUICK {
        command.args(["--config", setting]);
    }
    command.args(["--package", package, filter]);
    let output = command.output().context("cannot start cargo")?;
    let counts = cargo::count(&String::from_utf8_lossy(&output.stdout));
    ensure!(
        output.status.success() || counts.failed > 0,
        "cargo test ended with {} before all tests ran:\n{}",
        output.status,
        errors(&String::from_utf8_lossy(&output.stderr))
    );
    Ok(counts)
}

/// The first errors of a compiler, or the last lines.
fn errors(said: &str) -> String {
    let lines: Vec<&str> = said.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("error"));
    let from = first.unwrap_or(lines.len().saturating_sub(LINES));
    let some: Vec<&str> = lines[from..].iter().take(LINES).copied().collect();
    some.join("\n")
}

fn run_node(project: &Project, directory: &str, name: &str) -> Result<Counts> {
    let mut command = project.command("node");
    command
        .args(["--test", "--test-reporter=tap"])
        .arg(format!("--test-name-pattern={}", escaped(name)))
        .current_dir(project.root().join(directory));
    let output = command.output().context("cannot start node")?;
    let counts = count_named(&String::from_utf8_lossy(&output.stdout), name);
    ensure!(
        output.status.success() || counts.failed > 0,
        "node ended with {}:\n{}",
        output.status,
        errors(&String::from_utf8_lossy(&output.stderr))
    );
    Ok(counts)
}

/// Counts the tests of a TAP report whose names have this part. Node counts others too: those that
/// were left out, and files.
fn count_named(report: &str, name: &str) -> Counts {
    let mut counts = Counts::default();
    for line in report.lines().map(str::trim_start) {
        let Some((result, test)) = line.split_once(" - ") else {
            continue;
        };
        if !test.contains(name) || test.contains("# SKIP") {
            continue;
        }
        if result.starts_with("not ok") {
            counts.failed += 1;
            counts.failures.push(test.to_owned());
        } else if result.starts_with("ok") {
            counts.passed += 1;
        }
    }
    counts
}

fn run_browser(project: &Project, spec: &str, title: &str, browser: &Browser) -> Result<Counts> {
    let mut command = playwright::command(project);
    command
        .arg(format!("specs/{spec}"))
        .args(["--project=chromium", "--workers=1", "--retries=0"])
        .arg(format!("--grep={}", escaped(title)))
        .arg(format!("--grep-invert={NOT_IN_THE_GATE}"))
        .env("MIDTURN_DIST", project.dist())
        .env("MIDTURN_AGENT_BIN", &browser.agent)
        .env(tools::browser::VARIABLE, &browser.chromium)
        .env("MIDTURN_BACKENDS", "")
        .stdout(Stdio::null());
    played::run(project, &mut command)
}

/// A text as a regular expression that matches it.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if r"\^$.|?*+()[]{}/".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_named_by_its_kind_its_place_and_its_name() {
        let test = Named::parse("e2e a.spec.ts it stops, at once").expect("it is a name");
        let expected = Named::Browser {
            spec: "a.spec.ts".to_owned(),
            title: "it stops, at once".to_owned(),
        };
        assert_eq!(test, expected);
        assert_eq!(test.to_string(), "e2e a.spec.ts it stops, at once");
        assert!(Named::parse("cargo midturn").is_err());
        assert!(Named::parse("make all tests").is_err());
    }

    #[test]
    fn only_the_named_tests_of_node_count() {
        let report = "\
# Subtest: it stops
not ok 1 - it stops
    ok 1 - it stops twice
ok 2 - it goes # SKIP test name does not match pattern
ok 3 - it stops later # SKIP test name does not match pattern
ok 4 - a.test.js
# pass 2";
        let counts = count_named(report, "it stops");
        assert_eq!((counts.passed, counts.failed), (1, 1));
        assert_eq!(counts.failures, ["it stops"]);
    }

    #[test]
    fn the_errors_of_a_compiler_are_repeated() {
        assert_eq!(
            errors("   Compiling a\nerror[E0]: no\n --> a"),
            "error[E0]: no\n --> a"
        );
        assert_eq!(errors("a\nb"), "a\nb");
    }

    #[test]
    fn signs_of_a_regular_expression_are_escaped() {
        assert_eq!(escaped("what? (now)"), r"what\? \(now\)");
    }
}
