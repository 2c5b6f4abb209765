//! Runs the benchmarks of the reducer, the stream's parsers and markdown, by criterion, and then the
//! agent's. They print their numbers themselves.

use anyhow::Result;

use crate::process::run as execute;
use crate::project::Project;
use crate::steps::Steps;

/// The criterion benchmarks: crate and benchmark name.
const MEASURED: [(&str, &str); 5] = [
    ("midturn-core-tests", "delta"),
    ("midturn-protocol", "stream"),
    ("midturn-core-tests", "protocols"),
    ("midturn-protocol", "recordings"),
    ("midturn-markdown", "stream"),
];

/// Runs the benchmarks.
///
/// # Errors
/// If they do not compile or run.
pub(super) fn run(project: &Project, rest: &[String]) -> Result<()> {
    let mut steps = Steps::new("bench: the core, the parsers and the agent", 2);
    steps.run("measure (criterion)", || {
        for (package, name) in MEASURED {
            let mut command = project.command("cargo");
            command.args(["bench", "--package", package, "--bench", name]);
            execute(command.arg("--").args(rest))?;
        }
        Ok(())
    })?;
    steps.run("measure (the agent)", || {
        let mut command = project.command("cargo");
        execute(command.args(["bench", "--package", "midturn-agent", "--bench", "numbers"]))
    })?;
    steps.finish("all was measured");
    Ok(())
}
