//! The made-up workspace that the scripted agent works in: `tidepool`, a small HTTP client whose
//! retry test fails because seconds are read as milliseconds.

pub(super) const LISTING: &str = "\
Cargo.toml
README.md
src/client.rs
src/lib.rs
src/queue.rs
src/retry.rs
tests/client.rs
tests/retry.rs";

const RETRY_RS: &str = "\
//! When to try again, and how long to wait before.

use std::time::Duration;

const BASE: Duration = Duration::from_millis(200);
const CAP: Duration = Duration::from_secs(30);

pub fn delay(attempt: u32, headers: &HeaderMap) -> Duration {
    if let Some(value) = headers.get(\"Retry-After\") {
        return parse_retry_after(value).min(CAP);
    }
    (BASE * 2u32.saturating_pow(attempt)).min(CAP)
}

fn parse_retry_after(value: &HeaderValue) -> Duration {
    let number = value.to_str().ok().and_then(|v| v.parse().ok());
    Duration::from_millis(number.unwrap_or(0))
}";

const RETRY_TEST_RS: &str = "\
#[tokio::test(start_paused = true)]
async fn honours_retry_after() {
    let server = Server::answering([status(429).retry_after(2), status(200)]);
    let began = Instant::now();
    Client::new(server.url()).get(\"/tides\").await.unwrap();
    assert!(began.elapsed() >= Duration::from_secs(2));
}";

const CLIENT_RS: &str = "\
//! One request, and the retries it needs.

pub async fn send(&self, request: Request) -> Result<Response, Error> {
    for attempt in 0.. {
        let response = self.transport.send(request.clone()).await?;
        if !retry::is_retryable(response.status()) || attempt == self.max_retries {
            return Ok(response);
        }
        sleep(retry::delay(attempt, response.headers())).await;
    }
    unreachable!(\"the loop returns\")
}";

const CARGO_TOML: &str = "\
[package]
name = \"tidepool\"
version = \"0.6.2\"
edition = \"2024\"

[dependencies]
http = \"1\"
tokio = { version = \"1\", features = [\"time\"] }";

pub(super) const FAILING_TEST: &str = "\
running 6 tests
test retry::backs_off_exponentially ... ok
test retry::caps_the_delay ... ok
test retry::gives_up_after_max_retries ... ok
test retry::honours_retry_after ... FAILED
test retry::ignores_client_errors ... ok
test retry::retries_on_503 ... ok

---- retry::honours_retry_after ----
assertion failed: began.elapsed() >= Duration::from_secs(2)
  at tests/retry.rs:6

test result: FAILED. 5 passed; 1 failed; finished in 0.31s";

pub(super) const PASSING_TEST: &str = "\
running 6 tests
test result: ok. 6 passed; 0 failed; finished in 0.29s";

pub(super) const CLIPPY: &str = "\
    Checking tidepool v0.6.2
    Finished `dev` profile in 11.87s
No warnings.";

pub(super) const CLIPPY_ALL: &str = "\
    Checking tidepool v0.6.2
    Finished `dev` profile in 19.62s
No warnings.";

pub(super) const DOC: &str = "\
 Documenting tidepool v0.6.2
    Finished `dev` profile in 15.88s
   Generated target/doc/tidepool/index.html";

pub(super) const NO_NEXTEST: &str = "\
error: no such command: `nextest`

	Did you mean `test`?";

pub(super) const ALL_TESTS: &str = "\
test result: ok. 48 passed (src/lib.rs)
test result: ok. 61 passed (tests/client.rs)
test result: ok. 6 passed (tests/retry.rs)
test result: ok. 93 passed (tests/queue.rs)
test result: ok. 4 passed (doc tests)

212 passed; 0 failed; finished in 29.6s";

pub(super) const ALL_BUT_ONE: &str = "\
test result: ok. 48 passed (src/lib.rs)
test result: ok. 61 passed (tests/client.rs)
test result: FAILED. 5 passed; 1 failed (tests/retry.rs)
test result: ok. 93 passed (tests/queue.rs)
test result: ok. 4 passed (doc tests)

211 passed; 1 failed: retry::honours_retry_after";

pub(super) const MODULES: &[&str] = &[
    "src/retry.rs",
    "src/queue.rs",
    "src/client.rs",
    "src/lib.rs",
];

pub(super) const TEST_BINARIES: &[&str] = &[
    "unit tests of src/lib.rs",
    "tests/client.rs",
    "tests/retry.rs",
    "tests/queue.rs",
    "doc tests",
];

/// A file of the workspace.
pub(super) fn file(path: &str) -> Option<String> {
    if let Some(name) = path.strip_prefix("src/generated/") {
        let name = name.trim_end_matches(".rs");
        return Some(format!(
            "//! Generated. Do not edit.\n\npub const NAME: &str = \"{name}\";"
        ));
    }
    let content = match path {
        "src/retry.rs" => RETRY_RS,
        "src/client.rs" => CLIENT_RS,
        "tests/retry.rs" => RETRY_TEST_RS,
        "Cargo.toml" => CARGO_TOML,
        _ => return None,
    };
    Some(content.to_owned())
}

/// The lines that contain a text, as `path:line: text`.
pub(super) fn search(query: &str) -> String {
    let paths = [
        "src/client.rs",
        "src/retry.rs",
        "tests/retry.rs",
        "Cargo.toml",
    ];
    let mut hits = Vec::new();
    for path in paths {
        for (index, line) in file(path).unwrap_or_default().lines().enumerate() {
            if !query.is_empty() && line.contains(query) {
                hits.push(format!("{path}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    if hits.is_empty() {
        return format!("No matches for \"{query}\".");
    }
    hits.join("\n")
}
