//! Rule: the top modules of a crate form layers. No module uses, directly or through others, a
//! module that uses it.

use std::collections::{BTreeMap, BTreeSet};

use super::files::File;
use super::source::code;

/// For each top module, the top modules that it uses, each with a complaint about the first such
/// line.
type Uses = BTreeMap<String, BTreeMap<String, String>>;

/// Top modules that use each other in a circle: one complaint for each use within the circle.
pub(super) fn between_modules(files: &[File]) -> Vec<String> {
    let rust = files.iter().filter(|file| file.is_a(".rs"));
    let crates: BTreeSet<&str> = rust.filter_map(File::sources).collect();
    crates
        .into_iter()
        .flat_map(|sources| {
            let uses = uses_in(sources, files);
            circular(&uses)
        })
        .collect()
}

fn uses_in(sources: &str, files: &[File]) -> Uses {
    let mut uses = Uses::new();
    for file in files {
        let path = file.path.strip_prefix(sources);
        let Some(path) = path.and_then(|path| path.strip_prefix('/')?.strip_suffix(".rs")) else {
            continue;
        };
        let parts: Vec<&str> = path.split('/').collect();
        let root = matches!(parts[0], "lib" | "main");
        if root
            || parts
                .iter()
                .any(|part| *part == "tests" || *part == "testing")
        {
            continue;
        }
        let to_root = "super::".repeat(parts.len());
        for (number, line) in file.text.lines().enumerate() {
            if line.trim_start().starts_with("#[cfg(test)]") {
                break;
            }
            for used in tops(code(line), &to_root) {
                if used != parts[0] {
                    let of = uses.entry(parts[0].to_owned()).or_default();
                    let complaint = || file.at(number, &format!("uses {used} in a circle"));
                    of.entry(used.to_owned()).or_insert_with(complaint);
                }
            }
        }
    }
    let known: BTreeSet<String> = uses.keys().cloned().collect();
    for of in uses.values_mut() {
        of.retain(|used, _| known.contains(used));
    }
    uses
}

/// The top modules that a line names: after `crate::`, or after as many `super::` as lead to the
/// root.
fn tops<'a>(line: &'a str, to_root: &str) -> Vec<&'a str> {
    let after = |prefix: &str| {
        let places = line.match_indices(prefix);
        let places = places.filter(|(at, _)| {
            let before = line[..*at].chars().next_back();
            before.is_none_or(|sign| !sign.is_alphanumeric() && sign != '_' && sign != ':')
        });
        let names = places.map(|(at, _)| &line[at + prefix.len()..]);
        let end = |rest: &str| rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_');
        let name = |rest: &'a str| &rest[..end(rest).unwrap_or(rest.len())];
        names
            .flat_map(|rest| {
                let list = rest.strip_prefix('{').unwrap_or(name(rest));
                list.split(',').map(|one| name(one.trim_start()))
            })
            .collect::<Vec<_>>()
    };
    let mut tops = after("crate::");
    tops.extend(after(to_root));
    tops.retain(|name| !name.is_empty() && *name != "super");
    tops
}

fn circular(uses: &Uses) -> Vec<String> {
    let mut complaints = Vec::new();
    for (module, used) in uses {
        let back = used.iter().filter(|(name, _)| reaches(name, module, uses));
        complaints.extend(back.map(|(_, complaint)| complaint.clone()));
    }
    complaints
}

/// Whether `from` uses `to`, directly or through others.
fn reaches(from: &str, to: &str, uses: &Uses) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module)
            && let Some(used) = uses.get(module)
        {
            open.extend(used.keys().map(String::as_str));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::files::file;
    use super::*;

    #[test]
    fn modules_that_use_each_other_through_a_third_are_found() {
        let files = [
            file("src/a/deep.rs", "//! A.\nuse crate::b::{B, C};"),
            file("src/b.rs", "use super::c;"),
            file("src/c.rs", "use crate::{free, a::A};"),
            file("src/d.rs", "fn f() { crate::a::g() } // nobody uses d"),
        ];
        assert_eq!(
            between_modules(&files),
            [
                "src/a/deep.rs:2: uses b in a circle",
                "src/b.rs:1: uses c in a circle",
                "src/c.rs:1: uses a in a circle",
            ]
        );
    }

    #[test]
    fn layers_tests_and_other_crates_are_no_circle() {
        let files = [
            file("src/a.rs", "use crate::b;"),
            file("src/b.rs", "//! Not crate::a.\n#[cfg(test)]\nuse crate::a;"),
            file("src/b/tests.rs", "use crate::a;"),
            file("agent/src/b.rs", "use crate::a;"),
            file("agent/src/a.rs", "use super::super::b;"),
        ];
        assert_eq!(between_modules(&files), [""; 0]);
    }
}
