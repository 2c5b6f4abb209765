//! A suite's result: how many tests passed, failed and were skipped.

use std::ops::AddAssign;

/// The counts of one suite, or a sum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Tests that passed.
    pub(crate) passed: u64,
    /// Tests that failed.
    pub(crate) failed: u64,
    /// Tests that did not run.
    pub(crate) skipped: u64,
    /// The names of the failed tests, if the suite's program prints them.
    pub(crate) failures: Vec<String>,
    /// The names of the tests that failed, and passed when they ran once more, alone. They are among the passed.
    pub(crate) flaky: Vec<String>,
}

impl Counts {
    /// One passed test.
    pub(crate) const ONE_PASSED: Self = Self {
        passed: 1,
        failed: 0,
        skipped: 0,
        failures: Vec::new(),
        flaky: Vec::new(),
    };
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        self.failures.extend(other.failures);
        self.flaky.extend(other.flaky);
    }
}
