//! Runs a shell command and reports its output, one line per step.
//!
//! The command has its own process group. Dropping its stream asks the whole group to end, and kills
//! it a little later. `output.rs` splits the output into lines.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use futures_util::stream;
use futures_util::{FutureExt, StreamExt};
use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessGroup};
use serde_json::Value;
use tokio::process::{ChildStderr, ChildStdout};
use tokio::runtime::Handle;
use tokio::signal::unix::SignalKind;
use tokio::time::{Instant, sleep_until};

use super::output::{CommandOutput, Pipe};
use super::{REPORT_EVERY, answer, finished, text};
use crate::runtime::{ToolItem, ToolStream};

/// How long to read output after the shell has ended, when background processes keep the pipes
/// open.
const DRAIN: Duration = Duration::from_millis(200);
/// How many bytes that are already in the pipes are read after [`DRAIN`]: more than a pipe holds.
const LAST_WORDS: usize = 256 * 1024;
/// How long a stopped command may clean up before it is killed. The program's own shutdown waits
/// longer.
const GRACE: Duration = Duration::from_secs(1);

struct Running {
    group: Group,
    out: Option<Pipe<ChildStdout>>,
    errors: Option<Pipe<ChildStderr>>,
    output: CommandOutput,
    reported: Option<Instant>,
    /// How the command ended, and until when its output is read.
    ended: Option<(std::io::Result<ExitStatus>, Instant)>,
}

/// A command that is stopped when this is dropped.
struct Stoppable(Option<Running>);

impl Drop for Stoppable {
    fn drop(&mut self) {
        if let Some(running) = self.0.take() {
            running.stop();
        }
    }
}

/// A process group that is killed when this is dropped.
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
        // Hide the model's key and the agent's token from commands.
        for (name, _) in std::env::vars_os().filter(|(name, _)| is_own(name)) {
            sh.env_remove(name);
        }
    });
    wrap.wrap(ProcessGroup::leader());
    let mut child = match wrap.spawn() {
        Ok(child) => child,
        Err(error) => return answer(Err(format!("The command cannot be run: {error}"))),
    };
    let running = Running {
        out: child.stdout().take().map(Pipe::new),
        errors: child.stderr().take().map(Pipe::new),
        group: Group(child),
        output: CommandOutput::default(),
        reported: None,
        ended: None,
    };
    stream::unfold(Stoppable(Some(running)), |mut command| async move {
        let item = match command.0.as_mut()?.next_report().await {
            Some(message) => ToolItem::Progress {
                fraction: 0.0,
                message,
            },
            None => command.0.take()?.end(),
        };
        Some((item, command))
    })
    .boxed()
}

fn is_own(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_uppercase();
    name.starts_with("MIDTURN_")
}

impl Running {
    /// The latest line, at most one per [`REPORT_EVERY`]; `None` when the command is over.
    async fn next_report(&mut self) -> Option<String> {
        loop {
            if let Some((_, until)) = self.ended
                && ((self.out.is_none() && self.errors.is_none()) || Instant::now() >= until)
            {
                return None;
            }
            let due = self.reported.map(|at| at + REPORT_EVERY);
            if self.output.has_news() && due.is_none_or(|due| Instant::now() >= due) {
                self.reported = Some(Instant::now());
                return self.output.news();
            }
            let waits_to_report = self.output.has_news();
            let due = due.unwrap_or_else(Instant::now);
            let until = self.ended.as_ref().map(|(_, until)| *until);
            tokio::select! {
                piece = next(&mut self.out), if self.out.is_some() => match piece {
                    Some(piece) => self.output.keep(&piece),
                    None => self.out = None,
                },
                piece = next(&mut self.errors), if self.errors.is_some() => match piece {
                    Some(piece) => self.output.keep(&piece),
                    None => self.errors = None,
                },
                // Only the shell: background processes that it leaves are not waited for.
                status = self.group.0.inner_mut().wait(), if until.is_none() => {
                    self.ended = Some((status, Instant::now() + DRAIN));
                }
                () = sleep_until(due), if waits_to_report => {}
                () = sleep_until(until.unwrap_or(due)), if until.is_some() => {}
            }
        }
    }

    /// Asks the group to end, and kills it after [`GRACE`]. Until then the pipes stay open: a process
    /// that reports its end into a closed pipe would be killed by that.
    fn stop(self) {
        // While nobody has waited for the shell, no other process can get its number.
        let is_there = self.ended.is_none();
        let terminate = SignalKind::terminate().as_raw_value();
        if is_there && self.group.0.signal(terminate).is_ok()
            // The thread is waited for at shutdown, as a task would not be.
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn_blocking(move || {
                std::thread::sleep(GRACE);
                drop(self);
            });
        }
    }

    /// Reads what is in the pipes already, without waiting for more.
    fn read_last_words(&mut self) {
        let mut read = 0;
        while read < LAST_WORDS {
            let piece = next(&mut self.out).now_or_never().flatten();
            let piece = piece.or_else(|| next(&mut self.errors).now_or_never().flatten());
            let Some(piece) = piece else {
                return;
            };
            read += piece.len();
            self.output.keep(&piece);
        }
    }

    fn end(mut self) -> ToolItem {
        self.read_last_words();
        let output = self.output.into_text();
        finished(match self.ended.map(|(status, _)| status) {
            Some(Ok(status)) if status.success() && output.is_empty() => {
                Ok("The command succeeded and said nothing.".to_owned())
            }
            Some(Ok(status)) if status.success() => Ok(output),
            Some(Ok(status)) => Err(format!("{output}\nThe command failed: {status}")
                .trim_start()
                .to_owned()),
            Some(Err(error)) => Err(format!("The command was lost: {error}")),
            None => Err("The command was lost.".to_owned()),
        })
    }
}

async fn next<R: tokio::io::AsyncRead + Unpin>(pipe: &mut Option<Pipe<R>>) -> Option<String> {
    pipe.as_mut()?.next_piece().await
}
