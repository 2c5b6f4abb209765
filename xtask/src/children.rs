//! Programs that run beside us: started, watched, and ended with us.
//!
//! A child never outlives its guard, whichever way we leave. It does not know what the children
//! are for.

use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::process::describe;

/// How often a waiting loop looks again.
const POLL: Duration = Duration::from_millis(100);

static STOP: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C, SIGTERM and SIGHUP end the waiting instead of the process, so that the guards
/// run.
///
/// # Errors
/// When the handler cannot be set.
pub(crate) fn stop_on_signal() -> Result<()> {
    ctrlc::set_handler(|| STOP.store(true, Ordering::SeqCst)).context("setting the signal handler")
}

/// Whether the person asked to stop.
pub(crate) fn stopped() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// A running program; ends when dropped.
pub(crate) struct Guard {
    name: &'static str,
    child: Child,
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
        Ok(Self { name, child })
    }

    /// Starts a program that prints a line beginning with `prefix` when it is ready, and returns
    /// the rest of that line. Everything else it prints is shown.
    ///
    /// # Errors
    /// When it cannot be started, or ends before it printed the line.
    pub(crate) fn start_until_line(
        name: &'static str,
        command: &mut Command,
        prefix: &str,
    ) -> Result<(Self, String)> {
        command.stdout(Stdio::piped());
        let mut guard = Self::start(name, command)?;
        let pipe = guard
            .child
            .stdout
            .take()
            .context("the pipe was asked for")?;
        let mut lines = BufReader::new(pipe);
        let mut line = String::new();
        loop {
            line.clear();
            if lines.read_line(&mut line)? == 0 {
                bail!("{name} ended before it was ready: {}", guard.child.wait()?);
            }
            if let Some(rest) = line.trim_end().strip_prefix(prefix) {
                let rest = rest.to_owned();
                std::thread::spawn(move || show(lines));
                return Ok((guard, rest));
            }
            print!("{line}");
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
        let deadline = Instant::now()
            + if stopped() {
                Duration::from_secs(1)
            } else {
                Duration::ZERO
            };
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(POLL);
        }
        // It may have ended by itself; both calls then do nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until something accepts connections there.
///
/// # Errors
/// When a child ends first, or the person stops.
pub(crate) fn wait_for_port(address: SocketAddr, children: &mut [&mut Guard]) -> Result<()> {
    while TcpStream::connect_timeout(&address, POLL).is_err() {
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

fn show(mut lines: impl Read) {
    // The reader going away only means that nobody looks any more.
    let _ = std::io::copy(&mut lines, &mut std::io::stdout());
}
