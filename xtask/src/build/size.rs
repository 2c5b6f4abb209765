//! The size of a first load, and its budget.
//!
//! node compresses, since it is there anyway: gzip at level 9 (up to 1 % more than the gzip program
//! makes of it) and brotli at level 11. KB are 1024 bytes.

use anyhow::{Context, Result, bail};

use super::Artifact;
use crate::process::capture;
use crate::project::Project;

/// What the element's first load may weigh, compressed by gzip -9, in bytes.
const BUDGET: u64 = 210 * 1024;

/// What it should weigh.
const GOAL: u64 = 110 * 1024;

const SCRIPT: &str = "\
const { readFileSync } = require('fs');
const { gzipSync, brotliCompressSync } = require('zlib');
const sizes = process.argv.slice(1).map((file) => {
  const bytes = readFileSync(file);
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
});
console.log(JSON.stringify(sizes));";

/// The bytes of one file: as it is, by gzip, by brotli.
#[derive(Clone, Copy, Default)]
struct Size {
    raw: u64,
    gzip: u64,
    brotli: u64,
}

impl Size {
    fn plus(self, other: Self) -> Self {
        Self {
            raw: self.raw + other.raw,
            gzip: self.gzip + other.gzip,
            brotli: self.brotli + other.brotli,
        }
    }

    fn row(self, name: &str) -> String {
        let kb = |bytes: u64| format!("{}.{} KB", bytes / 1024, bytes % 1024 * 10 / 1024);
        format!(
            "      {name:<24}{:>12}{:>12}{:>12}",
            kb(self.raw),
            kb(self.gzip),
            kb(self.brotli)
        )
    }
}

/// Prints the table and holds the element to its budget.
///
/// # Errors
/// When the element is over its budget.
pub(super) fn check(project: &Project, element: &Artifact, page: &Artifact) -> Result<()> {
    println!(
        "      {:<24}{:>12}{:>12}{:>12}",
        "first load", "raw", "gzip -9", "brotli"
    );
    let total = table(project, "the element", &[element.js(), element.wasm()])?;
    table(
        project,
        "the page",
        &["index.html".to_owned(), page.js(), page.wasm()],
    )?;
    if total.gzip > BUDGET {
        bail!("{}", over(total.gzip));
    }
    println!(
        "      the element's first load is {} bytes by gzip -9; its budget is {BUDGET}, its goal {GOAL}",
        total.gzip
    );
    Ok(())
}

fn over(bytes: u64) -> String {
    format!(
        "the element's first load is {bytes} bytes by gzip -9, {} over its budget of {BUDGET}: \
         look at what was added with twiggy or `cargo tree`",
        bytes.saturating_sub(BUDGET)
    )
}

fn table(project: &Project, title: &str, files: &[String]) -> Result<Size> {
    let mut total = Size::default();
    for (file, size) in files.iter().zip(measure(project, files)?) {
        println!("{}", size.row(&format!("  {file}")));
        total = total.plus(size);
    }
    println!("{}", total.row(title));
    Ok(total)
}

fn measure(project: &Project, files: &[String]) -> Result<Vec<Size>> {
    let mut command = project.command("node");
    command
        .args(["-e", SCRIPT])
        .args(files)
        .current_dir(project.dist());
    let sizes: Vec<[u64; 3]> =
        serde_json::from_str(&capture(&mut command)?).context("reading the sizes")?;
    Ok(sizes
        .into_iter()
        .map(|[raw, gzip, brotli]| Size { raw, gzip, brotli })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_in_kb_of_1024_bytes() {
        let size = Size {
            raw: 2048,
            gzip: 1536,
            brotli: 100,
        };
        let row = size.row("x");
        assert!(row.contains("2.0 KB") && row.contains("1.5 KB") && row.contains("0.0 KB"));
    }

    #[test]
    fn an_excess_is_counted() {
        assert!(over(BUDGET + 7).contains(" 7 over"));
    }
}
