//! The scripted tools: plausible results from a small made-up workspace, after plausible times.
//!
//! Nothing is read, written or run on the real machine.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use serde_json::Value;

use super::workspace;
use crate::conversation::{ToolCall, ToolResult, ToolStatus};
use crate::runtime::{Pacer, ToolItem, ToolStream, Tools};

/// Tools that follow scripts.
#[derive(Debug, Clone)]
pub struct ScriptedTools {
    pacer: Pacer,
}

impl ScriptedTools {
    /// The names of the tools.
    pub const NAMES: [&str; 5] = [
        "read_file",
        "list_dir",
        "search_text",
        "write_file",
        "run_command",
    ];

    /// Tools for one run.
    pub fn new(pacer: Pacer) -> Self {
        Self { pacer }
    }
}

impl Tools for ScriptedTools {
    fn run(&self, call: &ToolCall) -> ToolStream {
        let pacer = self.pacer.clone();
        stream::iter(perform(call))
            .then(move |(after, item)| {
                let pacer = pacer.clone();
                async move {
                    let after = Duration::from_millis(after);
                    pacer.step(after, Duration::ZERO).await;
                    item
                }
            })
            .boxed()
    }
}

type TimedItem = (u64, ToolItem);

fn perform(call: &ToolCall) -> Vec<TimedItem> {
    let Ok(arguments) = serde_json::from_str::<Value>(&call.arguments) else {
        return failed(20, "The arguments are not valid JSON.");
    };
    let argument = |name: &str| arguments[name].as_str().unwrap_or_default().to_owned();
    match call.name.as_str() {
        "read_file" => {
            let path = argument("path");
            // Generated modules are small, so that a run over hundreds of them stays fast.
            let after = if path.contains("generated/") { 30 } else { 420 };
            match workspace::file(&path) {
                Some(content) => done(after, &content),
                None => failed(after, &format!("No such file: {path}")),
            }
        }
        "list_dir" => done(250, workspace::LISTING),
        "search_text" => done(650, &workspace::search(&argument("query"))),
        "write_file" => done(
            380,
            &format!(
                "Wrote {} bytes to {}",
                argument("content").len(),
                argument("path")
            ),
        ),
        "run_command" => command(&argument("command")),
        other => failed(20, &format!("There is no tool named {other}.")),
    }
}

fn command(line: &str) -> Vec<TimedItem> {
    match line {
        "cargo test --workspace" => stepwise(30, &TESTING, workspace::ALL_TESTS),
        "cargo test" => stepwise(5, &TESTING, workspace::ALL_BUT_ONE),
        "cargo test retry" => done(2400, workspace::FAILING_TEST),
        "cargo test retry -- --nocapture" => done(2100, workspace::PASSING_TEST),
        // A person is asked to stop one of the next four before its end.
        "cargo clippy" => stepwise(12, &CHECKING, workspace::CLIPPY),
        "cargo clippy --all-targets" => stepwise(20, &CHECKING, workspace::CLIPPY_ALL),
        "cargo fmt --check" => stepwise(8, &CHECKING, "No differences."),
        "cargo doc" => stepwise(16, &DOCUMENTING, workspace::DOC),
        "cargo nextest run" => failed(300, workspace::NO_NEXTEST),
        other => failed(
            120,
            &format!(
                "sh: {}: not found",
                other.split(' ').next().unwrap_or_default()
            ),
        ),
    }
}

/// The progress of a command: a verb, and what it works on, one after the other.
type Progress = (&'static str, &'static [&'static str]);

const TESTING: Progress = ("Running", workspace::TEST_BINARIES);
const CHECKING: Progress = ("Checking", workspace::MODULES);
const DOCUMENTING: Progress = ("Documenting", workspace::MODULES);

/// Some seconds of work, one step per second, then the result.
fn stepwise(seconds: usize, (verb, places): &Progress, result: &str) -> Vec<TimedItem> {
    let mut items: Vec<TimedItem> = (1..=seconds)
        .map(|second| {
            let place = places[(second - 1) * places.len() / seconds];
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let fraction = second as f64 / seconds as f64;
            let message = format!("{verb} {place}");
            (1000, ToolItem::Progress { fraction, message })
        })
        .collect();
    items.extend(done(0, result));
    items
}

fn done(after: u64, content: &str) -> Vec<TimedItem> {
    finished(after, content, ToolStatus::Ok)
}

fn failed(after: u64, content: &str) -> Vec<TimedItem> {
    finished(after, content, ToolStatus::Error)
}

fn finished(after: u64, content: &str, status: ToolStatus) -> Vec<TimedItem> {
    let result = ToolResult::new(content, status);
    vec![(after, ToolItem::Finished(result))]
}
