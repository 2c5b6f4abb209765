//! The fuzz suite: every fuzz target of the protocol for a while, on the stable compiler.
//!
//! The coverage flags that cargo-fuzz passes are unstable: `RUSTC_BOOTSTRAP` allows them for this
//! one build. No sanitizer is used, because the code has no `unsafe`.

use std::fs;

use anyhow::{Context, Result, bail};

use super::How;
use crate::counts::Counts;
use crate::process::tee_errors;
use crate::project::Project;
use crate::steps::note;
use crate::tools;

/// Where `cargo fuzz` looks for targets.
const DIRECTORY: &str = "crates/protocol/fuzz";

/// How long each target runs, in seconds.
const SECONDS: u32 = 25;

/// Runs every fuzz target.
///
/// # Errors
/// If there is no target, or one cannot be built.
pub(super) fn run(project: &Project, _how: &How<'_>) -> Result<Counts> {
    let targets = targets(project)?;
    tools::fuzz::ensure(project)?;
    let mut counts = Counts::default();
    for target in targets {
        counts += run_target(project, &target)?;
    }
    Ok(counts)
}

fn targets(project: &Project) -> Result<Vec<String>> {
    let directory = project.root().join(DIRECTORY).join("fuzz_targets");
    let entries = fs::read_dir(&directory)
        .with_context(|| format!("there are no fuzz targets in {DIRECTORY}/fuzz_targets"))?;
    let mut targets = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            targets.extend(
                path.file_stem()
                    .map(|stem| stem.to_string_lossy().into_owned()),
            );
        }
    }
    targets.sort();
    Ok(targets)
}

fn run_target(project: &Project, target: &str) -> Result<Counts> {
    note(&format!("{target}, for {SECONDS} s"));
    let mut command = project.command("cargo");
    command
        .args([
            "fuzz",
            "run",
            "--fuzz-dir",
            DIRECTORY,
            "--sanitizer",
            "none",
        ])
        .args([target, "--", &format!("-max_total_time={SECONDS}")])
        .arg("-print_final_stats=0")
        .env("RUSTC_BOOTSTRAP", "1");
    let (status, output) = tee_errors(&mut command, is_news)?;
    match (status.success(), executions(&output)) {
        (true, Some(executions)) => {
            note(&format!("{target}: {executions} executions, no panic"));
            Ok(Counts::ONE_PASSED)
        }
        (true, None) => bail!("{target} ended without a count of its executions"),
        (false, _) if output.contains("Test unit written to") => {
            note(&format!(
                "{target}: a panic; the input is in {DIRECTORY}/artifacts"
            ));
            Ok(Counts {
                failed: 1,
                failures: vec![target.to_owned()],
                ..Counts::default()
            })
        }
        (false, _) => bail!("the fuzz target {target} could not run: {status}"),
    }
}

/// Whether a line of libFuzzer is shown. Thousands of lines about new inputs and dictionary words
/// are left out.
fn is_news(line: &str) -> bool {
    !line.starts_with(['#', '"'])
}

/// libFuzzer's last line: `Done 1234 runs in 61 second(s)`.
fn executions(output: &str) -> Option<u64> {
    let line = output
        .lines()
        .rev()
        .find(|line| line.starts_with("Done "))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{executions, is_news};

    #[test]
    fn the_executions_are_read() {
        let output = "#2\tINITED cov: 5\nDone 4170318 runs in 61 second(s)\n";
        assert_eq!(executions(output), Some(4_170_318));
        assert_eq!(executions("error: could not compile"), None);
    }

    #[test]
    fn a_panic_is_shown_and_progress_is_not() {
        let panic = "thread '<unnamed>' panicked at src/sse.rs:7:5:\n";
        assert!(is_news(panic) && is_news("    #0 0x55 in run\n") && is_news("Done 9 runs\n"));
        assert!(!is_news("#1325623\tREDUCE cov: 283\n") && !is_news("\"\\000\" # Uses: 7\n"));
    }
}
