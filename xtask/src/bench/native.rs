//! Runs the benchmarks of the reducer, the stream's parsers and markdown, and prints a summary.
//! Then runs the agent's benchmark.
//!
//! criterion measures; this module only reads the results in its output. The agent prints its
//! numbers itself.

use anyhow::{Result, bail};

use crate::process::{succeed, tee};
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

/// Runs the benchmarks and prints one line for each.
///
/// # Errors
/// If they do not compile or run, or nothing was measured.
pub(super) fn run(project: &Project, rest: &[String]) -> Result<()> {
    let mut steps = Steps::new("bench: the core, the parsers and the agent", 2);
    let output = steps.run("measure (criterion)", || {
        let mut all = String::new();
        for (package, name) in MEASURED {
            let mut command = project.command("cargo");
            command
                .args(["bench", "--package", package, "--bench", name])
                .arg("--")
                .args(rest);
            let (status, output) = tee(&mut command)?;
            succeed(&command, status)?;
            all += &output;
        }
        Ok(all)
    })?;
    let results = results(&output);
    if results.is_empty() {
        bail!("nothing was measured");
    }
    println!("\n{:<48}{:>14}", "benchmark", "time");
    for (name, time) in results {
        println!("{name:<48}{time:>14}");
    }
    steps.run("measure (the agent)", || {
        let mut command = project.command("cargo");
        command.args(["bench", "--package", "midturn-agent", "--bench", "numbers"]);
        let (status, _) = tee(&mut command)?;
        succeed(&command, status)
    })?;
    steps.finish("");
    Ok(())
}

/// The name and middle estimate of each result. criterion prints a long name on a line of its own,
/// with the time on the next.
fn results(output: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut previous = "";
    for line in output.lines() {
        if let Some((name, rest)) = line.split_once("time:") {
            let name = if name.trim().is_empty() {
                previous
            } else {
                name
            };
            if let Some(time) = middle(rest) {
                found.push((name.trim().to_owned(), time));
            }
        }
        previous = line;
    }
    found
}

/// The middle estimate with its unit, from `[low low-unit middle unit high high-unit]`.
fn middle(interval: &str) -> Option<String> {
    let interval = interval.trim().strip_prefix('[')?;
    let mut words = interval.split_whitespace().skip(2);
    Some(format!("{} {}", words.next()?, words.next()?))
}

#[cfg(test)]
mod tests {
    use super::results;

    #[test]
    fn results_with_short_and_long_names_are_read() {
        let output = "\
delta/short             time:   [1.0000 µs 1.1000 µs 1.2000 µs]
a benchmark whose name is too long for one line
                        time:   [2.0 ns 2.5 ns 3.0 ns]
                        thrpt:  [1 Melem/s 2 Melem/s 3 Melem/s]
";
        let expected = vec![
            ("delta/short".to_owned(), "1.1000 µs".to_owned()),
            (
                "a benchmark whose name is too long for one line".to_owned(),
                "2.5 ns".to_owned(),
            ),
        ];
        assert_eq!(results(output), expected);
    }
}
