//! `dist/extras/`: modules that a chat may need later and that no first load contains. They are for
//! highlighting, formulas, diagrams, and calls of an embedder's tools.
//!
//! `extras/build.js` bundles them and prints what it wrote. This module checks the result by the
//! same rules as the rest of the JavaScript, and checks the budget of highlighting.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::glue;
use crate::process::capture;
use crate::project::Project;

/// The budget of the first code block of an answer, by gzip -9, in bytes: the tokenizer and one
/// language.
const BUDGET: u64 = 20 * 1024;

/// The module whose size, together with one language, has a budget.
const HIGHLIGHT: &str = "highlight.js";

/// The modules with public names.
pub(crate) const ENTRIES: [&str; 5] = [
    HIGHLIGHT,
    "math.js",
    "diagram.js",
    "tools.js",
    "renderers.js",
];

/// The output of `extras/build.js`.
struct Output {
    files: BTreeMap<String, File>,
}

/// One file, by its path in `dist/extras/`.
struct File {
    raw: u64,
    gzip: u64,
    /// The files loaded together with this one.
    imports: Vec<String>,
    /// The files that this one may load later.
    later: Vec<String>,
}

/// Writes `dist/extras/`.
///
/// # Errors
/// If the bundler fails, a file contains a forbidden call, or (in a release) highlighting exceeds
/// its budget.
pub(super) fn bundle(project: &Project, release: bool, dist: &Path) -> Result<()> {
    let flags: &[&str] = if release { &["--minify"] } else { &[] };
    let output = write(project, flags, dist)?;
    if release {
        report(&output)?;
    }
    Ok(())
}

/// Writes the modules as the package has them: with import statements, which a bundler follows.
///
/// # Errors
/// If the bundler fails, or a file contains a forbidden call.
pub(super) fn bundle_plain(project: &Project, directory: &Path) -> Result<()> {
    write(project, &["--minify", "--plain"], directory).map(drop)
}

fn write(project: &Project, flags: &[&str], directory: &Path) -> Result<Output> {
    let place = directory.join("extras");
    let mut command = project.node(&project.extras().join("build.js"));
    command.arg(&place).args(flags);
    let said = capture(&mut command).context("bundling the extras")?;
    let output = Output::read(&said).context("reading what extras/build.js said")?;
    check(&output, &place)?;
    Ok(output)
}

fn check(output: &Output, place: &Path) -> Result<()> {
    for name in output.files.keys() {
        let file = place.join(name);
        let text =
            fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        if let Some(call) = glue::forbidden(&text) {
            bail!(
                "extras/{name} contains `{call}`, which the page's content security policy \
                 refuses: choose another library, or take its place at bundling"
            );
        }
    }
    match ENTRIES
        .into_iter()
        .find(|entry| !output.files.contains_key(*entry))
    {
        Some(missing) => bail!("extras/{missing} was not written"),
        None => Ok(()),
    }
}

/// Prints the size of each module with its imports, and checks the budget of highlighting.
fn report(output: &Output) -> Result<()> {
    for entry in ENTRIES {
        let files = output.with_imports(entry);
        println!(
            "      extras/{entry:<24} raw {:>7}   gzip -9 {:>7}",
            output.sum(&files, |file| file.raw),
            output.sum(&files, |file| file.gzip),
        );
    }
    let (language, bytes) = output.heaviest();
    println!("      highlighting, at most   {bytes} bytes by gzip -9 ({language})");
    if bytes > BUDGET {
        bail!(
            "highlighting with extras/{language} is {bytes} bytes by gzip -9, over its budget of \
             {BUDGET}: split the languages of its family"
        );
    }
    Ok(())
}

impl Output {
    fn read(said: &str) -> Result<Self> {
        let said: Value = serde_json::from_str(said)?;
        let files = said["files"].as_object().context("it names no files")?;
        let files = files
            .iter()
            .map(|(name, file)| (name.clone(), File::read(file)))
            .collect();
        Ok(Self { files })
    }

    /// A file and everything loaded together with it.
    fn with_imports<'a>(&'a self, name: &'a str) -> BTreeSet<&'a str> {
        let mut found = BTreeSet::new();
        let mut left = vec![name];
        while let Some(name) = left.pop() {
            if found.insert(name) {
                let imports = self
                    .files
                    .get(name)
                    .into_iter()
                    .flat_map(|file| &file.imports);
                left.extend(imports.map(String::as_str));
            }
        }
        found
    }

    fn sum(&self, files: &BTreeSet<&str>, of: impl Fn(&File) -> u64) -> u64 {
        files
            .iter()
            .filter_map(|name| self.files.get(*name))
            .map(of)
            .sum()
    }

    /// The language with the largest total, and the total of language and tokenizer.
    fn heaviest(&self) -> (&str, u64) {
        let core = self.with_imports(HIGHLIGHT);
        let languages = self
            .files
            .get(HIGHLIGHT)
            .into_iter()
            .flat_map(|file| &file.later);
        languages
            .map(|language| {
                let files = core.union(&self.with_imports(language)).copied().collect();
                (language.as_str(), self.sum(&files, |file| file.gzip))
            })
            .max_by_key(|(_, bytes)| *bytes)
            .unwrap_or((HIGHLIGHT, self.sum(&core, |file| file.gzip)))
    }
}

impl File {
    fn read(file: &Value) -> Self {
        let bytes = |name: &str| file[name].as_u64().unwrap_or_default();
        let names = |name: &str| {
            let names = file[name].as_array().into_iter().flatten();
            names.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        Self {
            raw: bytes("raw"),
            gzip: bytes("gzip"),
            imports: names("imports"),
            later: names("later"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output() -> Output {
        let text = r#"{"files":{
            "highlight.js":{"raw":10,"gzip":4,"imports":["chunks/a.js"],"later":["chunks/x.js","chunks/y.js"]},
            "chunks/a.js":{"raw":5,"gzip":2,"imports":[],"later":[]},
            "chunks/x.js":{"raw":9,"gzip":3,"imports":["chunks/a.js","chunks/z.js"],"later":[]},
            "chunks/y.js":{"raw":9,"gzip":5,"imports":[],"later":[]},
            "chunks/z.js":{"raw":9,"gzip":7,"imports":["chunks/x.js"],"later":[]}}}"#;
        Output::read(text).expect("it is JSON")
    }

    #[test]
    fn shared_imports_are_counted_once() {
        assert_eq!(output().heaviest(), ("chunks/x.js", 4 + 2 + 3 + 7));
    }

    #[test]
    fn a_size_over_the_budget_is_an_error() {
        let mut output = output();
        assert!(report(&output).is_ok());
        let large = output.files.get_mut("chunks/y.js").expect("it is there");
        large.gzip = BUDGET;
        let error = report(&output).expect_err("it is too large").to_string();
        assert!(error.contains("chunks/y.js"), "{error}");
    }
}
