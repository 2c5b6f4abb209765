//! What a suite found: how many tests passed, failed and were skipped.

use std::ops::AddAssign;

/// The tests of one suite, or of several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Tests that passed.
    pub(crate) passed: u64,
    /// Tests that failed.
    pub(crate) failed: u64,
    /// Tests that were not run.
    pub(crate) skipped: u64,
    /// The names of those that failed, where the suite's program says them.
    pub(crate) failures: Vec<String>,
}

impl Counts {
    /// One check that is a suite by itself.
    pub(crate) const ONE: Self = Self {
        passed: 1,
        failed: 0,
        skipped: 0,
        failures: Vec::new(),
    };
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        self.failures.extend(other.failures);
    }
}
