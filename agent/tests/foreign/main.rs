//! Tests of the agent with programs of other authors: the reference client of AG-UI, and a mock of
//! the APIs of models.
//!
//! A test is skipped, with a note, when its program is not installed. With `MIDTURN_REQUIRE_NODE`,
//! which `cargo xtask test` sets, the test fails instead.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "shared with the other tests")]
#[path = "../http/support.rs"]
mod support;

mod apis;
mod client;
mod model;

use std::path::PathBuf;

/// The directory of the scripts; `None` when their npm packages are not installed.
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
