//! The summary at the end: a line for each suite, the names of failed tests, and the sum as the
//! last line.

use std::fmt;

use anyhow::Result;

use crate::counts::Counts;

/// The suites that ran, in order.
#[derive(Default)]
pub(super) struct Report {
    lines: Vec<(&'static str, Counts, Option<String>)>,
}

impl Report {
    /// Adds a suite's result. A suite that could not run, or ran nothing, counts as one failure.
    pub(super) fn add(&mut self, name: &'static str, outcome: Result<Counts>) {
        let failure = Counts {
            failed: 1,
            ..Counts::default()
        };
        let (counts, remark) = match outcome {
            Ok(counts) if counts.passed + counts.failed == 0 => {
                let counts = Counts {
                    skipped: counts.skipped,
                    ..failure
                };
                (counts, Some("it ran nothing".to_owned()))
            }
            Ok(counts) => (counts, None),
            Err(error) => (failure, Some(format!("{error:#}"))),
        };
        self.lines.push((name, counts, remark));
    }

    /// Whether everything passed.
    pub(super) fn passed(&self) -> bool {
        let total = self.total();
        total.failed == 0 && total.passed > 0
    }

    fn total(&self) -> Counts {
        let mut total = Counts::default();
        for (_, counts, _) in &self.lines {
            total += counts.clone();
        }
        total
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, counts, remark) in &self.lines {
            if let Some(remark) = remark {
                writeln!(out, "{name}: {remark}")?;
            }
            let Counts {
                passed,
                failed,
                skipped,
                failures,
            } = counts;
            writeln!(
                out,
                "{name}: {passed} passed, {failed} failed, {skipped} skipped"
            )?;
            for failure in failures {
                writeln!(out, "  failed: {failure}")?;
            }
        }
        let total = self.total();
        write!(out, "{} passed, {} failed", total.passed, total.failed)
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn the_last_line_is_the_sum() {
        let mut report = Report::default();
        report.add("fmt", Ok(Counts::ONE_PASSED));
        report.add(
            "unit",
            Ok(Counts {
                passed: 41,
                skipped: 2,
                ..Counts::default()
            }),
        );
        let text = report.to_string();
        assert!(text.contains("unit: 41 passed, 0 failed, 2 skipped\n"));
        assert_eq!(text.lines().last(), Some("42 passed, 0 failed"));
        assert!(report.passed());
    }

    #[test]
    fn a_suite_that_could_not_run_is_a_failure_with_its_reason() {
        let mut report = Report::default();
        report.add("fmt", Ok(Counts::ONE_PASSED));
        report.add("e2e", Err(anyhow!("no browser")));
        let text = report.to_string();
        assert!(text.contains("e2e: no browser"));
        assert_eq!(text.lines().last(), Some("1 passed, 1 failed"));
        assert!(!report.passed());
    }

    #[test]
    fn failed_tests_are_named_below_their_suite() {
        let mut report = Report::default();
        let failed = Counts {
            failed: 1,
            failures: vec!["card.spec.ts: it stops".to_owned()],
            ..Counts::ONE_PASSED
        };
        report.add("e2e", Ok(failed));
        let text = report.to_string();
        assert!(
            text.contains("e2e: 1 passed, 1 failed, 0 skipped\n  failed: card.spec.ts: it stops\n")
        );
        assert_eq!(text.lines().last(), Some("1 passed, 1 failed"));
    }

    #[test]
    fn a_suite_that_ran_nothing_is_a_failure() {
        let mut report = Report::default();
        report.add(
            "unit",
            Ok(Counts {
                skipped: 3,
                ..Counts::default()
            }),
        );
        assert!(!report.passed());
        assert!(report.to_string().contains("ran nothing"));
    }
}
