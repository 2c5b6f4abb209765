//! Compares what an embedder can style with the tables in `docs/theming.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The texts of all files with this extension below a directory.
fn texts(directory: &Path, extension: &str) -> Vec<String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(directory).expect("the directory is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            all.extend(texts(&path, extension));
        } else if path.extension().is_some_and(|held| held == extension) {
            all.push(fs::read_to_string(&path).expect("it is text"));
        }
    }
    all
}

/// What stands between `begin` and the next of the `ends`, each time.
fn between(texts: &[String], begin: &str, ends: &[char]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for text in texts {
        for after in text.split(begin).skip(1) {
            found.extend(after.split(ends).next().map(str::to_owned));
        }
    }
    found
}

/// The names in the first column of the table below a heading of `docs/theming.md`.
fn table(heading: &str) -> BTreeSet<String> {
    let docs = fs::read_to_string(root().join("docs/theming.md")).expect("it is there");
    let below = docs.split(heading).nth(1).expect("it has the heading");
    let section = below.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|row| row.split('`').nth(1).map(str::to_owned))
        .collect()
}

#[test]
fn the_table_has_every_custom_property() {
    let used = between(
        &texts(&root().join("style"), "css"),
        "var(--midturn-",
        &[',', ')'],
    );
    let named: BTreeSet<_> = used
        .iter()
        .map(|name| format!("--midturn-{name}"))
        .collect();
    assert_eq!(table("## Custom properties"), named);
}

#[test]
fn the_table_has_every_part() {
    let code = texts(&root().join("src/components"), "rs");
    // In a view, and where the elements of an answer are made. An element can have several names.
    let mut written = between(&code, " part=\"", &['"']);
    written.extend(between(&code, "(\"part\", \"", &['"']));
    let names = written.iter().flat_map(|names| names.split(' '));
    assert_eq!(table("## Parts"), names.map(str::to_owned).collect());
    // A name that is computed would not be found.
    let computed = between(&code, " part=", &['\n', ' ']);
    let computed = computed.iter().filter(|value| !value.starts_with('"'));
    assert_eq!(computed.collect::<Vec<_>>(), ["part"]);
}

#[test]
fn the_table_has_every_slot() {
    let code = texts(&root().join("src/components"), "rs");
    let slots = table("## Slots");
    assert_eq!(slots, between(&code, "<Place name=\"", &['"']));
    let script = texts(&root().join("src/embed"), "js");
    let listed = between(&script, "SLOTS = [", &[']']);
    let listed = listed.iter().flat_map(|listed| listed.split(", "));
    assert_eq!(slots, listed.map(|name| name.replace('\'', "")).collect());
}

#[test]
fn the_ready_themes_set_only_what_there_is() {
    let themes = texts(&root().join("packages/midturn/themes"), "css");
    assert_eq!(themes.len(), 3);
    let known = table("## Custom properties");
    for name in between(&themes, "  --midturn-", &[':']) {
        assert!(known.contains(&format!("--midturn-{name}")), "{name}");
    }
}
