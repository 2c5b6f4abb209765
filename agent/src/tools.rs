//! The real tools: files below one directory, and commands that run in it.
//!
//! Files are opened through a handle on the directory, so neither `..` nor a link leads out of it.
//! Tools that write or run commands are off by default. Once enabled, the engine asks a person
//! before each call. The scripted tools are in `script`.

#[cfg(unix)]
mod command;
mod files;
#[cfg(unix)]
mod output;
mod search;
mod spec;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use futures_util::StreamExt;
use futures_util::stream;
use serde_json::Value;

use crate::conversation::{ToolCall, ToolResult, ToolSpec, ToolStatus};
use crate::runtime::{ToolItem, ToolStream, Tools};

pub use spec::subagent_specs;

/// The longest result of a tool, in bytes; the rest is cut off with a note.
const LONGEST_RESULT: usize = 64 * 1024;
/// The shortest time between two reports of a tool: each one is stored, and sent to every client.
const REPORT_EVERY: Duration = Duration::from_millis(250);

/// The tools that are enabled besides those that only read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Allowed {
    /// `write_file`.
    pub write: bool,
    /// `run_command`.
    pub commands: bool,
}

/// Tools below one directory.
#[derive(Debug, Clone)]
pub struct RealTools {
    root: Arc<Dir>,
    path: PathBuf,
    allowed: Allowed,
}

impl RealTools {
    /// The tools below `root`.
    ///
    /// # Errors
    /// When `root` is not a directory that can be opened.
    pub fn new(root: &Path, allowed: Allowed) -> std::io::Result<Self> {
        Ok(Self {
            root: Arc::new(Dir::open_ambient_dir(root, ambient_authority())?),
            path: root.canonicalize()?,
            allowed,
        })
    }

    /// The descriptions that a model gets.
    pub fn specs(&self) -> Vec<ToolSpec> {
        let mut specs = spec::reading();
        specs.extend(self.allowed.write.then(spec::write_file));
        specs.extend(self.allowed.commands.then(spec::run_command));
        specs
    }

    /// The tools that never run without a person's approval.
    pub fn dangerous() -> [&'static str; 2] {
        ["write_file", "run_command"]
    }
}

/// Without the process groups of Unix a command could not be stopped with all that it has started. The
/// options refuse commands there.
#[cfg(not(unix))]
mod command {
    use std::path::Path;

    use serde_json::Value;

    use super::answer;
    use crate::runtime::ToolStream;

    pub(super) fn stream(_root: &Path, _arguments: &Value) -> ToolStream {
        answer(Err("Commands are run on Unix alone.".to_owned()))
    }
}

impl Tools for RealTools {
    fn run(&self, call: &ToolCall) -> ToolStream {
        let arguments = match serde_json::from_str::<Value>(&call.arguments) {
            Ok(arguments) if arguments.is_object() => arguments,
            Ok(_) | Err(_) => {
                return answer(Err("The arguments are not a JSON object.".to_owned()));
            }
        };
        let root = Arc::clone(&self.root);
        match call.name.as_str() {
            "read_file" => on_disk(move || files::read(&root, &arguments)),
            "list_dir" => on_disk(move || files::list(&root, &arguments)),
            "search_text" => search::stream(root, &arguments),
            "write_file" if self.allowed.write => on_disk(move || files::write(&root, &arguments)),
            "run_command" if self.allowed.commands => command::stream(&self.path, &arguments),
            other => answer(Err(format!("There is no tool named {other}."))),
        }
    }
}

/// A tool's text, or an error message.
type Outcome = Result<String, String>;

fn on_disk(work: impl FnOnce() -> Outcome + Send + 'static) -> ToolStream {
    stream::once(async move {
        let done = tokio::task::spawn_blocking(work).await;
        finished(done.unwrap_or_else(|error| Err(format!("The tool broke: {error}"))))
    })
    .boxed()
}

fn answer(outcome: Outcome) -> ToolStream {
    stream::iter([finished(outcome)]).boxed()
}

fn finished(outcome: Outcome) -> ToolItem {
    let (content, status) = match outcome {
        Ok(content) => (content, ToolStatus::Ok),
        Err(content) => (content, ToolStatus::Error),
    };
    let content = clipped(content, LONGEST_RESULT);
    ToolItem::Finished(ToolResult::new(content, status))
}

fn clipped(text: String, longest: usize) -> String {
    if text.len() <= longest {
        return text;
    }
    let (shown, rest) = text.split_at(boundary(&text, longest));
    format!("{shown}\n[{} more bytes are not shown]", rest.len())
}

/// The last place up to `longest` where a text can be cut between two characters.
fn boundary(text: &str, longest: usize) -> usize {
    let end = (0..=longest).rev().find(|end| text.is_char_boundary(*end));
    end.unwrap_or_default()
}

fn text<'a>(arguments: &'a Value, name: &str) -> Result<&'a str, String> {
    arguments[name]
        .as_str()
        .ok_or_else(|| format!("`{name}` is required and must be a string."))
}

#[cfg(test)]
mod tests;
