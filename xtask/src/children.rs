//! Programs that run beside us: started, watched, and ended with us.
//!
//! A child never outlives its guard, whichever way we leave. It does not know what the children
//! are for.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::process::describe;

/// How often a waiting loop looks again.
const POLL: Duration = Duration::from_millis(100);

/// How long a program that was asked to end may take.
const PATIENCE: Duration = Duration::from_secs(10);

static STOP: AtomicBool = AtomicBool::new(false);

/// How many guards there are.
static GUARDS: AtomicUsize = AtomicUsize::new(0);

/// Makes Ctrl-C, SIGTERM and SIGHUP end the waiting instead of the process, so that the guards
/// run. Where there is no guard, the process ends as it would without this.
///
/// # Errors
/// When the handler cannot be set.
pub(crate) fn stop_on_signal() -> Result<()> {
    let handler = || {
        STOP.store(true, Ordering::SeqCst);
        if GUARDS.load(Ordering::SeqCst) == 0 {
            println!("\nstopped");
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).context("setting the signal handler")
}

/// Whether the person asked to stop.
pub(crate) fn stopped() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// A running program; ends when dropped.
pub(crate) struct Guard {
    name: &'static str,
    child: Child,
    /// It is asked to end before it is ended, because it has children of its own.
    asked: bool,
}

impl Guard {
    /// Starts a program whose output the person sees.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start(name: &'static str, command: &mut Command) -> Result<Self> {
        let child = command
            .stdin(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start `{}`", describe(command)))?;
        GUARDS.fetch_add(1, Ordering::SeqCst);
        Ok(Self {
            name,
            child,
            asked: false,
        })
    }

    /// Starts a program that prints a line beginning with `prefix` when it is ready, and returns
    /// the rest of that line. Everything else it prints is shown.
    ///
    /// # Errors
    /// When it cannot be started, ends before it printed the line, or the person stops.
    pub(crate) fn start_until_line(
        name: &'static str,
        command: &mut Command,
        prefix: &str,
    ) -> Result<(Self, String)> {
        command.stdout(Stdio::piped());
        let guard = Self::start(name, command)?;
        guard.until_line(prefix)
    }

    /// The same for a program that starts others, and ends them when it is asked to end.
    ///
    /// # Errors
    /// As [`Self::start_until_line`].
    pub(crate) fn start_parent_until_line(
        name: &'static str,
        command: &mut Command,
        prefix: &str,
    ) -> Result<(Self, String)> {
        command.stdout(Stdio::piped());
        let mut guard = Self::start(name, command)?;
        guard.asked = true;
        guard.until_line(prefix)
    }

    fn until_line(mut self, prefix: &str) -> Result<(Self, String)> {
        let pipe = self.child.stdout.take();
        let pipe = pipe.context("the pipe was asked for")?;
        let (said, heard) = mpsc::channel();
        let wanted = prefix.to_owned();
        // A thread, because reading cannot be interrupted.
        std::thread::spawn(move || {
            let mut lines = BufReader::new(pipe);
            let mut line = String::new();
            while matches!(lines.read_line(&mut line), Ok(length) if length > 0) {
                if let Some(rest) = line.trim_end().strip_prefix(&wanted) {
                    let _ = said.send(rest.to_owned());
                    // The reader going away only means that nobody looks any more.
                    let _ = std::io::copy(&mut lines, &mut std::io::stdout());
                    return;
                }
                print!("{line}");
                line.clear();
            }
        });
        loop {
            match heard.recv_timeout(POLL) {
                Ok(rest) => return Ok((self, rest)),
                Err(RecvTimeoutError::Timeout) if stopped() => bail!("stopped"),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.child.wait()?;
                    bail!("{} ended before it was ready: {status}", self.name);
                }
            }
        }
    }

    /// An error when the program has ended.
    ///
    /// # Errors
    /// When it has ended, well or not.
    pub(crate) fn check(&mut self) -> Result<()> {
        if let Some(status) = self.child.try_wait()? {
            bail!("{} ended: {status}", self.name);
        }
        Ok(())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Ctrl-C in a terminal reaches the whole process group: give it a moment to end itself.
        let patience = if self.asked && ask_to_end(&self.child) {
            PATIENCE
        } else if stopped() {
            Duration::from_secs(1)
        } else {
            Duration::ZERO
        };
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline && !matches!(self.child.try_wait(), Ok(Some(_))) {
            std::thread::sleep(POLL);
        }
        // It may have ended by itself; both calls then do nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
        GUARDS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Asks a program to end, where there is a way to ask.
fn ask_to_end(child: &Child) -> bool {
    let asked = Command::new("kill").arg(child.id().to_string()).status();
    asked.is_ok_and(|status| status.success())
}

/// Waits until something accepts connections there.
///
/// # Errors
/// When a child ends first, or the person stops.
pub(crate) fn wait_for_port(address: SocketAddr, children: &mut [&mut Guard]) -> Result<()> {
    while TcpStream::connect_timeout(&address, POLL).is_err() {
        wait(POLL, children)?;
    }
    Ok(())
}

/// Waits a while.
///
/// # Errors
/// When a child ends, or the person stops.
pub(crate) fn wait(how_long: Duration, children: &mut [&mut Guard]) -> Result<()> {
    let deadline = Instant::now() + how_long;
    while Instant::now() < deadline {
        if stopped() {
            bail!("stopped");
        }
        for child in &mut *children {
            child.check()?;
        }
        std::thread::sleep(POLL);
    }
    Ok(())
}

/// Waits until the person stops.
///
/// # Errors
/// When a child ends first.
pub(crate) fn wait_for_stop(children: &mut [&mut Guard]) -> Result<()> {
    while !stopped() {
        for child in &mut *children {
            if let Err(error) = child.check() {
                // Ctrl-C may reach the child a moment before it reaches us.
                std::thread::sleep(POLL * 3);
                return if stopped() { Ok(()) } else { Err(error) };
            }
        }
        std::thread::sleep(POLL);
    }
    Ok(())
}
