//! Puts small files that several parts share into one file.
//!
//! The division makes a file for each set of parts that share something: over a hundred, most of less than a
//! kilobyte. Their requests take longer than all of their bytes. The one file is WebAssembly without code: each
//! of the small files is a custom section of it, under its name. `src/embed/shared.js` takes them out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, ensure};
use walrus::{Module, RawCustomSection};

use super::program::{LOADER, Program};

/// A file that is smaller is put together with others.
const SMALL: u64 = 8 * 1024;

/// The languages, which are loaded before the first answer. They share next to nothing, for which nobody
/// should wait for the whole file.
const LANGUAGES: [&str; 2] = ["arabic", "french"];

/// What begins the name of a file that several parts share.
const SHARED: &str = "chunk_";

/// Puts the small files together, if there are several.
///
/// # Errors
/// If a file cannot be read or written, or the loader asks for one in another way than expected.
pub(super) fn join(program: &Program) -> Result<()> {
    let mut parts = program.read_parts()?;
    let mut small = BTreeSet::new();
    for file in candidates(&parts) {
        if fs::metadata(program.file(&file))?.len() < SMALL {
            small.insert(file);
        }
    }
    let Some((_, build)) = small.first().and_then(|file| names(file)) else {
        return Ok(());
    };
    let joined = format!("shared_{build}.wasm");
    let mut module = Module::default();
    for file in &small {
        let path = program.file(file);
        let data = fs::read(&path).with_context(|| format!("reading {file}"))?;
        let (name, _) = names(file).context("a file without a name")?;
        let name = name.to_owned();
        module.customs.add(RawCustomSection { name, data });
        fs::remove_file(&path).with_context(|| format!("removing {file}"))?;
    }
    module.emit_wasm_file(program.file(&joined))?;
    let loader = program.file(LOADER);
    let text = fs::read_to_string(&loader).context("reading what loads the parts")?;
    let text = taking(&text, &small, &joined)?;
    fs::write(&loader, text).context("writing what loads the parts")?;
    for files in parts.values_mut() {
        *files = files
            .iter()
            .map(|file| if small.contains(file) { &joined } else { file })
            .cloned()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
    }
    program.write_parts(&parts)
}

/// The files that may be put together, if they are small.
fn candidates(parts: &BTreeMap<String, Vec<String>>) -> BTreeSet<String> {
    let early: BTreeSet<_> = LANGUAGES
        .iter()
        .filter_map(|part| parts.get(*part))
        .flatten()
        .collect();
    let all = parts.values().flatten();
    all.filter(|file| file.starts_with(SHARED) && !early.contains(file))
        .cloned()
        .collect()
}

/// The name of a file of the division, and the build's hash.
fn names(file: &str) -> Option<(&str, &str)> {
    file.strip_suffix(".wasm")?.rsplit_once('_')
}

/// The loader's text, with the small files taken out of the joined one. `sectionsOf` is imported where the
/// loader is bundled (`bundle.mjs`), which may be another checkout.
fn taking(text: &str, small: &BTreeSet<String>, joined: &str) -> Result<String> {
    let request = |file: &str| format!("fetch(new URL(\"./{file}\", import.meta.url))");
    let mut text = text.to_owned();
    for file in small {
        let (name, _) = names(file).context("a file without a name")?;
        let asked = request(file);
        ensure!(text.contains(&asked), "the loader has no `{asked}`");
        text = text.replace(&asked, &format!("fromShared({name:?})"));
    }
    Ok(format!(
        "const fromShared = sectionsOf(() => {});\n{text}",
        request(joined)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
        names.map(str::to_owned).into()
    }

    #[test]
    fn what_a_language_needs_stays_a_file_of_its_own() {
        let parts = [
            ("french", vec!["chunk_1_ab.wasm", "split_french_ab.wasm"]),
            ("control", vec!["chunk_1_ab.wasm", "chunk_2_ab.wasm"]),
        ];
        let parts = parts.map(|(part, files)| {
            let files = files.into_iter().map(str::to_owned).collect();
            (part.to_owned(), files)
        });
        assert_eq!(candidates(&parts.into()), set(["chunk_2_ab.wasm"]));
    }

    #[test]
    fn the_loader_takes_a_small_file_out_of_the_joined_one() {
        let text = "const a = fetch(new URL(\"./chunk_1_ab.wasm\", import.meta.url));\n\
                    const b = fetch(new URL(\"./chunk_12_ab.wasm\", import.meta.url));";
        let made = taking(text, &set(["chunk_1_ab.wasm"]), "shared_ab.wasm")
            .expect("it asks for the file");
        assert_eq!(
            made,
            "const fromShared = sectionsOf(() => fetch(new URL(\"./shared_ab.wasm\", import.meta.url)));\n\
             const a = fromShared(\"chunk_1\");\n\
             const b = fetch(new URL(\"./chunk_12_ab.wasm\", import.meta.url));"
        );
        let error = taking(text, &set(["chunk_3_ab.wasm"]), "shared_ab.wasm")
            .expect_err("it does not ask for this one");
        assert!(error.to_string().contains("chunk_3"), "{error}");
    }
}
