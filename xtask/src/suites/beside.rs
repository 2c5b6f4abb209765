//! The newcomer's build, in a process of its own while the first suites run. Compiling the optimised
//! program ends with minutes on one core.
//!
//! What it prints goes to a file, and is shown when the suite's turn comes.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::Suite;
use super::list::NEWCOMER;
use crate::children::{self, Guard};
use crate::counts::Counts;
use crate::project::Project;
use crate::serve;
use crate::steps::note;
use crate::tools;

/// How often its output is read until the build has begun.
const POLL: Duration = Duration::from_millis(100);

/// The running process.
pub(super) struct Beside {
    process: Guard,
    output: PathBuf,
    begin: Instant,
}

impl Beside {
    /// Starts it if there are suites before it.
    ///
    /// # Errors
    /// If what both need cannot be installed, or the process cannot be started.
    pub(super) fn start(project: &Project, suites: &[&Suite]) -> Result<Option<Self>> {
        let place = suites.iter().position(|suite| suite.name == NEWCOMER);
        if place.is_none_or(|place| place == 0) {
            return Ok(None);
        }
        // Two processes must not install the same at the same time.
        tools::node::ensure(project)?;
        tools::node::ensure_extras(project)?;
        fs::create_dir_all(project.scratch())?;
        let output = project.scratch().join("newcomer.log");
        let file = File::create(&output).context("making the file for the newcomer's output")?;
        let mut command = Command::new(env::current_exe().context("finding this program")?);
        command
            .args(["test", "--filter", NEWCOMER])
            .current_dir(project.root())
            .stderr(file.try_clone()?)
            .stdout(file);
        let mut beside = Self {
            process: Guard::start("the newcomer", &mut command)?.with_children(),
            output,
            begin: Instant::now(),
        };
        beside.wait_for_begin()?;
        Ok(Some(beside))
    }

    /// Waits until cargo has made the newcomer's `cargo xtask`. While another cargo compiles tests, it
    /// would wait for minutes for its turn to write into the same directory.
    fn wait_for_begin(&mut self) -> Result<()> {
        while !children::stopped() && self.process.check().is_ok() {
            if said(&self.output)?.contains(serve::BEGIN) {
                break;
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }

    /// Waits for its end, shows what it printed, and returns its counts.
    ///
    /// # Errors
    /// If the person stops it, or it ended without counts.
    pub(super) fn wait(self) -> Result<Counts> {
        let status = self.process.wait()?;
        let said = said(&self.output)?;
        print!("{said}");
        let seconds = self.begin.elapsed().as_secs_f64();
        note(&format!(
            "beside the suites before, {seconds:.0} s since its begin"
        ));
        counts(&said).with_context(|| format!("the newcomer ended with {status}, without counts"))
    }
}

fn said(output: &Path) -> Result<String> {
    fs::read_to_string(output).context("reading the newcomer's output")
}

/// The counts in the report that the process printed.
fn counts(said: &str) -> Option<Counts> {
    let mut lines = said.lines().rev();
    let sums = lines.find_map(|line| line.strip_prefix(NEWCOMER)?.strip_prefix(": "))?;
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
        let said = "compiling\nnewcomer: over the budget\nnewcomer: 2 passed, 1 failed, 0 skipped\n2 passed, 1 failed\n";
        let expected = Counts {
            passed: 2,
            failed: 1,
            ..Counts::default()
        };
        assert_eq!(counts(said), Some(expected));
        assert_eq!(counts("error: no cargo"), None);
    }
}
