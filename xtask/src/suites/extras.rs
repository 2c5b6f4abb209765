//! The tests of the extras: node's own test runner, on bundles that the tests make.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::thread;

use anyhow::{Context, Result, ensure};

use super::How;
use crate::counts::Counts;
use crate::project::Project;
use crate::tools;

/// Runs the tests of `extras/`.
///
/// # Errors
/// If the packages cannot be installed, or node writes no report.
pub(super) fn run(project: &Project, _how: &How<'_>) -> Result<Counts> {
    tools::node::ensure_extras(project)?;
    node_tests(project, &project.extras(), &[])
}

/// Runs the tests that node's test runner finds in a directory, with these variables.
pub(super) fn node_tests(
    project: &Project,
    directory: &Path,
    variables: &[(&str, &Path)],
) -> Result<Counts> {
    let report = project.scratch().join("node.tap");
    fs::create_dir_all(project.scratch())?;
    // By itself, node leaves one core to others: on two cores, one file after the other.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let status = project
        .command("node")
        .envs(variables.iter().copied())
        .args(["--test", "--test-reporter=tap"])
        .arg(format!("--test-concurrency={cores}"))
        .arg(format!("--test-reporter-destination={}", report.display()))
        .args(["--test-reporter=dot", "--test-reporter-destination=stdout"])
        .current_dir(directory)
        .status()
        .context("cannot start node")?;
    let report = fs::read_to_string(&report)
        .with_context(|| format!("node ended with {status} and left no report"))?;
    let counts = count(&report)?;
    if counts.failed > 0 {
        println!("{report}");
    }
    ensure!(
        status.success() || counts.failed > 0,
        "the tests in {} ended with {status}",
        directory.display()
    );
    Ok(counts)
}

/// Reads the sums at the end of a TAP report.
fn count(report: &str) -> Result<Counts> {
    let sum = |name: &str| {
        let line = report
            .lines()
            .rev()
            .find_map(|line| line.strip_prefix(&format!("# {name} ")));
        let line = line.with_context(|| format!("node does not say how many tests {name}"))?;
        line.trim().parse::<u64>().context("reading node's report")
    };
    Ok(Counts {
        passed: sum("pass")?,
        failed: sum("fail")? + sum("cancelled")?,
        skipped: sum("skipped")? + sum("todo")?,
        failures: failures(report),
        flaky: Vec::new(),
    })
}

/// The names of the failed tests in a TAP report: `not ok 3 - the name`.
fn failures(report: &str) -> Vec<String> {
    let name = |line: &str| {
        let (_, name) = line
            .trim_start()
            .strip_prefix("not ok ")?
            .split_once(" - ")?;
        Some(name.to_owned())
    };
    report.lines().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_are_read() {
        let report = "ok 1 - a\n    not ok 2 - b\n# tests 9\n# pass 5\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 0";
        let expected = Counts {
            passed: 5,
            failed: 2,
            skipped: 2,
            failures: vec!["b".to_owned()],
            flaky: Vec::new(),
        };
        assert_eq!(count(report).expect("the sums are there"), expected);
        assert!(count("nothing").is_err());
    }
}
