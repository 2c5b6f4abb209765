//! The agent against programs that nobody here wrote: the reference client of AG-UI, and a mock of
//! the `OpenAI` API.
//!
//! Left out, with a line that says so, where they are not installed; with `MIDTURN_REQUIRE_NODE`,
//! which `cargo xtask test` sets, that is a failure.

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
    let packages = ["@ag-ui/client", "@copilotkit/aimock"];
    let packages = packages.map(|name| directory.join("node_modules").join(name));
    if packages.iter().all(|package| package.exists()) {
        return Some(directory);
    }
    let missing = "npm packages are missing: run `npm ci --prefix agent/tests/foreign` first";
    let required = std::env::var_os("MIDTURN_REQUIRE_NODE").is_some();
    assert!(!required, "{missing}");
    println!("skipped: {missing}");
    None
}
