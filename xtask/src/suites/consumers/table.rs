//! What was found of each app, as a table: a row for each app, a column for each step and spec.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// The steps before the specs, in this order.
pub(super) const INSTALL: &str = "install";
/// The script of `package.json` that builds the app.
pub(super) const BUILD: &str = "build";
/// The script of `package.json` that checks the app's types.
pub(super) const TYPES: &str = "types";

const STEPS: [&str; 3] = [INSTALL, BUILD, TYPES];

/// One app: whether each step and each spec passed. What does not apply to the app is not in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    name: String,
    cells: BTreeMap<String, bool>,
}

impl Row {
    /// An app of which nothing is known.
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            cells: BTreeMap::new(),
        }
    }

    /// The app.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Adds a result. A cell with several results has passed if all of them have.
    pub(super) fn add(&mut self, column: &str, passed: bool) {
        let cell = self.cells.entry(column.to_owned()).or_insert(true);
        *cell &= passed;
    }

    /// Adds the specs of a report of Playwright's: each file is a column.
    ///
    /// # Errors
    /// If it is no JSON.
    pub(super) fn add_report(&mut self, report: &str) -> Result<()> {
        let report = serde_json::from_str(report).context("reading Playwright's report")?;
        self.add_suite(&report);
        Ok(())
    }

    fn add_suite(&mut self, suite: &Value) {
        let list = |name: &str| suite[name].as_array().into_iter().flatten();
        for spec in list("specs") {
            let file = spec["file"].as_str().unwrap_or_default();
            let skipped = spec["tests"][0]["status"] == "skipped";
            if !skipped {
                self.add(file.trim_end_matches(".spec.ts"), spec["ok"] == true);
            }
        }
        for suite in list("suites") {
            self.add_suite(suite);
        }
    }

    /// Leaves the row in a directory.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&self, directory: &Path) -> Result<()> {
        let file = directory.join(format!("{}.json", self.name));
        fs::write(file, serde_json::to_string(&self.cells)?).context("writing an app's row")
    }

    /// Reads the row of an app. Without a row, the app could not be tested.
    ///
    /// # Errors
    /// If it is no JSON.
    pub(super) fn read(directory: &Path, name: &str) -> Result<Self> {
        let mut row = Self::new(name);
        if let Ok(text) = fs::read_to_string(directory.join(format!("{name}.json"))) {
            row.cells = serde_json::from_str(&text).context("reading an app's row")?;
        }
        Ok(row)
    }

    /// Removes the row of an earlier run.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(super) fn forget(directory: &Path, name: &str) -> Result<()> {
        let file = directory.join(format!("{name}.json"));
        if file.exists() {
            fs::remove_file(file).context("removing an app's row")?;
        }
        Ok(())
    }
}

/// The table in Markdown. A cell is `yes`, `FAILED`, or a dash if it does not apply.
pub(super) fn text(rows: &[Row]) -> String {
    let specs: BTreeSet<&str> = rows
        .iter()
        .flat_map(|row| row.cells.keys().map(String::as_str))
        .filter(|column| !STEPS.contains(column))
        .collect();
    let columns: Vec<&str> = STEPS.into_iter().chain(specs).collect();
    let mut lines = vec![
        format!("| | {} |", columns.join(" | ")),
        format!("|---{}|", "|---".repeat(columns.len())),
    ];
    for row in rows {
        let cells = columns.iter().map(|column| match row.cells.get(*column) {
            Some(true) => "yes",
            Some(false) => "FAILED",
            None => "–",
        });
        let cells: Vec<&str> = cells.collect();
        lines.push(format!("| {} | {} |", row.name, cells.join(" | ")));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(file: &str, ok: bool, status: &str) -> String {
        format!(r#"{{"file":"{file}.spec.ts","ok":{ok},"tests":[{{"status":"{status}"}}]}}"#)
    }

    #[test]
    fn a_cell_has_passed_if_all_its_tests_have() {
        let report = format!(
            r#"{{"suites":[{{"specs":[{},{}],"suites":[{{"specs":[{},{}]}}]}}]}}"#,
            spec("answer", true, "expected"),
            spec("theme", true, "expected"),
            spec("theme", false, "unexpected"),
            spec("dev", true, "skipped"),
        );
        let mut row = Row::new("next");
        row.add(INSTALL, true);
        row.add_report(&report).expect("it is JSON");
        let other = Row::new("plain");
        assert_eq!(
            text(&[row, other]),
            "| | install | build | types | answer | theme |\n\
             |---|---|---|---|---|---|\n\
             | next | yes | – | – | yes | FAILED |\n\
             | plain | – | – | – | – | – |"
        );
    }
}
