//! The summary at the end: how long each suite took, its counts, the names of failed and of flaky
//! tests, and the sum as the last line.

use std::fmt;
use std::time::Duration;

use anyhow::Result;

use crate::counts::Counts;

/// So many flaky tests in one run are a fault: of the machine, or of what they test.
const TOO_MANY_FLAKY: usize = 3;

/// The suites that ran, in order.
#[derive(Default)]
pub(super) struct Report {
    lines: Vec<Line>,
}

/// One suite's result.
struct Line {
    name: &'static str,
    counts: Counts,
    took: Duration,
    /// Why it could not run, or that it ran nothing.
    remark: Option<String>,
}

impl Report {
    /// Adds a suite's result. A suite that could not run, or ran nothing, counts as one failure.
    pub(super) fn add(&mut self, name: &'static str, outcome: Result<Counts>, took: Duration) {
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
        self.lines.push(Line {
            name,
            counts,
            took,
            remark,
        });
    }

    /// Whether everything passed.
    pub(super) fn passed(&self) -> bool {
        let total = self.total();
        total.failed == 0 && total.passed > 0
    }

    fn total(&self) -> Counts {
        let mut total = Counts::default();
        for line in &self.lines {
            total += line.counts.clone();
        }
        if total.flaky.len() >= TOO_MANY_FLAKY {
            total.failed += 1;
        }
        total
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "minutes, each with its suite:")?;
        for Line { name, took, .. } in &self.lines {
            writeln!(out, "{:7.1}  {name}", took.as_secs_f64() / 60.0)?;
        }
        for line in &self.lines {
            let Line { name, counts, .. } = line;
            if let Some(remark) = &line.remark {
                writeln!(out, "{name}: {remark}")?;
            }
            let Counts {
                passed,
                failed,
                skipped,
                failures,
                flaky: _,
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
        for name in &total.flaky {
            writeln!(out, "flaky: {name}")?;
        }
        if total.flaky.len() >= TOO_MANY_FLAKY {
            writeln!(
                out,
                "{} tests are flaky: that is a failure",
                total.flaky.len()
            )?;
        }
        write!(out, "{} passed, {} failed", total.passed, total.failed)
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    const TOOK: Duration = Duration::from_secs(90);

    #[test]
    fn the_last_line_is_the_sum() {
        let mut report = Report::default();
        report.add("fmt", Ok(Counts::ONE_PASSED), TOOK);
        let unit = Counts {
            passed: 41,
            skipped: 2,
            ..Counts::default()
        };
        report.add("unit", Ok(unit), TOOK);
        let text = report.to_string();
        assert!(text.contains("    1.5  unit\n"), "{text}");
        assert!(text.contains("unit: 41 passed, 0 failed, 2 skipped\n"));
        assert_eq!(text.lines().last(), Some("42 passed, 0 failed"));
        assert!(report.passed());
    }

    #[test]
    fn a_suite_that_could_not_run_is_a_failure_with_its_reason() {
        let mut report = Report::default();
        report.add("fmt", Ok(Counts::ONE_PASSED), TOOK);
        report.add("e2e", Err(anyhow!("no browser")), TOOK);
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
        report.add("e2e", Ok(failed), TOOK);
        let text = report.to_string();
        assert!(
            text.contains("e2e: 1 passed, 1 failed, 0 skipped\n  failed: card.spec.ts: it stops\n")
        );
        assert_eq!(text.lines().last(), Some("1 passed, 1 failed"));
    }

    #[test]
    fn a_suite_that_ran_nothing_is_a_failure() {
        let mut report = Report::default();
        let skipped = Counts {
            skipped: 3,
            ..Counts::default()
        };
        report.add("unit", Ok(skipped), TOOK);
        assert!(!report.passed());
        assert!(report.to_string().contains("ran nothing"));
    }

    #[test]
    fn two_flaky_tests_are_named_and_a_third_is_a_failure() {
        let flaky = |names: &[&str]| Counts {
            flaky: names.iter().map(ToString::to_string).collect(),
            ..Counts::ONE_PASSED
        };
        let mut report = Report::default();
        report.add("e2e", Ok(flaky(&["a", "b"])), TOOK);
        let text = report.to_string();
        assert!(text.ends_with("flaky: a\nflaky: b\n1 passed, 0 failed"));
        assert!(report.passed());
        report.add("vite-react", Ok(flaky(&["c"])), TOOK);
        assert!(!report.passed());
        assert!(report.to_string().ends_with("2 passed, 1 failed"));
    }
}
