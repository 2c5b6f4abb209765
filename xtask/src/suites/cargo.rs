//! The suites that cargo runs: format, clippy, tests.

use std::process::Command;

use anyhow::{Result, bail, ensure};
use serde_json::{Value, json};

use super::How;
use crate::counts::Counts;
use crate::process::{quietly, run, succeed, tee};
use crate::project::Project;
use crate::tools;
use crate::tools::rust::{CLIPPY, PRODUCT, RUSTFMT, XTASK};

/// The fuzz targets are a separate workspace, because they need other compiler flags.
const FUZZ_MANIFEST: &str = "crates/protocol/fuzz/Cargo.toml";

/// `cargo fmt --check`, for the workspace and for the fuzz targets.
///
/// # Errors
/// If the format differs.
pub(super) fn format(project: &Project, _how: &How<'_>) -> Result<Counts> {
    tools::rust::check_component(project, &RUSTFMT)?;
    run(project.command("cargo").args(["fmt", "--all", "--check"]))?;
    let mut counts = Counts::ONE_PASSED;
    if project.root().join(FUZZ_MANIFEST).is_file() {
        run(project
            .command("cargo")
            .args(["fmt", "--check", "--manifest-path", FUZZ_MANIFEST]))?;
        counts += Counts::ONE_PASSED;
    }
    Ok(counts)
}

/// Compiles every crate and target, with clippy as the compiler: the tests that [`tests`] runs are linted
/// and compiled at once. To check them separately takes five minutes more with nothing compiled.
///
/// # Errors
/// If there is a warning.
pub(super) fn clippy(project: &Project, _how: &How<'_>) -> Result<Counts> {
    // Not `--all-targets`: crates of others would have other features than those that the tests are run with.
    for (crates, targets) in [
        (&PRODUCT[..], &[][..]),
        (&PRODUCT, &["--benches"]),
        (&XTASK, &[]),
    ] {
        let mut command = tools::rust::linted(project)?;
        command.arg("test").args(crates).args(targets);
        // From cargo 1.97 on, `build.warnings = "deny"` replaces the reading of its messages.
        let (status, messages) = quietly(command.args(["--no-run", "--message-format=json"]))?;
        let warnings = warnings(&messages);
        for warning in &warnings {
            eprint!("{warning}");
        }
        let found = warnings.len();
        ensure!(found == 0, "clippy warns, see above: {found}");
        succeed(&command, status)?;
    }
    Ok(Counts::ONE_PASSED)
}

/// What the compiler says of this repository's crates, as text for a terminal. Warnings of other crates
/// are not shown to cargo.
fn warnings(messages: &str) -> Vec<String> {
    let messages = messages.lines();
    let messages = messages.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let of_compiler = messages.filter(|message| message["reason"] == "compiler-message");
    let texts = of_compiler.filter_map(|message| {
        let message = &message["message"];
        let is_fault = message["level"] == "warning" || message["level"] == "error";
        // The last message only counts the others.
        let is_sum = message["code"].is_null() && message["spans"] == json!([]);
        let text = message["rendered"].as_str().filter(|_| is_fault && !is_sum);
        text.map(str::to_owned)
    });
    let mut texts: Vec<String> = texts.collect();
    // A file may be part of several targets.
    texts.sort();
    texts.dedup();
    texts
}

/// clippy for the browser: the crates that run there.
///
/// # Errors
/// If there is a warning.
pub(super) fn clippy_wasm(project: &Project, how: &How<'_>) -> Result<Counts> {
    tools::rust::check_component(project, &CLIPPY)?;
    tools::rust::check_target(project)?;
    let release = &["--features", "midturn/parts"][..];
    // As Trunk builds: few lines differ.
    let trunk = &[][..];
    let features = if how.all {
        &[release, trunk][..]
    } else {
        &[release]
    };
    for features in features {
        let mut command = project.command("cargo");
        command.args(["clippy", "--target", tools::rust::WASM]);
        command.arg("--workspace");
        for package in [
            "midturn-agent",
            "midturn-core-tests",
            "midturn-exploration",
            "xtask",
        ] {
            command.args(["--exclude", package]);
        }
        run(command.args(*features).args(["--", "-D", "warnings"]))?;
    }
    Ok(Counts::ONE_PASSED)
}

/// `cargo test` for every crate.
///
/// # Errors
/// If the tests do not compile, or the programs they run against cannot be installed.
pub(super) fn tests(project: &Project, how: &How<'_>) -> Result<Counts> {
    tools::node::ensure_foreign(project)?;
    let mut counts = Counts::default();
    for crates in [&PRODUCT[..], &XTASK] {
        let mut command = tools::rust::linted(project)?;
        command
            // Without this variable, tests that need node are skipped if they cannot run.
            .env("MIDTURN_REQUIRE_NODE", "1")
            .envs(how.seeds())
            .arg("test")
            .args(crates)
            .args(["--no-fail-fast", "--"])
            .args(how.rest);
        counts += counted(&mut command)?;
    }
    Ok(counts)
}

/// Runs `cargo test`, and counts what it prints.
///
/// # Errors
/// If it ends before all tests ran, for example because they do not compile.
pub(super) fn counted(command: &mut Command) -> Result<Counts> {
    let (status, output) = tee(command)?;
    let counts = count(&output);
    if !status.success() && counts.failed == 0 {
        bail!("cargo test ended with {status} before all tests ran");
    }
    Ok(counts)
}

/// Sums the `test result:` line of each test program, and reads the names of failed tests.
pub(super) fn count(output: &str) -> Counts {
    let mut total = Counts::default();
    for line in output.lines() {
        if let Some(name) = line
            .strip_prefix("test ")
            .and_then(|line| line.strip_suffix(" ... FAILED"))
        {
            total.failures.push(name.to_owned());
        }
        let Some(result) = line.trim_start().strip_prefix("test result: ") else {
            continue;
        };
        let number = |of: &str| -> u64 {
            result
                .split([';', '.'])
                .filter_map(|part| part.trim().strip_suffix(of))
                .find_map(|number| number.trim().parse().ok())
                .unwrap_or(0)
        };
        total += Counts {
            passed: number("passed"),
            failed: number("failed"),
            skipped: number("ignored"),
            ..Counts::default()
        };
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_several_programs_are_summed() {
        let output = "\
running 3 tests
test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.00s
test card::it_stops ... FAILED
test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s
";
        let expected = Counts {
            passed: 13,
            failed: 2,
            skipped: 1,
            failures: vec!["card::it_stops".to_owned()],
            flaky: Vec::new(),
        };
        assert_eq!(count(output), expected);
    }

    #[test]
    fn warnings_are_read_once_from_the_messages_of_cargo() {
        let warning = r#"{"reason":"compiler-message","message":{"level":"warning","rendered":"unused\n","spans":[{"line_start":1}]}}"#;
        let sum = r#"{"reason":"compiler-message","message":{"level":"warning","rendered":"1 warning\n","spans":[]}}"#;
        let artifact = r#"{"reason":"compiler-artifact","executable":null}"#;
        let messages = [warning, warning, sum, artifact, "not JSON"].join("\n");
        assert_eq!(warnings(&messages), ["unused\n"]);
        assert!(warnings(artifact).is_empty());
    }

    #[test]
    fn output_without_results_counts_no_tests() {
        assert_eq!(count("error: could not compile"), Counts::default());
    }
}
