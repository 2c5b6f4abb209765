//! Playwright's report: how it is written, and what it says.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::counts::Counts;
use crate::project::Project;

/// How many lines of a failed test's error are in the summary.
const REASON_LINES: usize = 12;

/// Runs Playwright, and returns its report as JSON text.
///
/// # Errors
/// If it does not start, writes no report, or fails though no test failed.
pub(super) fn report_of(project: &Project, command: &mut Command) -> Result<String> {
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
    if !status.success() && count(&text)?.failed == 0 {
        bail!("Playwright ended with {status}, though no test failed");
    }
    Ok(text)
}

/// Reads the sums of Playwright's JSON report.
pub(super) fn count(report: &str) -> Result<Counts> {
    let report: serde_json::Value =
        serde_json::from_str(report).context("reading Playwright's report")?;
    let stat = |name: &str| report["stats"][name].as_u64().unwrap_or(0);
    // Playwright's own retries are not used, see `second_try`. A test that needed one counts as failed.
    let flaky = stat("flaky");
    // A file that does not load is an error of the whole run, not of a test.
    let errors = report["errors"].as_array().map_or(0, Vec::len) as u64;
    let mut failures = Vec::new();
    name_failures(&report, &mut failures);
    Ok(Counts {
        passed: stat("expected"),
        failed: stat("unexpected") + flaky + errors,
        skipped: stat("skipped"),
        failures,
        flaky: Vec::new(),
    })
}

/// The first lines of a failed test's error, indented, each after a line break.
fn reason(spec: &serde_json::Value) -> String {
    let list = |value: &'_ serde_json::Value, name| value[name].as_array().cloned();
    let tests = list(spec, "tests").unwrap_or_default();
    let results = tests.iter().filter_map(|test| list(test, "results"));
    let mut errors = results.flatten().filter_map(|result| {
        let message = result["error"]["message"].as_str()?;
        Some(message.to_owned())
    });
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
pub(super) fn name(spec: &serde_json::Value) -> String {
    let text = |name: &str| spec[name].as_str().unwrap_or_default();
    format!("{}:{} {}", text("file"), spec["line"], text("title"))
}

/// Collects the names of failed tests of a suite and its nested suites.
fn name_failures(suite: &serde_json::Value, failures: &mut Vec<String>) {
    let list = |name: &str| suite[name].as_array().into_iter().flatten();
    for spec in list("specs").filter(|spec| spec["ok"] == false) {
        failures.push(name(spec) + &reason(spec));
    }
    for suite in list("suites") {
        name_failures(suite, failures);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_are_read() {
        let report = r#"{"stats":{"expected":40,"unexpected":1,"flaky":2,"skipped":3},"errors":[],
            "suites":[{"specs":[{"title":"it starts","ok":true}],"suites":[
                {"specs":[{"title":"it stops","ok":false,"file":"card.spec.ts","line":7,
                    "tests":[{"results":[{"error":
                        {"message":"Error: \u001b[31mno card\u001b[39m\n\n  at once"}}]}]}]}]}]}"#;
        let expected = Counts {
            passed: 40,
            failed: 3,
            skipped: 3,
            failures: vec!["card.spec.ts:7 it stops\n    Error: no card\n      at once".to_owned()],
            flaky: Vec::new(),
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
