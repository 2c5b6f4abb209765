//! The files of the WebAssembly program, before they are copied to `dist/`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::project::Project;

/// The binary of the root package.
pub(super) const BIN: &str = "midturn-web";

/// The program of page and element, with the parts that are loaded on demand.
pub(super) struct Program {
    scratch: PathBuf,
}

impl Program {
    /// The name that wasm-bindgen uses: `midturn.js` and `midturn_bg.wasm`.
    pub(super) const NAME: &str = "midturn";
    /// The JavaScript module that wasm-bindgen writes.
    pub(super) const JS: &str = "midturn.js";
    /// The WebAssembly file that is loaded first.
    pub(super) const WASM: &str = "midturn_bg.wasm";

    /// The program, whether it is built or not.
    pub(super) fn of(project: &Project) -> Self {
        Self {
            scratch: project.scratch().join(Self::NAME),
        }
    }

    /// The path of one of the program's files.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.scratch.join(name)
    }

    /// The directory of the program's files.
    pub(super) fn directory(&self) -> PathBuf {
        self.scratch.clone()
    }

    /// Writes down which files each part needs, by the part's name in the source.
    /// `split_NAME_BUILD.wasm` is the part's own file. `chunk_NUMBER_BUILD.wasm` is shared by
    /// several parts; `shared_BUILD.wasm` has the small ones of these.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write_parts(&self, parts: &BTreeMap<String, Vec<String>>) -> Result<()> {
        let text = serde_json::to_string_pretty(parts)?;
        fs::write(self.file(PARTS), text).context("writing which files the parts need")
    }

    /// Which files each part needs.
    ///
    /// # Errors
    /// If the program has not been built.
    pub(super) fn read_parts(&self) -> Result<BTreeMap<String, Vec<String>>> {
        let text = fs::read(self.file(PARTS)).context("reading which files the parts need")?;
        serde_json::from_slice(&text).context("reading which files the parts need")
    }

    /// The files of all parts, in order.
    ///
    /// # Errors
    /// If the program has not been built.
    pub(super) fn parts(&self) -> Result<Vec<String>> {
        let all: BTreeSet<String> = self.read_parts()?.into_values().flatten().collect();
        Ok(all.into_iter().collect())
    }

    /// The files of all parts that the element can load, in order: not the standalone page.
    ///
    /// # Errors
    /// If the program has not been built.
    pub(super) fn parts_of_element(&self) -> Result<Vec<String>> {
        let mut parts = self.read_parts()?;
        parts.retain(|part, _| ![PAGE, PLAYGROUND].contains(&part.as_str()));
        let needed: BTreeSet<String> = parts.into_values().flatten().collect();
        Ok(needed.into_iter().collect())
    }

    /// The files that only the standalone page loads, in order.
    ///
    /// # Errors
    /// If the program has not been built.
    pub(super) fn parts_of_page(&self) -> Result<Vec<String>> {
        let element = self.parts_of_element()?;
        let mut all = self.parts()?;
        all.retain(|name| !element.contains(name));
        Ok(all)
    }

    /// The files that a part needs.
    ///
    /// # Errors
    /// If there is no such part.
    pub(super) fn files_of(&self, part: &str) -> Result<Vec<String>> {
        let files = self.read_parts()?.remove(part);
        files.with_context(|| format!("the program has no part called {part}"))
    }

    /// The copy of a file that keeps the names of its functions.
    pub(super) fn named(&self, name: &str) -> PathBuf {
        self.scratch.join(name.replace(".wasm", NAMED))
    }
}

const NAMED: &str = ".named.wasm";

const PARTS: &str = "parts.json";

/// The module that loads the parts.
pub(super) const LOADER: &str = "__wasm_split.js";

/// The part that is the standalone page.
pub(super) const PAGE: &str = "page";

/// The part with the element's methods.
pub(super) const METHODS: &str = "methods";

/// The part that is the page's playground.
const PLAYGROUND: &str = "playground";
