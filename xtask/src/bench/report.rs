//! `docs/bench.md` and its chart, from the results of the last comparison.
//!
//! Not responsible for their layout, which is in `end2end/perf/report.mjs`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::process::{capture, run};
use crate::project::Project;

/// Packages whose versions the report names: the compared apps are made of them.
const TOLD: [&str; 8] = [
    "@assistant-ui/react",
    "@assistant-ui/react-ag-ui",
    "@copilotkit/react-core",
    "ai",
    "streamdown",
    "deep-chat",
    "marked",
    "dompurify",
];

/// Where the comparison puts its results.
pub(super) fn results(project: &Project) -> PathBuf {
    project.target().join("bench").join("results")
}

fn about(project: &Project) -> PathBuf {
    results(project).join("about.json")
}

/// Writes down the command, commit and versions of a comparison, beside its results.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn remember(project: &Project, command: &str, lock: &str) -> Result<()> {
    let commit = capture(
        project
            .command("git")
            .args(["rev-parse", "--short", "HEAD"]),
    )
    .map_or_else(
        |_| "no commit".to_owned(),
        |commit| commit.trim().to_owned(),
    );
    let about_it = json!({ "command": command, "commit": commit, "versions": versions(lock)? });
    fs::create_dir_all(results(project))?;
    fs::write(about(project), about_it.to_string()).context("writing what was measured")
}

/// The locked versions of the packages that the report names.
fn versions(lock: &str) -> Result<Value> {
    let lock: Value = serde_json::from_str(lock).context("the lock file of the harness")?;
    let packages = &lock["packages"];
    let found = TOLD.into_iter().filter_map(|name| {
        let version = packages[format!("node_modules/{name}")]["version"].as_str()?;
        Some((name.to_owned(), Value::from(version)))
    });
    Ok(Value::Object(found.collect()))
}

/// Writes `docs/bench.md` and `docs/bench.svg`.
///
/// # Errors
/// If there are no results.
pub(super) fn write(project: &Project) -> Result<()> {
    let (results, about) = (results(project).join("latest.json"), about(project));
    if !results.is_file() || !about.is_file() {
        bail!("there are no results yet: `cargo xtask bench --peers` measures");
    }
    let docs = project.root().join("docs");
    run(project
        .node(&project.end2end().join("perf/report.mjs"))
        .args([results, about])
        .args([docs.join("bench.md"), docs.join("bench.svg")]))
}

#[cfg(test)]
mod tests {
    use super::versions;

    #[test]
    fn nested_packages_are_not_reported() {
        let lock = r#"{"packages":{"node_modules/marked":{"version":"1.2.3"},
            "node_modules/x/node_modules/ai":{"version":"9.0.0"}}}"#;
        let found = versions(lock).expect("it is JSON");
        assert_eq!(found.to_string(), r#"{"marked":"1.2.3"}"#);
    }
}
