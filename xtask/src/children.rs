//! Child processes: started, watched, and ended together with this program.
//!
//! A child never outlives its guard, even if Ctrl-C, SIGTERM or SIGHUP ends this program.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::process::describe;

/// How often a waiting loop polls.
const POLL: Duration = Duration::from_millis(100);

/// How long a program may take to end after it was asked to.
const PATIENCE: Duration = Duration::from_secs(10);

static STOP: AtomicBool = AtomicBool::new(false);

/// The number of live guards.
static GUARDS: AtomicUsize = AtomicUsize::new(0);

/// Makes Ctrl-C, SIGTERM and SIGHUP end waiting loops instead of the process, so that the guards
/// are dropped. Without a guard, the signal ends the process at once.
///
/// # Errors
/// If the handler cannot be set.
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

/// Whether the person asked to stop, by a signal.
pub(crate) fn stopped() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// A running program, which is ended when the guard is dropped.
pub(crate) struct Guard {
    name: &'static str,
    child: Child,
    /// Whether to ask the program to end before killing it, because it has children of its own.
    asked: bool,
}

impl Guard {
    /// Starts a program whose output is shown.
    ///
    /// # Errors
    /// If it cannot be started.
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

    /// Says that the program has children of its own, and ends them when it is asked to end.
    pub(crate) fn with_children(mut self) -> Self {
        self.asked = true;
        self
    }

    /// Starts a program that prints a line beginning with `prefix` when it is ready, and returns
    /// the rest of that line. Everything else it prints is shown.
    ///
    /// # Errors
    /// If it cannot be started, ends before it prints the line, or the person stops it.
    pub(crate) fn start_until_line(
        name: &'static str,
        command: &mut Command,
        prefix: &str,
    ) -> Result<(Self, String)> {
        command.stdout(Stdio::piped());
        let guard = Self::start(name, command)?;
        guard.until_line(prefix)
    }

    /// Like [`Self::start_until_line`], for a program [`Self::with_children`].
    ///
    /// # Errors
    /// As [`Self::start_until_line`].
    pub(crate) fn start_parent_until_line(
        name: &'static str,
        command: &mut Command,
        prefix: &str,
    ) -> Result<(Self, String)> {
        command.stdout(Stdio::piped());
        let guard = Self::start(name, command)?.with_children();
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
                    // A send error only means that nobody waits for the line any more.
                    let _ = said.send(rest.to_owned());
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

    /// Waits until the program has ended by itself.
    ///
    /// # Errors
    /// If the person stops this program first.
    pub(crate) fn wait(mut self) -> Result<ExitStatus> {
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            if stopped() {
                bail!("stopped");
            }
            std::thread::sleep(POLL);
        }
    }

    /// Returns an error if the program has ended.
    ///
    /// # Errors
    /// If it has ended, successfully or not.
    pub(crate) fn check(&mut self) -> Result<()> {
        if let Some(status) = self.child.try_wait()? {
            bail!("{} ended: {status}", self.name);
        }
        Ok(())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Before the kill, wait for a child that is ending: either it was asked to end, or the
        // signal that stopped this program (such as Ctrl-C in a terminal) has reached it too.
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
        // The program may have ended already; both calls then do nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
        GUARDS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Asks a program to end, if the system has `kill`. Returns whether it was asked.
fn ask_to_end(child: &Child) -> bool {
    let asked = Command::new("kill").arg(child.id().to_string()).status();
    asked.is_ok_and(|status| status.success())
}

/// Waits until the address accepts connections.
///
/// # Errors
/// If a child ends first, or the person stops this program.
pub(crate) fn wait_for_port(address: SocketAddr, children: &mut [&mut Guard]) -> Result<()> {
    while TcpStream::connect_timeout(&address, POLL).is_err() {
        wait(POLL, children)?;
    }
    Ok(())
}

/// Waits for `how_long`.
///
/// # Errors
/// If a child ends, or the person stops this program.
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

/// Waits until the person stops this program.
///
/// # Errors
/// If a child ends first.
pub(crate) fn wait_for_stop(children: &mut [&mut Guard]) -> Result<()> {
    while !stopped() {
        for child in &mut *children {
            if let Err(error) = child.check() {
                // Ctrl-C may reach the child a moment before it reaches this program.
                std::thread::sleep(POLL * 3);
                return if stopped() { Ok(()) } else { Err(error) };
            }
        }
        std::thread::sleep(POLL);
    }
    Ok(())
}
