//! Runs the reference client in node. `cargo xtask test` or `npm ci --prefix agent/tests/foreign`
//! installs the client.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use serde_json::{Value, json};

/// The reference client's results for these requests and the bodies that answer them; `None` if
/// the client is not installed.
pub(crate) fn reduce(streams: &[(Value, String)]) -> Option<Vec<Value>> {
    let script = script()?;
    let lines = streams
        .iter()
        .map(|(request, body)| json!({"request": request, "body": body}).to_string());
    let lines = lines.collect::<Vec<_>>().join("\n");
    let mut node = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = node.stdin.take().unwrap();
    // Writes in a thread: the client answers while it reads, so both pipes could fill and block.
    let writer = thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = node.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{}", output.status);
    let output = String::from_utf8(output.stdout).unwrap();
    let found: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(found.len(), streams.len());
    Some(found)
}

fn script() -> Option<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agent/tests/foreign");
    if directory.join("node_modules/@ag-ui/client").exists() {
        return Some(directory.join("reduce.mjs"));
    }
    let missing = "npm packages are missing: run `npm ci --prefix agent/tests/foreign` first";
    let required = ["MIDTURN_REQUIRE_NODE", "CI"];
    let required = required.iter().any(|name| std::env::var_os(name).is_some());
    assert!(!required, "{missing}");
    crate::tell(&format!("skipped: {missing}"));
    None
}
