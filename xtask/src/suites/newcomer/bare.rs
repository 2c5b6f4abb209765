//! A directory of rustup with one toolchain that lacks what `cargo xtask` must install itself.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::process::capture;
use crate::project::Project;
use crate::tools::rust::WASM;

/// Where a toolchain keeps the list of its parts, and what each consists of.
const PARTS: &str = "lib/rustlib";

/// What nobody compiles with: documentation.
const NOT_NEEDED: &str = "share";

/// Makes such a directory of the toolchain in use. Its large files are links to that toolchain's. Returns
/// whether Rust was installed by rustup, which keeps its toolchains in a directory of that name.
///
/// # Errors
/// If a file cannot be linked, copied or written.
pub(super) fn rustup(project: &Project, place: &Path) -> Result<bool> {
    let sysroot = capture(project.command("rustc").args(["--print", "sysroot"]))?;
    let toolchain = Path::new(sysroot.trim());
    let Some(name) = toolchain.file_name() else {
        return Ok(false);
    };
    let Some(toolchains) = toolchain.parent() else {
        return Ok(false);
    };
    let is_of_rustup = toolchains.ends_with("toolchains");
    if !is_of_rustup || project.find_all("rustup").is_empty() {
        return Ok(false);
    }
    let copy = place.join("toolchains").join(name);
    link(toolchain, &copy)?;
    let settings = toolchains.with_file_name("settings.toml");
    if settings.is_file() {
        fs::copy(settings, place.join("settings.toml"))?;
    }
    // Two files name the parts that are installed: one a line, and one a paragraph.
    for (list, between) in [("components", "\n"), ("multirust-config.toml", "\n\n")] {
        let list = copy.join(PARTS).join(list);
        let parts = fs::read_to_string(&list).context("reading the toolchain's parts")?;
        fs::write(&list, without(&parts, between))?;
    }
    Ok(true)
}

/// Whether the newcomer lacks a file or a part of this name.
fn is_missing(name: &str) -> bool {
    name.contains(WASM)
}

/// A list of parts without those that the newcomer lacks.
fn without(parts: &str, between: &str) -> String {
    let kept: Vec<&str> = parts
        .split(between)
        .filter(|part| !is_missing(part))
        .collect();
    kept.join(between)
}

/// Links the files of a directory, and copies those that rustup may write.
fn link(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let is_list = from.ends_with(PARTS);
    for entry in fs::read_dir(from).with_context(|| format!("reading {}", from.display()))? {
        let entry = entry?;
        let name = entry.file_name();
        let target = to.join(&name);
        let name = name.to_string_lossy();
        if is_missing(&name) || name == NOT_NEEDED {
            continue;
        }
        if entry.file_type()?.is_dir() {
            link(&entry.path(), &target)?;
        } else if is_list || fs::hard_link(entry.path(), &target).is_err() {
            // Another file system has no links to this one.
            fs::copy(entry.path(), &target).with_context(|| format!("copying {name}"))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{is_missing, without};

    #[test]
    fn the_newcomer_lacks_the_target_and_nothing_else() {
        assert!(is_missing("rust-std-wasm32-unknown-unknown"));
        assert!(is_missing("manifest-rust-std-wasm32-unknown-unknown"));
        assert!(!is_missing("manifest-rust-std-x86_64-unknown-linux-gnu"));
        assert!(!is_missing("clippy-preview-x86_64-unknown-linux-gnu"));
    }

    #[test]
    fn a_part_is_taken_out_of_its_list() {
        let lines = "rustc-x86_64\nrust-std-wasm32-unknown-unknown\n";
        assert_eq!(without(lines, "\n"), "rustc-x86_64\n");
        let paragraphs = "version = 1\n\npkg = \"rust-std\"\ntarget = \"wasm32-unknown-unknown\"\n\npkg = \"rustc\"\n";
        assert_eq!(
            without(paragraphs, "\n\n"),
            "version = 1\n\npkg = \"rustc\"\n"
        );
    }
}
