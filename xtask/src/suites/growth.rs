//! The growth suite: checks that the cost of a token, an event or a delta does not grow with the
//! amount of earlier data. It counts instructions, which do not depend on the load of the machine.
//!
//! The cases are in `crates/core-tests/benches/growth.rs`. This module has the sizes that are
//! compared, and the allowed ratio of their costs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::How;
use crate::counts::Counts;
use crate::process::capture;
use crate::project::Project;
use crate::steps::note;
use crate::tools;

/// The function whose instructions are counted, including its callees.
const COUNTED: &str = "*midturn_measured*";

/// The allowed ratio of the costs if the large size means four times the work.
const LINEAR: f64 = 4.4;

/// The allowed ratio of the costs if the size should not matter.
const CONSTANT: f64 = 1.1;

/// Two sizes of one case, to compare.
struct Compared {
    case: &'static str,
    what: &'static str,
    small: u32,
    large: u32,
    /// The allowed ratio of the large size's cost to the small size's.
    most: f64,
}

const ALL: [Compared; 10] = [
    Compared {
        case: "markdown",
        what: "bytes of mixed markdown, 6 characters at a time",
        small: 35_000,
        large: 140_000,
        most: LINEAR,
    },
    Compared {
        case: "fence",
        what: "bytes of code in blocks, 6 characters at a time",
        small: 35_000,
        large: 140_000,
        most: LINEAR,
    },
    Compared {
        case: "block",
        what: "bytes of one block of code, 6 characters at a time",
        small: 35_000,
        large: 140_000,
        most: LINEAR,
    },
    Compared {
        case: "nested",
        what: "bytes of emphasis in emphasis, at once",
        small: 15_000,
        large: 60_000,
        most: LINEAR,
    },
    Compared {
        case: "addresses",
        what: "bytes of addresses in one run of characters, at once",
        small: 15_000,
        large: 60_000,
        most: LINEAR,
    },
    Compared {
        case: "sse",
        what: "events of a stream",
        small: 2_000,
        large: 8_000,
        most: LINEAR,
    },
    Compared {
        case: "sse-event",
        what: "bytes of one event, 1 KB at a time",
        small: 256 * 1024,
        large: 1024 * 1024,
        most: LINEAR,
    },
    Compared {
        case: "agui",
        what: "deltas of an AG-UI stream",
        small: 1_000,
        large: 4_000,
        most: LINEAR,
    },
    Compared {
        case: "reducer-thread",
        what: "messages before the one that 1000 tokens are added to",
        small: 5,
        large: 5_000,
        most: CONSTANT,
    },
    Compared {
        case: "reducer-message",
        what: "bytes of the message that 1000 tokens are added to",
        small: 1_000,
        large: 100_000,
        most: CONSTANT,
    },
];

/// Counts and compares.
///
/// # Errors
/// If valgrind is missing and cannot be installed, or nothing could be counted.
pub(super) fn run(project: &Project, _how: &How<'_>) -> Result<Counts> {
    tools::system::valgrind(project)?;
    let program = compile(project)?;
    fs::create_dir_all(project.scratch())?;
    let mut counts = Counts::default();
    for compared in &ALL {
        let (small, large) = both(project, &program, compared)?;
        let times = ratio(small, large);
        let passed = times <= compared.most;
        note(&format!(
            "{} {:<16} {:>7} → {:>7} {}: {small} → {large} instructions, × {times:.2} (at most {})",
            if passed { "ok  " } else { "FAIL" },
            compared.case,
            compared.small,
            compared.large,
            compared.what,
            compared.most,
        ));
        counts += Counts {
            passed: u64::from(passed),
            failed: u64::from(!passed),
            failures: (!passed)
                .then(|| compared.case.to_owned())
                .into_iter()
                .collect(),
            ..Counts::default()
        };
    }
    Ok(counts)
}

/// Counts both sizes in parallel, on two cores.
fn both(project: &Project, program: &Path, compared: &Compared) -> Result<(u64, u64)> {
    std::thread::scope(|scope| {
        let small = scope.spawn(|| count(project, program, compared.case, compared.small));
        let large = count(project, program, compared.case, compared.large)?;
        match small.join() {
            Ok(small) => Ok((small?, large)),
            Err(_) => bail!("the thread that ran valgrind panicked"),
        }
    })
}

#[expect(
    clippy::cast_precision_loss,
    reason = "two digits of it are of interest"
)]
fn ratio(small: u64, large: u64) -> f64 {
    large as f64 / small as f64
}

/// Builds the benchmark program, and returns its path.
fn compile(project: &Project) -> Result<PathBuf> {
    let mut command = project.command("cargo");
    command.args(["bench", "--package", "midturn-core-tests"]);
    command.args(["--bench", "growth", "--no-run", "--message-format=json"]);
    let said = capture(&mut command).context("compiling the cases")?;
    executable(&said).context("cargo does not say where it put the cases")
}

/// The last executable in cargo's messages.
fn executable(said: &str) -> Option<PathBuf> {
    let named = said.lines().rev().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(message["executable"].as_str()?.to_owned())
    });
    named.map(PathBuf::from)
}

/// The number of instructions of one case.
fn count(project: &Project, program: &Path, case: &str, size: u32) -> Result<u64> {
    let out = project.scratch().join(format!("growth-{case}-{size}.out"));
    let mut command = project.command("valgrind");
    command
        .args(["--tool=callgrind", "--log-fd=1"])
        .arg(format!("--toggle-collect={COUNTED}"))
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .args([case, &size.to_string()]);
    let said = capture(&mut command)?;
    match collected(&said) {
        None => bail!("valgrind does not say what it counted: {said}"),
        Some(0) => bail!("no instruction was counted: is {COUNTED} still what it is called?"),
        Some(count) => Ok(count),
    }
}

/// The count in a line like `==12345== Collected : 67890`.
fn collected(said: &str) -> Option<u64> {
    let line = said
        .lines()
        .find_map(|line| line.split_once("Collected :"))?;
    line.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_instruction_count_is_read_from_valgrind() {
        let said = "==7== Events    : Ir\n==7== Collected : 1234567\n==7== \n";
        assert_eq!(collected(said), Some(1_234_567));
        assert_eq!(collected("==7== Events    : Ir"), None);
    }

    #[test]
    fn the_executable_is_read_from_the_messages_of_cargo() {
        let said = "{\"reason\":\"compiler-artifact\",\"executable\":null}\n\
                    {\"reason\":\"compiler-artifact\",\"executable\":\"/there/growth-1\"}\n\
                    {\"reason\":\"build-finished\",\"success\":true}\n";
        assert_eq!(executable(said), Some(PathBuf::from("/there/growth-1")));
        assert_eq!(executable("{}"), None);
    }
}
