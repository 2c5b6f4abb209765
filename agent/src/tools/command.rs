//! Running a shell command, its output one line a step.
//!
//! The command has a process group of its own; when its stream is dropped, the whole group is
//! killed. Not responsible for: asking whether it may run.

use std::path::Path;
use std::process::Stdio;

use futures_util::StreamExt;
use futures_util::stream;
use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessGroup};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{ChildStderr, ChildStdout};

use super::{LONGEST_RESULT, answer, finished, text};
use crate::runtime::{ToolItem, ToolStream};

struct Running {
    group: Group,
    out: Option<Lines<BufReader<ChildStdout>>>,
    errors: Option<Lines<BufReader<ChildStderr>>>,
    said: String,
}

/// A process group that does not outlive this.
struct Group(Box<dyn ChildWrapper>);

impl Drop for Group {
    fn drop(&mut self) {
        if let Err(error) = self.0.start_kill() {
            tracing::debug!(%error, "a command had gone before it was killed");
        }
    }
}

pub(super) fn stream(root: &Path, arguments: &Value) -> ToolStream {
    let command = match text(arguments, "command") {
        Ok(command) => command,
        Err(error) => return answer(Err(error)),
    };
    let mut wrap = CommandWrap::with_new("sh", |sh| {
        sh.args(["-c", command])
            .current_dir(root)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
    });
    wrap.wrap(ProcessGroup::leader());
    let mut child = match wrap.spawn() {
        Ok(child) => child,
        Err(error) => return answer(Err(format!("The command cannot be run: {error}"))),
    };
    let running = Running {
        out: child.stdout().take().map(lines),
        errors: child.stderr().take().map(lines),
        group: Group(child),
        said: String::new(),
    };
    stream::unfold(Some(running), |running| async move {
        let mut running = running?;
        Some(match running.next_line().await {
            Some(line) => {
                running.keep(&line);
                let said = ToolItem::Progress {
                    fraction: 0.0,
                    message: line,
                };
                (said, Some(running))
            }
            None => (running.end().await, None),
        })
    })
    .boxed()
}

fn lines<R: tokio::io::AsyncRead + Unpin>(reader: R) -> Lines<BufReader<R>> {
    BufReader::new(reader).lines()
}

impl Running {
    async fn next_line(&mut self) -> Option<String> {
        while self.out.is_some() || self.errors.is_some() {
            tokio::select! {
                line = next(&mut self.out), if self.out.is_some() => match line {
                    Some(line) => return Some(line),
                    None => self.out = None,
                },
                line = next(&mut self.errors), if self.errors.is_some() => match line {
                    Some(line) => return Some(line),
                    None => self.errors = None,
                },
            }
        }
        None
    }

    fn keep(&mut self, line: &str) {
        if self.said.len() <= LONGEST_RESULT {
            self.said.push_str(line);
            self.said.push('\n');
        }
    }

    async fn end(mut self) -> ToolItem {
        let said = self.said.trim_end().to_owned();
        finished(match self.group.0.wait().await {
            Ok(status) if status.success() && said.is_empty() => {
                Ok("The command succeeded and said nothing.".to_owned())
            }
            Ok(status) if status.success() => Ok(said),
            Ok(status) => Err(format!("{said}\nThe command failed: {status}")
                .trim_start()
                .to_owned()),
            Err(error) => Err(format!("The command was lost: {error}")),
        })
    }
}

/// A line that is not UTF-8 ends the output, as an end does.
async fn next<R: tokio::io::AsyncRead + Unpin>(
    lines: &mut Option<Lines<BufReader<R>>>,
) -> Option<String> {
    lines.as_mut()?.next_line().await.ok().flatten()
}
