//! Prints progress: numbered steps with the seconds each took.

use std::time::Instant;

use anyhow::Result;

/// The steps of one command.
pub(crate) struct Steps {
    total: usize,
    done: usize,
    started: Instant,
}

impl Steps {
    /// Announces a command of `total` steps.
    pub(crate) fn new(title: &str, total: usize) -> Self {
        println!("{title}");
        Self {
            total,
            done: 0,
            started: Instant::now(),
        }
    }

    /// Runs the next step. First prints what the step does, and at the end how long it took.
    ///
    /// # Errors
    /// The error of the step.
    pub(crate) fn run<T>(&mut self, what: &str, step: impl FnOnce() -> Result<T>) -> Result<T> {
        self.done += 1;
        println!("[{}/{}] {what}", self.done, self.total);
        let started = Instant::now();
        let result = step();
        let seconds = started.elapsed().as_secs_f64();
        match &result {
            Ok(_) => println!("      done in {seconds:.1} s"),
            Err(_) => println!("      failed after {seconds:.1} s"),
        }
        result
    }

    /// Prints how long the whole command took.
    pub(crate) fn finish(self, title: &str) {
        println!("{title} ({:.1} s)", self.started.elapsed().as_secs_f64());
    }
}

/// Prints a line below the current step.
pub(crate) fn note(text: &str) {
    println!("      {text}");
}
