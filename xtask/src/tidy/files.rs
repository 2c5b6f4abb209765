//! The files that the rules check: every text file of the project.
//!
//! The files are found by walking the directories, not by asking git, so that the rules also work
//! in an unpacked archive.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Names of generated or installed files and directories. `.git` is a file in a linked work tree.
const MADE: [&str; 10] = [
    ".git",
    ".next",
    ".tools",
    ".venv",
    "artifacts",
    "corpus",
    "dist",
    "node_modules",
    "target",
    "test-results",
];

/// One text file.
pub(super) struct File {
    /// Its path from the root, with forward slashes.
    pub(super) path: String,
    /// Its content.
    pub(super) text: String,
}

impl File {
    /// Whether it is in that directory (given without a trailing slash).
    pub(super) fn is_in(&self, directory: &str) -> bool {
        self.path
            .strip_prefix(directory)
            .is_some_and(|rest| rest.starts_with('/'))
    }

    /// The sources that it belongs to, such as `crates/core/src`; `None` outside of a crate's sources.
    pub(super) fn sources(&self) -> Option<&str> {
        let end = if self.path.starts_with("src/") {
            "src".len()
        } else {
            self.path.find("/src/")? + "/src".len()
        };
        self.path.get(..end)
    }

    /// Whether its name ends with `ending`, dot included.
    pub(super) fn is_a(&self, ending: &str) -> bool {
        self.path.ends_with(ending)
    }

    /// A complaint about a line, counted from 0.
    pub(super) fn at(&self, line: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path, line + 1)
    }
}

/// Reads every text file below the root.
///
/// # Errors
/// If a directory or file cannot be read.
pub(super) fn read_all(root: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    walk(root, "", &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn walk(directory: &Path, prefix: &str, files: &mut Vec<File>) -> Result<()> {
    let entries =
        fs::read_dir(directory).with_context(|| format!("reading {}", directory.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let kind = entry.file_type()?;
        if MADE.contains(&name.as_str()) {
            continue;
        }
        if kind.is_dir() {
            walk(&entry.path(), &format!("{path}/"), files)?;
        } else if kind.is_file() {
            let bytes = fs::read(entry.path()).with_context(|| format!("reading {path}"))?;
            // Binary files such as pictures are skipped: no rule is about them.
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(File { path, text });
            }
        }
    }
    Ok(())
}

/// A made-up file, for the tests of the rules.
#[cfg(test)]
pub(super) fn file(path: &str, text: &str) -> File {
    File {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}
