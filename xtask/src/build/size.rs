//! The size of a first load, its parts, and their budgets.
//!
//! node compresses, since it is there anyway: gzip at level 9 (up to 1 % more than the gzip program
//! makes of it) and brotli at level 11. KB are 1024 bytes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::{Artifact, split};
use crate::process::capture;
use crate::project::Project;

/// What the element may weigh until a chat can be written in: the JavaScript and the first part, by
/// brotli, in bytes.
const USABLE: u64 = 118 * 1024;

/// The same with what draws a conversation, markdown among it.
const FIRST_LOAD: u64 = 195 * 1024;

/// All parts and the JavaScript, by gzip -9.
const ALL: u64 = 620 * 1024;

/// Crates below so many bytes are one row.
const ROW: u64 = 500;

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

/// Prints the tables and holds the element to its budgets.
///
/// # Errors
/// When the element is over one.
pub(super) fn check(project: &Project, element: &Artifact, page: &Artifact) -> Result<()> {
    let table = Table::of(project, element)?;
    println!("{}", table.text());
    println!("{}", Table::of(project, page)?.text());
    let over: Vec<_> = table.budgets().into_iter().filter_map(over).collect();
    if !over.is_empty() {
        bail!(
            "{}: look at `docs/size.md`, which `cargo xtask size` writes, or at `cargo tree`; \
             where the profile is old, `cargo xtask size --profile` takes it anew",
            over.join("; ")
        );
    }
    Ok(())
}

/// Writes `docs/size.md`.
///
/// # Errors
/// When a part is not there, or the file cannot be written.
pub(super) fn write(project: &Project, element: &Artifact) -> Result<()> {
    let mut text = String::from(
        "# What the element weighs\n\nWritten by `cargo xtask size`. Compressed by gzip -9 and by \
         brotli 11.\n\n",
    );
    text += &Table::of(project, element)?.text();
    text += "\n\nBudgets, which CI holds:\n\n| | is | may be |\n|---|--:|--:|\n";
    for (name, is, may) in Table::of(project, element)?.budgets() {
        writeln!(text, "| {name} | {} | {} |", kb(is), kb(may))?;
    }
    text += "\n## By crate\n\nBytes of code, uncompressed, by the name of the function; generic code \
             counts for the crate that wrote it. Data is what is left of the program.\n\n";
    let mut crates: Crates = BTreeMap::new();
    for (at, part) in element.parts().iter().enumerate() {
        let named = element
            .scratch(project)
            .join(part)
            .with_extension("named.wasm");
        for (name, bytes) in split::weigh(&std::fs::read(named)?)? {
            crates.entry(name).or_default()[at] += bytes;
        }
    }
    text += &by_crate(crates);
    let path = project.root().join("docs/size.md");
    std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
}

/// Of each crate, the bytes in each part.
type Crates = BTreeMap<String, [u64; split::ALL]>;

/// The crates that matter, the heaviest first, and the sum of the others.
fn by_crate(crates: Crates) -> String {
    let sides = split::SIDES.iter().map(|(side, _)| *side);
    let chain = split::CHAIN.iter().map(|part| match *part {
        "bg" => "start",
        part => part,
    });
    let parts: Vec<_> = chain.chain(sides).collect();
    let mut text = format!(
        "| | {} |\n|---|{}\n",
        parts.join(" | "),
        "--:|".repeat(split::ALL)
    );
    let (mut rows, small): (Vec<_>, Vec<_>) = crates
        .into_iter()
        .partition(|(_, parts)| parts.iter().sum::<u64>() >= ROW);
    rows.sort_by_key(|(_, parts)| std::cmp::Reverse(parts.iter().sum::<u64>()));
    let others = small.iter().fold([0; split::ALL], |sum, (_, parts)| {
        std::array::from_fn(|at| sum[at] + parts[at])
    });
    rows.push((format!("others below {ROW} B"), others));
    for (name, parts) in rows {
        let parts = parts.map(|bytes| bytes.to_string());
        text.extend(["| ", &name, " | ", &parts.join(" | "), " |\n"]);
    }
    text
}

/// The files of one program, with their sizes: the JavaScript, then the parts.
struct Table {
    files: Vec<(String, Size)>,
}

impl Table {
    fn of(project: &Project, artifact: &Artifact) -> Result<Self> {
        let mut files = vec![artifact.js()];
        files.extend(artifact.parts());
        let sizes = measure(project, &files)?;
        Ok(Self {
            files: files.into_iter().zip(sizes).collect(),
        })
    }

    /// Of the first files.
    fn sum(&self, count: usize) -> Size {
        let files = self.files.iter().take(count);
        files.fold(Size::default(), |sum, (_, size)| sum.plus(*size))
    }

    fn text(&self) -> String {
        let mut rows = vec![
            format!(
                "| {:<24} | {:>9} | {:>9} | {:>9} |",
                "", "raw", "gzip -9", "brotli"
            ),
            "|---|--:|--:|--:|".to_owned(),
        ];
        rows.extend(self.files.iter().map(|(name, size)| size.row(name)));
        rows.push(self.sum(2).row("until usable"));
        rows.push(self.sum(3).row("first load"));
        rows.push(self.sum(self.files.len()).row("everything"));
        rows.join("\n")
    }

    /// What each is, and may be.
    fn budgets(&self) -> [(&'static str, u64, u64); 3] {
        [
            ("until usable, brotli", self.sum(2).brotli, USABLE),
            ("first load, brotli", self.sum(3).brotli, FIRST_LOAD),
            ("everything, gzip", self.sum(self.files.len()).gzip, ALL),
        ]
    }
}

fn over((name, is, may): (&str, u64, u64)) -> Option<String> {
    (is > may).then(|| {
        format!(
            "{name}: {is} bytes are {} over the budget of {may}",
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
    fn an_excess_is_counted() {
        let text = over(("a load", 107, 100)).expect("it is over");
        assert!(text.contains(" 7 over"));
        assert_eq!(over(("a load", 100, 100)), None);
    }

    #[test]
    fn a_budget_counts_the_parts_it_is_for() {
        let size = |brotli| Size {
            raw: 0,
            gzip: 1,
            brotli,
        };
        // The JavaScript, what builds on each other, and languages.
        let files = [1, 10, 100, 1000, 9, 9].map(|brotli| (String::new(), size(brotli)));
        let table = Table {
            files: files.into(),
        };
        let sums = table.budgets().map(|(_, is, _)| is);
        assert_eq!(sums, [11, 111, 6]);
    }

    #[test]
    fn light_crates_are_one_row_at_the_end() {
        let crates = [
            ("light", [ROW - 1, 0, 0, 0, 0, 0]),
            ("lighter", [1, 0, 2, 0, 0, 3]),
            ("heavy", [0, ROW, 0, 0, 0, 0]),
            ("heavier", [ROW, 0, 0, 0, 0, 1]),
        ];
        let crates = crates.map(|(name, parts)| (name.to_owned(), parts));
        let text = by_crate(crates.into());
        let rows: Vec<_> = text.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| heavier | 500 | 0 | 0 | 0 | 0 | 1 |",
                "| heavy | 0 | 500 | 0 | 0 | 0 | 0 |",
                "| others below 500 B | 500 | 0 | 2 | 0 | 0 | 3 |",
            ]
        );
    }
}
