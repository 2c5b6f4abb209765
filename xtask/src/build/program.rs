//! The files of the WebAssembly program, before they are laid out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::project::Project;

/// The binary of the root package.
pub(super) const BIN: &str = "midturn-web";

/// Page and element in one, with the parts that come when they are needed.
pub(super) struct Program {
    scratch: PathBuf,
}

impl Program {
    /// What wasm-bindgen calls it: `midturn.js` and `midturn_bg.wasm`.
    pub(super) const NAME: &str = "midturn";
    /// The JavaScript module that wasm-bindgen writes.
    pub(super) const JS: &str = "midturn.js";
    /// What comes first.
    pub(super) const WASM: &str = "midturn_bg.wasm";

    /// The program, built or not.
    pub(super) fn of(project: &Project) -> Self {
        Self {
            scratch: project.scratch().join(Self::NAME),
        }
    }

    /// One of its files.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.scratch.join(name)
    }

    /// Where its files are.
    pub(super) fn directory(&self) -> PathBuf {
        self.scratch.clone()
    }

    /// Writes down which files each part needs, by what the source calls the part:
    /// `split_NAME_BUILD.wasm` is its own, `chunk_NUMBER_BUILD.wasm` what several share.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write_parts(&self, parts: &BTreeMap<String, Vec<String>>) -> Result<()> {
        let text = serde_json::to_string_pretty(parts)?;
        fs::write(self.file(PARTS), text).context("writing which files the parts need")
    }

    fn read_parts(&self) -> Result<BTreeMap<String, Vec<String>>> {
        let text = fs::read(self.file(PARTS)).context("reading which files the parts need")?;
        serde_json::from_slice(&text).context("reading which files the parts need")
    }

    /// The files of all parts, in order.
    ///
    /// # Errors
    /// When it has not been built.
    pub(super) fn parts(&self) -> Result<Vec<String>> {
        let all: BTreeSet<String> = self.read_parts()?.into_values().flatten().collect();
        Ok(all.into_iter().collect())
    }

    /// The files that a part needs.
    ///
    /// # Errors
    /// When there is no such part.
    pub(super) fn files_of(&self, part: &str) -> Result<Vec<String>> {
        let files = self.read_parts()?.remove(part);
        files.with_context(|| format!("the program has no part called {part}"))
    }

    /// The copy of one of its files that has the names of its functions.
    pub(super) fn named(&self, name: &str) -> PathBuf {
        self.scratch.join(name.replace(".wasm", NAMED))
    }
}

const NAMED: &str = ".named.wasm";

const PARTS: &str = "parts.json";
