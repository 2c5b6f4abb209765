//! The size of the first load, and its budget.
//!
//! node compresses, because it is installed anyway: gzip at level 9 (up to 1 % larger than with the
//! gzip program) and brotli at level 11. KB are 1024 bytes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::glue;
use super::program::Program;
use super::weigh::weigh;
use crate::counts::Counts;
use crate::process::capture;
use crate::project::Project;
use crate::steps::note;

/// The budget of the element's first load by brotli, in bytes: its JavaScript, and the program
/// without the parts that are loaded on demand.
const BUDGET: u64 = 691 * 1024;

/// Crates with fewer bytes share one row of the table by crate.
const ROW: u64 = 500;

const SCRIPT: &str = "\
const { readFileSync } = require('fs');
const { gzipSync, brotliCompressSync } = require('zlib');
const sizes = process.argv.slice(1).map((file) => {
  const bytes = readFileSync(file);
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
});
console.log(JSON.stringify(sizes));";

/// The size of one file in bytes: raw, by gzip and by brotli.
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
        format!(
            "| {name:<24} | {:>9} | {:>9} | {:>9} |",
            kb(self.raw),
            kb(self.gzip),
            kb(self.brotli)
        )
    }
}

fn kb(bytes: u64) -> String {
    format!("{}.{} KB", bytes / 1024, bytes % 1024 * 10 / 1024)
}

/// A suite: whether the first load of the optimised program keeps to its budget. A suite of its own, so
/// that what is too heavy can still be served, and tested.
///
/// # Errors
/// If it does not, or the program is not built.
pub(crate) fn within_budget(project: &Project) -> Result<Counts> {
    if !project.dist().join(Program::WASM).exists() {
        bail!("there is no dist/: run `cargo xtask build --release`");
    }
    let brotli = Table::of(project, first())?.sum().brotli;
    if let Some(excess) = over(brotli, BUDGET) {
        bail!(
            "{excess}: look at `docs/size.md`, which `cargo xtask size` writes, or at `cargo tree`"
        );
    }
    note(&format!("{} of {}", kb(brotli), kb(BUDGET)));
    Ok(Counts::ONE_PASSED)
}

/// Writes `docs/size.md`.
///
/// # Errors
/// If the program is not built, or the file cannot be written.
pub(super) fn write(project: &Project, program: &Program) -> Result<()> {
    let mut text = String::from(
        "# What the element weighs\n\nWritten by `cargo xtask size`. Compressed by gzip -9 and by \
         brotli 11.\n\n",
    );
    text += &Table::of(project, first())?.text("first load");
    write!(text, "\n\nThe gate holds it to {} by brotli.\n", kb(BUDGET))?;
    text += "\n## What comes when it is needed\n\nOne row for each part, with its name in the source. \
             What several parts share is in files of its own, small pieces in one. The element never loads the page's part.\n\n";
    text += &Table::of_parts(project, program)?.text("all parts");
    text += "\n\n## By crate\n\nUncompressed bytes of code in the first load. A function counts for \
             the crate in its name, generic code for the crate that wrote it. Data is everything \
             that is not code.\n\n";
    text += &by_crate(weigh(&std::fs::read(program.named(Program::WASM))?)?);
    let path = project.root().join("docs/size.md");
    std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
}

/// The table of crates: the heaviest first, the small ones as one sum.
fn by_crate(crates: BTreeMap<String, u64>) -> String {
    let (mut rows, small): (Vec<_>, Vec<_>) =
        crates.into_iter().partition(|(_, bytes)| *bytes >= ROW);
    rows.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    let others = small.iter().map(|(_, bytes)| bytes).sum();
    rows.push((format!("others below {ROW} B"), others));
    let mut text = "| | bytes |\n|---|--:|\n".to_owned();
    for (name, bytes) in rows {
        text.extend(["| ", &name, " | ", &bytes.to_string(), " |\n"]);
    }
    text
}

/// The files of the element's first load.
fn first() -> Vec<String> {
    [glue::ELEMENT, Program::WASM].map(str::to_owned).into()
}

/// Files of `dist/`, with their sizes.
struct Table {
    files: Vec<(String, Size)>,
}

impl Table {
    fn of(project: &Project, files: Vec<String>) -> Result<Self> {
        let sizes = measure(project, &files)?;
        Ok(Self {
            files: files.into_iter().zip(sizes).collect(),
        })
    }

    /// The table of parts, without build hashes in the names, and with shared files in one row.
    fn of_parts(project: &Project, program: &Program) -> Result<Self> {
        let mut parts = Vec::new();
        let (mut shared, mut count) = (Size::default(), 0);
        for (file, size) in Self::of(project, program.parts()?)?.files {
            if let Some(part) = part_of(&file) {
                parts.push((part.to_owned(), size));
            } else {
                (shared, count) = (shared.plus(size), count + 1);
            }
        }
        parts.push((format!("shared, {count} files"), shared));
        Ok(Self { files: parts })
    }

    fn sum(&self) -> Size {
        let files = self.files.iter();
        files.fold(Size::default(), |sum, (_, size)| sum.plus(*size))
    }

    /// The table as text; `sum` names the last row.
    fn text(&self, sum: &str) -> String {
        let mut rows = vec![
            format!(
                "| {:<24} | {:>9} | {:>9} | {:>9} |",
                "", "raw", "gzip -9", "brotli"
            ),
            "|---|--:|--:|--:|".to_owned(),
        ];
        rows.extend(self.files.iter().map(|(name, size)| size.row(name)));
        rows.push(self.sum().row(sum));
        rows.join("\n")
    }
}

/// The part that a file belongs to; `None` for a file that several parts share.
fn part_of(file: &str) -> Option<&str> {
    let (part, _build) = file.strip_prefix("split_")?.rsplit_once('_')?;
    Some(part)
}

fn over(is: u64, may: u64) -> Option<String> {
    (is > may).then(|| {
        format!(
            "the first load of the element, by brotli: {is} bytes are {} over the budget of {may}",
            is - may
        )
    })
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
    fn the_name_of_a_part_is_read_from_its_file_name() {
        assert_eq!(part_of("split_debug_panel_00ff.wasm"), Some("debug_panel"));
        assert_eq!(part_of("chunk_12_00ff.wasm"), None);
    }

    #[test]
    fn a_size_over_the_budget_is_reported() {
        let text = over(107, 100).expect("it is over");
        assert!(text.contains(" 7 over"));
        assert_eq!(over(100, 100), None);
    }

    #[test]
    fn small_crates_share_the_last_row() {
        let crates = [
            ("light", ROW - 1),
            ("lighter", 3),
            ("heavy", ROW),
            ("heavier", ROW + 1),
        ];
        let crates = crates.map(|(name, bytes)| (name.to_owned(), bytes));
        let text = by_crate(crates.into());
        let rows: Vec<_> = text.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| heavier | 501 |",
                "| heavy | 500 |",
                "| others below 500 B | 502 |",
            ]
        );
    }
}
