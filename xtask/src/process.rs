//! Runs programs and waits for them, with their output shown, captured, or both.
//!
//! For programs that keep running, see [`crate::children`].

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};

/// Runs a program whose output is shown.
///
/// # Errors
/// If it cannot be started or fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| starting(command))?;
    succeed(command, status)
}

/// Runs a program and returns its standard output.
///
/// # Errors
/// If it cannot be started or fails; the error contains its standard error.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| starting(command))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!(
            "`{}` ended with {}: {}",
            describe(command),
            output.status,
            said.trim()
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a program whose output is shown, and returns its standard output too, whether it succeeds
/// or not.
///
/// # Errors
/// If it cannot be started.
pub(crate) fn tee(command: &mut Command) -> Result<(ExitStatus, String)> {
    command.stdout(Stdio::piped());
    let mut child = command.spawn().with_context(|| starting(command))?;
    let mut seen = String::new();
    if let Some(pipe) = child.stdout.take() {
        copy_lines(
            BufReader::new(pipe),
            &mut std::io::stdout(),
            |_| true,
            &mut seen,
        );
    }
    Ok((child.wait()?, seen))
}

/// Runs a program, and returns its standard output, whether it succeeds or not. Its standard error is shown.
///
/// # Errors
/// If it cannot be started.
pub(crate) fn quietly(command: &mut Command) -> Result<(ExitStatus, String)> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| starting(command))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok((output.status, said))
}

/// Like [`tee`], for programs that report on standard error. Only lines accepted by `shown` are
/// shown.
///
/// # Errors
/// If it cannot be started.
pub(crate) fn tee_errors(
    command: &mut Command,
    shown: fn(&str) -> bool,
) -> Result<(ExitStatus, String)> {
    command.stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| starting(command))?;
    let mut seen = String::new();
    if let Some(pipe) = child.stderr.take() {
        copy_lines(
            BufReader::new(pipe),
            &mut std::io::stderr(),
            shown,
            &mut seen,
        );
    }
    Ok((child.wait()?, seen))
}

/// The program and its arguments as one line.
pub(crate) fn describe(command: &Command) -> String {
    let mut line = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}

/// An error unless the status is a success.
///
/// # Errors
/// If the program failed.
pub(crate) fn succeed(command: &Command, status: ExitStatus) -> Result<()> {
    if status.success() {
        return Ok(());
    }
    bail!("`{}` ended with {status}", describe(command))
}

fn starting(command: &Command) -> String {
    format!("cannot start `{}`", describe(command))
}

fn copy_lines(
    mut from: impl BufRead,
    to: &mut impl Write,
    shown: fn(&str) -> bool,
    seen: &mut String,
) {
    let mut line = Vec::new();
    // Read bytes, not text: a line that is not UTF-8 must not end the copy.
    while matches!(from.read_until(b'\n', &mut line), Ok(n) if n > 0) {
        let text = String::from_utf8_lossy(&line);
        if shown(&text) {
            // Ignore write errors: a closed output is no reason to stop the program.
            let _ = to.write_all(&line);
            let _ = to.flush();
        }
        seen.push_str(&text);
        line.clear();
    }
}
