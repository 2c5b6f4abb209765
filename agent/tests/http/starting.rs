//! The program says why it does not start.

use std::net::TcpListener;
use std::process::Command;

#[cfg(not(feature = "page"))]
use crate::support::{agent, soon};

/// What the program says on standard error before it fails.
fn failure(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_midturn-agent"))
        .args(arguments)
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(output.stdout.is_empty(), "it does not listen");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn an_address_in_use_is_told_with_the_option_to_choose_another() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for log in ["off", "info"] {
        let said = failure(&["--listen", &address, "--log", log]);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with(&format!("error: cannot listen on {address}: ")));
        assert!(said.contains("--listen"), "{said}");
    }
}

#[test]
fn a_directory_without_the_page_is_told_at_the_start() {
    let empty = tempfile::tempdir().unwrap();
    let path = empty.path().to_str().unwrap();
    let said = failure(&["--listen=127.0.0.1:0", "--log=off", "--static-dir", path]);
    assert!(
        said.contains(path) && said.contains("cargo xtask build"),
        "{said}"
    );
}

#[test]
fn a_place_that_cannot_be_used_is_told_before_it_listens() {
    let empty = tempfile::tempdir().unwrap();
    let path = empty.path().join("gone/x");
    let path = path.to_str().unwrap();
    let root = [
        "--root",
        path,
        "--model-url=http://127.0.0.1:1",
        "--model=m",
    ];
    for place in [&["--store", path][..], &root[..]] {
        let said = failure(&[&["--listen=127.0.0.1:0", "--log=off"], place].concat());
        assert!(said.starts_with("error: ") && said.contains(path), "{said}");
    }
}

#[cfg(not(feature = "page"))]
#[tokio::test]
async fn without_a_page_its_paths_say_how_to_serve_it() {
    let agent = agent().await;
    let answer = soon(agent.client.get(&agent.url).send()).await.unwrap();
    assert_eq!(answer.status(), 404);
    let said = answer.text().await.unwrap();
    assert!(said.contains("--static-dir"), "{said}");
}
