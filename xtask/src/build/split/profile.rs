//! The committed profile: which functions belong to which part.
//!
//! One file for each of the common parts but the last, which has what no file names. A line is the
//! name of a function, or `*` behind the beginning of many; the first line that fits decides. What is
//! in a side part, or in the one for developers, no file says: a module of Rust is one.

use std::collections::HashMap;

use super::{COMMON, DEBUG, DESCRIBED, PARTS, SIDES};

/// Which part a function is in, by its name.
#[derive(Default)]
pub(in super::super) struct Profile {
    exact: HashMap<String, usize>,
    begins: Vec<(String, usize)>,
}

impl Profile {
    /// Reads the files, of the first part first.
    pub(in super::super) fn read<'a>(files: impl IntoIterator<Item = &'a str>) -> Self {
        let mut profile = Self::default();
        for (part, text) in files.into_iter().enumerate() {
            for line in text.lines().map(str::trim) {
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                if let Some(begin) = line.strip_suffix('*') {
                    profile.begins.push((begin.to_owned(), part));
                } else {
                    profile.exact.entry(line.to_owned()).or_insert(part);
                }
            }
        }
        profile
    }

    /// The part of the function with this name, as the linker has it. The few without one are
    /// wasm-bindgen's, the start among them.
    pub(super) fn part_of(&self, name: &str) -> usize {
        if name.is_empty() {
            return 0;
        }
        let name = plain(name);
        if let Some(side) = SIDES.iter().position(|(_, begin)| name.starts_with(begin)) {
            return PARTS + side;
        }
        let exact = self.exact.get(&name).copied();
        let describes = DESCRIBED.iter().all(|part| name.contains(part));
        let module = name.trim_start_matches(['<', '&']);
        let is_debug = describes || DEBUG.iter().any(|begin| module.starts_with(begin));
        // What has run while a profile was taken is needed without it.
        if is_debug && exact.is_none() {
            return COMMON;
        }
        let begins = || {
            let begin = self
                .begins
                .iter()
                .find(|(begin, _)| name.starts_with(begin));
            begin.map(|(_, part)| *part)
        };
        exact.or_else(begins).unwrap_or(COMMON - 1)
    }
}

/// The name as a person writes it, without what changes from build to build. Of very long ones, of
/// which there are some, the beginning.
pub(in super::super) fn plain(name: &str) -> String {
    let words = name
        .split(' ')
        .map(|word| format!("{:#}", rustc_demangle::demangle(word)));
    let whole = words.collect::<Vec<_>>().join(" ");
    let begin: String = whole.chars().take(300).collect();
    begin.trim_end().to_owned()
}
