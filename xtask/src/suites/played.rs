//! Runs Playwright, and reads its report.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::counts::Counts;
use crate::project::Project;

/// How many lines of a failed test's error are in the summary.
const REASON_LINES: usize = 12;

/// Runs Playwright.
///
/// # Errors
/// If it does not start, writes no report, or fails though no test failed.
pub(super) fn run(project: &Project, command: &mut Command) -> Result<Counts> {
    let report = project.scratch().join("playwright.json");
    fs::create_dir_all(project.scratch())?;
    if report.exists() {
        fs::remove_file(&report).context("removing the report of the last run")?;
    }
    let status = command
        .env("PLAYWRIGHT_JSON_OUTPUT_NAME", &report)
        .status()
        .context("cannot start Playwright")?;
    let text = fs::read_to_string(&report)
        .with_context(|| format!("Playwright ended with {status} and left no report"))?;
    let counts = count(&text)?;
    if !status.success() && counts.failed == 0 {
        bail!("Playwright ended with {status}, though no test failed");
    }
    Ok(counts)
}

/// Reads the sums of Playwright's JSON report.
fn count(report: &str) -> Result<Counts> {
    let report: serde_json::Value =
        serde_json::from_str(report).context("reading Playwright's report")?;
    let stat = |name: &str| report["stats"][name].as_u64().unwrap_or(0);
    // A file that does not load is an error of the whole run, not of a test.
    let errors = report["errors"].as_array().map_or(0, Vec::len) as u64;
    let mut counts = Counts {
        passed: stat("expected") + stat("flaky"),
        failed: stat("unexpected") + errors,
        skipped: stat("skipped"),
        ..Counts::default()
    };
    add_names(&report, &mut counts);
    Ok(counts)
}

/// The first lines of a failed test's error, indented, each after a line break.
fn reason(test: &serde_json::Value) -> String {
    let results = test["results"].as_array().into_iter().flatten();
    let mut errors = results.filter_map(|result| result["error"]["message"].as_str());
    let message = errors.next_back().unwrap_or_default();
    let lines = message.lines().map(|line| plain(line.trim_end()));
    let lines = lines.filter(|line| !line.is_empty()).take(REASON_LINES);
    lines.fold(String::new(), |reason, line| reason + "\n    " + &line)
}

/// A text without the escape sequences that colour it in a terminal.
fn plain(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once('m').map_or(part, |(_, rest)| rest);
    }
    plain
}

/// The name of a test, with its file.
fn name(spec: &serde_json::Value) -> String {
    let text = |name: &str| spec[name].as_str().unwrap_or_default();
    format!("{}:{} {}", text("file"), spec["line"], text("title"))
}

/// Adds the names of failed and of flaky tests of a suite and its nested suites. A specification is a test
/// in each project that plays it, and its `ok` is that of the first.
fn add_names(suite: &serde_json::Value, counts: &mut Counts) {
    let list = |name: &str| suite[name].as_array().into_iter().flatten();
    for spec in list("specs") {
        for test in spec["tests"].as_array().into_iter().flatten() {
            match test["status"].as_str() {
                Some("unexpected") => counts.failures.push(name(spec) + &reason(test)),
                Some("flaky") => counts.flaky.push(name(spec)),
                _ => {}
            }
        }
    }
    for suite in list("suites") {
        add_names(suite, counts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_are_read() {
        let report = r#"{"stats":{"expected":40,"unexpected":1,"flaky":1,"skipped":3},"errors":[],
            "suites":[{"specs":[{"title":"it starts","file":"card.spec.ts","line":3,
                "tests":[{"status":"expected"},{"status":"flaky"}]}],"suites":[
                {"specs":[{"title":"it stops","file":"card.spec.ts","line":7,
                    "tests":[{"status":"expected"},{"status":"unexpected","results":[{"error":
                        {"message":"Error: \u001b[31mno card\u001b[39m\n\n  at once"}}]}]}]}]}]}"#;
        let expected = Counts {
            passed: 41,
            failed: 1,
            skipped: 3,
            failures: vec!["card.spec.ts:7 it stops\n    Error: no card\n      at once".to_owned()],
            flaky: vec!["card.spec.ts:3 it starts".to_owned()],
        };
        assert_eq!(count(report).expect("it is JSON"), expected);
    }

    #[test]
    fn a_file_that_does_not_load_is_a_failure() {
        let report = r#"{"stats":{"expected":0},"errors":[{"message":"SyntaxError"}]}"#;
        assert_eq!(count(report).expect("it is JSON").failed, 1);
    }

    #[test]
    fn a_broken_report_is_an_error() {
        assert!(count("").is_err());
    }
}
