//! The build, in a process of its own while the first suites run. Compiling the optimised program
//! ends with minutes on one core.
//!
//! What it prints goes to a file, and is shown when the suite's turn comes.

use std::env;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};

use super::Suite;
use super::list::BUILD;
use crate::children::Guard;
use crate::counts::Counts;
use crate::project::Project;
use crate::steps::note;
use crate::tools;

/// The running build.
pub(super) struct Beside {
    process: Guard,
    output: PathBuf,
    begin: Instant,
}

impl Beside {
    /// Starts the build if there are suites before it.
    ///
    /// # Errors
    /// If what both need cannot be installed, or the process cannot be started.
    pub(super) fn start(project: &Project, suites: &[&Suite]) -> Result<Option<Self>> {
        let place = suites.iter().position(|suite| suite.name == BUILD);
        if place.is_none_or(|place| place == 0) {
            return Ok(None);
        }
        // Two processes must not install the same at the same time.
        tools::rust::check_target(project)?;
        tools::node::ensure(project)?;
        tools::node::ensure_extras(project)?;
        fs::create_dir_all(project.scratch())?;
        let output = project.scratch().join("build.log");
        let file = File::create(&output).context("making the file for the build's output")?;
        let mut command = Command::new(env::current_exe().context("finding this program")?);
        command
            .args(["test", "--filter", BUILD])
            .current_dir(project.root())
            .stderr(file.try_clone()?)
            .stdout(file);
        Ok(Some(Self {
            process: Guard::start("the build", &mut command)?,
            output,
            begin: Instant::now(),
        }))
    }

    /// Waits for its end, shows what it printed, and returns its counts.
    ///
    /// # Errors
    /// If the person stops it, or it ended without counts.
    pub(super) fn wait(self) -> Result<Counts> {
        let status = self.process.wait()?;
        let said = fs::read_to_string(&self.output).context("reading the build's output")?;
        print!("{said}");
        let seconds = self.begin.elapsed().as_secs_f64();
        note(&format!("beside the suites before, for {seconds:.0} s"));
        counts(&said).with_context(|| format!("the build ended with {status}, without counts"))
    }
}

/// The counts in the report that the process printed.
fn counts(said: &str) -> Option<Counts> {
    let mut lines = said.lines().rev();
    let sums = lines.find_map(|line| line.strip_prefix(BUILD)?.strip_prefix(": "))?;
    let mut numbers = sums
        .split(", ")
        .map(|part| part.split_once(' ')?.0.parse().ok());
    let mut next = || numbers.next().flatten();
    Some(Counts {
        passed: next()?,
        failed: next()?,
        skipped: next()?,
        ..Counts::default()
    })
}

#[cfg(test)]
mod tests {
    use super::counts;
    use crate::counts::Counts;

    #[test]
    fn the_counts_are_read_from_the_report() {
        let said = "compiling\nbuild: over the budget\nbuild: 2 passed, 1 failed, 0 skipped\n2 passed, 1 failed\n";
        let expected = Counts {
            passed: 2,
            failed: 1,
            ..Counts::default()
        };
        assert_eq!(counts(said), Some(expected));
        assert_eq!(counts("error: no cargo"), None);
    }
}
