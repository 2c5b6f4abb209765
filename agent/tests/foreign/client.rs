//! Runs driven by `HttpAgent` of `@ag-ui/client`, which verifies the order of all events.

use tokio::process::Command;

use crate::scripts;
use crate::support::{agent_with, soon};

#[tokio::test]
async fn the_script_of_the_reference_client_passes_with_and_without_control() {
    let Some(directory) = scripts() else {
        return;
    };
    for control in ["--control=on", "--control=off"] {
        let agent = agent_with(&["--test-mode", "--speed=1000000", control]).await;
        let mut node = Command::new("node");
        node.arg(directory.join("client.mjs")).arg(&agent.url);
        let output = soon(node.kill_on_drop(true).output()).await.unwrap();
        println!("{control}: {}", String::from_utf8_lossy(&output.stdout));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{control}: {errors}");
    }
}
