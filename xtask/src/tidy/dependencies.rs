//! Rules about the manifests and the core's dependencies.

use anyhow::Result;

use super::files::File;
use crate::process::capture;
use crate::project::Project;

/// The rule of [`core_tree`].
pub(super) const CORE_TREE: &str = "the core depends on no web, async or JSON crate";

/// Packages for the web, async runtimes and JSON. A name that ends in `*` is a prefix.
const FOREIGN: [&str; 18] = [
    "async*",
    "futures*",
    "getrandom",
    "gloo*",
    "http*",
    "hyper*",
    "js-sys",
    "json*",
    "leptos*",
    "mio",
    "rand*",
    "reqwest",
    "serde_json",
    "simd-json",
    "tiny_http",
    "tokio*",
    "wasm-bindgen*",
    "web-sys",
];

/// Every crate of the workspace uses the workspace's lints.
pub(super) fn inherit_lints(files: &[File]) -> Vec<String> {
    files
        .iter()
        .filter(|file| file.path == "Cargo.toml" || file.path.ends_with("/Cargo.toml"))
        // The fuzz targets are not a member: libFuzzer's macros break the lints.
        .filter(|file| file.text.contains("[package]") && !file.is_in("crates/protocol/fuzz"))
        .filter(|file| !file.text.contains("[lints]\nworkspace = true"))
        .map(|file| file.at(0, "has no `[lints] workspace = true`"))
        .collect()
}

/// The forbidden packages in `cargo tree -p midturn-core`, on any target, including test
/// dependencies.
///
/// # Errors
/// If cargo fails.
pub(super) fn core_tree(project: &Project) -> Result<Vec<String>> {
    let arguments = "tree --package midturn-core --target all --prefix none";
    let tree = capture(project.command("cargo").args(arguments.split(' ')))?;
    Ok(foreign(&tree))
}

fn foreign(tree: &str) -> Vec<String> {
    tree.lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|package| FOREIGN.iter().any(|pattern| matches(pattern, package)))
        .map(|package| format!("crates/core/Cargo.toml: leads to {package}"))
        .collect()
}

/// Whether a name fits a pattern: the name itself, or a beginning and `*`.
pub(super) fn matches(pattern: &str, package: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => package.starts_with(beginning),
        None => package == pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::super::files::file;
    use super::*;

    #[test]
    fn a_crate_without_the_lints_is_found() {
        let files = [
            file("a/Cargo.toml", "[package]\n\n[lints]\nworkspace = true\n"),
            file("b/Cargo.toml", "[package]\n"),
            file("crates/protocol/fuzz/Cargo.toml", "[package]\n"),
        ];
        assert_eq!(
            inherit_lints(&files),
            ["b/Cargo.toml:1: has no `[lints] workspace = true`"]
        );
    }

    #[test]
    fn a_forbidden_package_is_found_at_any_depth() {
        let tree = "midturn-core v0.1.0\nthiserror v2.0.0\ntokio-util v0.7.0\nserde_json v1.0.0\n";
        assert_eq!(
            foreign(tree),
            [
                "crates/core/Cargo.toml: leads to tokio-util",
                "crates/core/Cargo.toml: leads to serde_json"
            ]
        );
    }
}
