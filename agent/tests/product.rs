//! Test of the released program alone: the page is compiled into it.
//!
//! Built only with the feature `page`. `MIDTURN_PRODUCT` names the program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "shared with the other tests")]
#[path = "http/support.rs"]
mod support;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use support::{Agent, soon};

/// The directory that the page was built from.
const DIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../dist");

/// The running program, which is killed on drop.
struct Product {
    child: Child,
    agent: Agent,
}

impl Product {
    /// Starts the program in an otherwise empty directory.
    fn start(directory: &Path) -> Self {
        let named = std::env::var_os("MIDTURN_PRODUCT").map(PathBuf::from);
        let built = env!("CARGO_BIN_EXE_midturn-agent");
        let mut child = Command::new(named.unwrap_or_else(|| built.into()))
            .args(["--listen=127.0.0.1:0", "--log=off", "--speed=1000000"])
            .current_dir(directory)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        let agent = Agent::at(line.strip_prefix("listening on ").unwrap());
        Self { child, agent }
    }

    async fn navigate(&self, path: &str) -> reqwest::Response {
        self.get(path, ("accept", "text/html")).await
    }

    async fn get(&self, path: &str, (name, value): (&str, &str)) -> reqwest::Response {
        let request = self.agent.client.get(format!("{}{path}", self.agent.url));
        soon(request.header(name, value).send()).await.unwrap()
    }
}

impl Drop for Product {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[tokio::test]
async fn the_program_alone_serves_the_page_and_the_agent() {
    let empty = tempfile::tempdir().unwrap();
    let product = Product::start(empty.path());
    for (path, file, kind) in [
        ("/", "index.html", "text/html"),
        ("/threads/some-thread", "index.html", "text/html"),
        ("/page.js", "page.js", "text/javascript"),
        ("/midturn.js", "midturn.js", "text/javascript"),
        ("/midturn_bg.wasm", "midturn_bg.wasm", "application/wasm"),
    ] {
        let answer = product.navigate(path).await;
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(answer.headers()["content-type"], kind, "{path}");
        assert!(answer.headers().contains_key("content-security-policy"));
        let expected = std::fs::read(Path::new(DIST).join(file)).unwrap();
        let body = soon(answer.bytes()).await.unwrap();
        assert!(body == expected, "{path} is not what was built");
    }
    assert_eq!(product.navigate("/missing.js").await.status(), 404);
    let events = product.agent.events("t", "r", "tools").await;
    assert_eq!(events.last().unwrap()["outcome"]["type"], "success");
    assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_file_of_the_page_is_sent_compressed_and_once() {
    let empty = tempfile::tempdir().unwrap();
    let product = Product::start(empty.path());
    let file = product.navigate("/midturn_bg.wasm").await;
    let tag = file.headers()["etag"].to_str().unwrap().to_owned();
    let plain = soon(file.bytes()).await.unwrap();
    for known in [tag.clone(), format!("\"other\", {tag}")] {
        let again = product.get("/midturn_bg.wasm", ("if-none-match", &known));
        let again = again.await;
        assert_eq!(again.status(), 304);
        assert_eq!(again.headers()["etag"], tag);
        assert_eq!(again.headers()["cache-control"], "no-cache");
        assert!(soon(again.bytes()).await.unwrap().is_empty());
    }
    let other = product.get("/page.js", ("if-none-match", &tag)).await;
    assert_eq!(other.status(), 200);
    let packed = product.get("/midturn_bg.wasm", ("accept-encoding", "gzip"));
    let packed = packed.await;
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    assert_eq!(packed.headers()["etag"], tag);
    let packed = soon(packed.bytes()).await.unwrap();
    assert!(packed.len() < plain.len());
}
