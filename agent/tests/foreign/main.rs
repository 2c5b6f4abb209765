//! The agent against programs that nobody here wrote: the reference client of AG-UI, and a mock of
//! the `OpenAI` API.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "shared with the other tests")]
#[path = "../http/support.rs"]
mod support;

mod client;
mod model;

use std::path::PathBuf;

/// The directory of the scripts, when their npm packages are installed.
fn scripts() -> Option<PathBuf> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/foreign");
    let installed = directory.join("node_modules/@ag-ui/client").exists();
    if !installed {
        println!("skipped: run `npm ci --prefix agent/tests/foreign` first");
    }
    installed.then_some(directory)
}
