//! Rules about which module may name which: two branches that meet only in `app.rs`.
//!
//! core ← protocol ← transport ← driver ← app, and core ← state ← components ← app: the right side
//! of an arrow uses the left. Rules that the crates' dependencies already enforce are not repeated
//! here.

use std::collections::BTreeSet;

use super::dependencies::matches;
use super::files::File;
use super::source::{code, words};

/// Crates and modules of the outside world: the DOM, the clock, the network, randomness.
const WORLD: [&str; 16] = [
    "web_sys",
    "js_sys",
    "wasm_bindgen",
    "gloo_net",
    "leptos",
    "reactive_graph",
    "tokio",
    "futures",
    "rand",
    "getrandom",
    "async",
    "std::time::Instant",
    "std::time::SystemTime",
    "std::fs",
    "std::net",
    "std::env",
];

/// Components only read state and send inputs.
pub(super) fn components(files: &[File]) -> Vec<String> {
    let names = ["transport", "driver", "midturn_protocol*"];
    named_in(files, "src/components", &names)
}

/// State only mirrors the core in signals, and passes a person's actions on.
pub(super) fn state(files: &[File]) -> Vec<String> {
    let names = [
        "transport",
        "driver",
        "protocol",
        "midturn_protocol*",
        "components",
    ];
    named_in(files, "src/state", &names)
}

/// Transport and driver name neither state, components nor Leptos.
pub(super) fn lower_arm(files: &[File]) -> Vec<String> {
    let names = ["crate::state", "crate::components", "leptos"];
    let mut complaints = named_in(files, "src/transport", &names);
    complaints.extend(named_in(files, "src/driver", &names));
    complaints
}

/// The page and its playground know the element, and nothing of what is in it.
pub(super) fn page(files: &[File]) -> Vec<String> {
    let names = ["app", "driver", "embed", "Actions", "Ui"];
    let mut complaints = named_in(files, "src/page", &names);
    complaints.extend(named_in(files, "src/playground", &names));
    complaints
}

/// The core and the protocols only decide; they perform no effects.
pub(super) fn pure_crates(files: &[File]) -> Vec<String> {
    let mut complaints = named_in(files, "crates/core/src", &WORLD);
    complaints.extend(named_in(files, "crates/core/src", &["serde_json"]));
    let sources = files.iter().filter_map(File::sources);
    let protocols: BTreeSet<&str> = sources
        .filter(|sources| sources.starts_with("crates/protocol"))
        .collect();
    for sources in protocols {
        complaints.extend(named_in(files, sources, &WORLD));
    }
    complaints
}

/// The lines of code in a directory that contain one of the names, without comments and tests. A
/// name that ends in `*` is a prefix.
fn named_in(files: &[File], directory: &str, names: &[&str]) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in files {
        let module = file.is_in(directory) || file.path == format!("{directory}.rs");
        let test = ["tests", "testing"].iter().any(|name| {
            file.is_a(&format!("/{name}.rs")) || file.path.contains(&format!("/{name}/"))
        });
        if !module || !file.is_a(".rs") || test {
            continue;
        }
        for (number, line) in file.text.lines().enumerate() {
            if line.trim_start().starts_with("#[cfg(test)]") {
                break;
            }
            let found = names.iter().filter(|name| names_it(code(line), name));
            complaints.extend(found.map(|name| file.at(number, &format!("names {name}"))));
        }
    }
    complaints
}

fn names_it(code: &str, name: &str) -> bool {
    if name.contains("::") {
        code.contains(name)
    } else {
        words(code).any(|word| matches(name, word))
    }
}

#[cfg(test)]
mod tests {
    use super::super::files::file;
    use super::*;

    #[test]
    fn a_component_that_names_the_driver_is_found() {
        let files = [
            file(
                "src/components/a.rs",
                "//! Not the driver.\nuse crate::driver;",
            ),
            file("src/components/b.rs", "use crate::state; // not the driver"),
            file("src/components/c.rs", "use midturn_protocol_a2a::A2a;"),
            file("src/app.rs", "use crate::driver;"),
        ];
        assert_eq!(
            components(&files),
            [
                "src/components/a.rs:2: names driver",
                "src/components/c.rs:1: names midturn_protocol*"
            ]
        );
    }

    #[test]
    fn a_page_that_reaches_past_the_element_is_found() {
        let files = [
            file("src/page/a.rs", "use midturn::app::Session;"),
            file("src/page.rs", "use midturn::extra;"),
            file("src/playground/a.rs", "use crate::components::Ui;"),
        ];
        assert_eq!(
            page(&files),
            [
                "src/page/a.rs:1: names app",
                "src/playground/a.rs:1: names Ui"
            ]
        );
    }

    #[test]
    fn state_that_names_a_component_is_found() {
        let files = [
            file("src/state.rs", "use crate::driver;"),
            file("src/state/a.rs", "use crate::components::Card;"),
        ];
        assert_eq!(
            state(&files),
            [
                "src/state.rs:1: names driver",
                "src/state/a.rs:1: names components"
            ]
        );
    }

    #[test]
    fn a_driver_that_names_the_state_is_found() {
        let files = [
            file("src/driver/a.rs", "use crate::state::Cell;"),
            file("src/transport/a.rs", "let state = 1;"),
        ];
        assert_eq!(lower_arm(&files), ["src/driver/a.rs:1: names crate::state"]);
    }

    #[test]
    fn a_core_that_reads_the_clock_is_found_except_in_tests() {
        let files = [
            file("crates/core/src/a.rs", "use std::time::Instant;"),
            file(
                "crates/core/src/b.rs",
                "#[cfg(test)]\nuse std::time::Instant;",
            ),
            file("crates/core/src/a/tests/c.rs", "use serde_json::Value;"),
            file("crates/protocol/src/d.rs", "use serde_json::Value;"),
            file("crates/protocol/src/testing.rs", "use std::fs;"),
            file("crates/protocol-a2a/src/lib.rs", "use std::net;"),
        ];
        assert_eq!(
            pure_crates(&files),
            [
                "crates/core/src/a.rs:1: names std::time::Instant",
                "crates/protocol-a2a/src/lib.rs:1: names std::net"
            ]
        );
    }
}
