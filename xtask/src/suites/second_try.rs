//! The second try of a browser test that fails: once, alone, after all others, with its trace. A test
//! that passes then is flaky.
//!
//! A browser test shares its machine with others, so it may fail without a fault. Harnesses that decide
//! what happens when (the core's, the driver's walks, the agent's simulation) have no second try.

use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use super::played;
use crate::counts::Counts;
use crate::project::Project;
use crate::steps::note;

/// If more tests fail, something is broken, and none is tried again.
const MOST: usize = 12;

/// Runs the tests of a command of Playwright, and those that fail once more. Returns the counts, and
/// the report of the first try as JSON text.
///
/// # Errors
/// If Playwright writes no report.
pub(super) fn play(project: &Project, make: impl Fn() -> Command) -> Result<(Counts, String)> {
    let first = played::report_of(project, &mut make())?;
    let counts = played::count(&first)?;
    let failed = specs(&first, |spec| spec["ok"] == false)?;
    if failed.is_empty() || failed.len() > MOST || counts.failed > failed.len() as u64 {
        return Ok((counts, first));
    }
    note(&format!(
        "{} failed: each runs once more, alone",
        failed.len()
    ));
    let mut again = make();
    again.args(["--last-failed", "--workers=1", "--trace=on"]);
    let second = played::report_of(project, &mut again)?;
    Ok((judged(counts, &failed, &second)?, first))
}

/// A test, as the report names it.
#[derive(Debug, PartialEq)]
struct Spec {
    id: String,
    name: String,
}

/// The counts after the second try.
fn judged(mut counts: Counts, failed: &[Spec], second: &str) -> Result<Counts> {
    let passed = specs(second, |spec| spec["ok"] == true)?;
    for spec in failed {
        if !passed.iter().any(|other| other.id == spec.id) {
            continue;
        }
        counts.failed -= 1;
        counts.passed += 1;
        let (why, others) = counts
            .failures
            .into_iter()
            .partition::<Vec<_>, _>(|failure| failure.starts_with(&spec.name));
        counts.failures = others;
        note(&format!("passed when it ran alone: {}", why.join("\n")));
        counts.flaky.push(spec.name.clone());
    }
    Ok(counts)
}

/// The tests of a report that `is_wanted` accepts.
fn specs(report: &str, is_wanted: impl Fn(&Value) -> bool) -> Result<Vec<Spec>> {
    let report: Value = serde_json::from_str(report).context("reading Playwright's report")?;
    let mut found = Vec::new();
    collect(&report, &is_wanted, &mut found);
    Ok(found)
}

fn collect(suite: &Value, is_wanted: &impl Fn(&Value) -> bool, found: &mut Vec<Spec>) {
    let list = |name: &str| suite[name].as_array().into_iter().flatten();
    found.extend(
        list("specs")
            .filter(|spec| is_wanted(spec))
            .map(|spec| Spec {
                id: spec["id"].as_str().unwrap_or_default().to_owned(),
                name: played::name(spec),
            }),
    );
    for suite in list("suites") {
        collect(suite, is_wanted, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(specs: &str) -> String {
        format!("{{\"suites\":[{{\"specs\":[{specs}]}}]}}")
    }

    fn spec(id: &str, ok: bool) -> String {
        format!(
            "{{\"id\":\"{id}\",\"ok\":{ok},\"file\":\"a.spec.ts\",\"line\":7,\"title\":\"{id}\"}}"
        )
    }

    #[test]
    fn what_passes_alone_is_flaky_and_what_fails_again_has_failed() {
        let first =
            report(&[spec("stops", false), spec("goes", false), spec("is", true)].join(","));
        let failed = specs(&first, |spec| spec["ok"] == false).expect("it is JSON");
        assert_eq!(failed.len(), 2);
        let counts = Counts {
            passed: 1,
            failed: 2,
            failures: vec![
                "a.spec.ts:7 stops\n  why".to_owned(),
                "a.spec.ts:7 goes".to_owned(),
            ],
            ..Counts::default()
        };
        let second = report(&[spec("stops", true), spec("goes", false)].join(","));
        let judged = judged(counts, &failed, &second).expect("it is JSON");
        let expected = Counts {
            passed: 2,
            failed: 1,
            failures: vec!["a.spec.ts:7 goes".to_owned()],
            flaky: vec!["a.spec.ts:7 stops".to_owned()],
            ..Counts::default()
        };
        assert_eq!(judged, expected);
    }
}
