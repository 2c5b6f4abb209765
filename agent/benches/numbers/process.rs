//! The measured program, and requests to it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use futures_util::StreamExt;
use serde_json::{Value, json};
use tempfile::TempDir;

/// An agent in a process of its own, with a store on disk.
pub(crate) struct Agent {
    pub(crate) url: String,
    child: Child,
    _directory: TempDir,
}

impl Agent {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let store = format!("--store={}", directory.path().join("agent.db").display());
        let mut child = Command::new(env!("CARGO_BIN_EXE_midturn-agent"))
            .args(["--listen=127.0.0.1:0", "--log=off", &store])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the agent starts");
        let out = child.stdout.take().expect("it is piped");
        let line = BufReader::new(out).lines().next();
        let line = line.expect("one line").expect("text");
        let url = line.trim_start_matches("listening on ").to_owned();
        Self {
            url,
            child,
            _directory: directory,
        }
    }

    /// The memory that the process uses, in bytes; `None` on systems where it cannot be read.
    pub(crate) fn memory(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes * 1024)
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn input(thread: &str, prompt: &str) -> Value {
    json!({
        "threadId": thread,
        "runId": format!("{thread}-run"),
        "messages": [{"id": format!("{thread}-u"), "role": "user", "content": prompt}],
    })
}

/// The frames of an event stream.
pub(crate) struct Stream {
    body: futures_util::stream::BoxStream<'static, reqwest::Result<Vec<u8>>>,
    buffer: Vec<u8>,
    read: usize,
}

impl Stream {
    pub(crate) async fn open(client: &reqwest::Client, url: &str, body: &Value) -> Self {
        let answer = client.post(url).json(body).send().await;
        let answer = answer.expect("an answer");
        assert_eq!(answer.status(), 200);
        Self {
            body: answer
                .bytes_stream()
                .map(|chunk| chunk.map(|bytes| bytes.to_vec()))
                .boxed(),
            buffer: Vec::new(),
            read: 0,
        }
    }

    /// The next frame with data, without the blank line that ends it; `None` at the end of the
    /// stream.
    pub(crate) async fn next(&mut self) -> Option<String> {
        loop {
            let rest = &self.buffer[self.read..];
            if let Some(end) = rest.windows(2).position(|two| two == b"\n\n") {
                let frame = String::from_utf8_lossy(&rest[..end]).into_owned();
                self.read += end + 2;
                if frame.starts_with("data:") {
                    return Some(frame);
                }
                continue;
            }
            self.buffer.drain(..self.read);
            self.read = 0;
            self.buffer
                .extend(self.body.next().await?.expect("the stream is whole"));
        }
    }
}

/// Prints one line of a table.
pub(crate) fn row(what: &str, median: f64, worst: f64, unit: &str) {
    println!("     {what:<22} median {median:>9.2} {unit}   worst {worst:>9.2} {unit}");
}

/// Returns the median and the maximum.
pub(crate) fn median(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    (values[values.len() / 2], values[values.len() - 1])
}
