//! The newcomer's build, in a process of its own while the first suites run. Compiling the optimised
//! program ends with minutes on one core.
//!
//! What it prints goes to a file, and is shown when the suite's turn comes.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

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

    /// Waits for its end, and shows what it printed.
    ///
    /// # Errors
    /// If the person stops it, or it failed.
    pub(super) fn wait(self) -> Result<Counts> {
        let status = self.process.wait()?;
        print!("{}", said(&self.output)?);
        let seconds = self.begin.elapsed().as_secs_f64();
        note(&format!(
            "beside the suites before, {seconds:.0} s since its begin"
        ));
        ensure!(status.success(), "the newcomer ended with {status}");
        Ok(Counts::ONE_PASSED)
    }
}

fn said(output: &Path) -> Result<String> {
    fs::read_to_string(output).context("reading the newcomer's output")
}
