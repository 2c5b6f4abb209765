//! Reading, listing and writing files.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use cap_std::fs::Dir;
use serde_json::Value;

use super::{LONGEST_RESULT, Outcome, boundary, text};

/// The most text of a file in one result, in bytes. The rest of the result is for the note.
const LONGEST_TEXT: usize = LONGEST_RESULT - 256;
/// The most entries listed of a directory.
const LONGEST_LIST: usize = 2_000;

pub(super) fn read(root: &Dir, arguments: &Value) -> Outcome {
    let path = text(arguments, "path")?;
    let start = start_line(arguments)?;
    let failed = |error: std::io::Error| format!("{path} cannot be read: {error}");
    // Only files: reading a device or a pipe may never end, and opening a pipe may block for ever.
    let about = root.metadata(path).map_err(failed)?;
    if !about.is_file() {
        return Err(format!("{path} is not a file."));
    }
    let mut file = BufReader::new(root.open(path).map_err(failed)?);
    let (mut lines, mut skipped) = (0, 0);
    while lines + 1 < start {
        match file.skip_until(b'\n').map_err(failed)? {
            0 => break,
            length => skipped += length,
        }
        lines += 1;
    }
    let mut bytes = Vec::new();
    let longest = u64::try_from(LONGEST_RESULT).unwrap_or(u64::MAX);
    file.take(longest).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.contains(&0) {
        return Err(format!("{path} is not a text file."));
    }
    if bytes.is_empty() && start > 1 {
        return Err(format!("{path} has only {lines} lines."));
    }
    let length = usize::try_from(about.len()).unwrap_or(usize::MAX);
    let there = length.saturating_sub(skipped).max(bytes.len());
    Ok(whole_lines(&bytes, start, there))
}

fn start_line(arguments: &Value) -> Result<usize, String> {
    match &arguments["start_line"] {
        Value::Null => Ok(1),
        line => {
            let line = line.as_u64().and_then(|line| usize::try_from(line).ok());
            line.map(|line| line.max(1))
                .ok_or_else(|| "`start_line` must be the number of a line.".to_owned())
        }
    }
}

/// The lines that fit into a result, and how to get the rest. The first of them is line `start`, and
/// the file has `there` bytes from it on.
fn whole_lines(bytes: &[u8], start: usize, there: usize) -> String {
    let (mut shown, mut next, mut taken) = (String::new(), start, 0);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let words = String::from_utf8_lossy(line);
        if shown.len() + words.len() > LONGEST_TEXT {
            break;
        }
        shown.push_str(&words);
        next += 1;
        taken += line.len();
    }
    // The text is never shorter than its bytes, so the last line is there only if it is whole.
    if taken == bytes.len() {
        return shown;
    }
    let mut cut = String::new();
    if taken == 0 {
        let words = String::from_utf8_lossy(bytes);
        shown.push_str(&words[..boundary(&words, LONGEST_TEXT)]);
        taken = shown.len().min(bytes.len());
        shown.push('\n');
        cut = format!("Line {start} is too long to be shown whole. ");
        next += 1;
    }
    let left = there - taken;
    format!("{shown}[{cut}{left} more bytes are not shown. Go on with \"start_line\": {next}]")
}

pub(super) fn list(root: &Dir, arguments: &Value) -> Outcome {
    let path = arguments["path"].as_str().unwrap_or(".");
    let failed = |error: std::io::Error| format!("{path} cannot be listed: {error}");
    let mut names = Vec::new();
    for entry in root.read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let mut name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type().map_err(failed)?.is_dir() {
            name.push('/');
        }
        names.push(name);
    }
    names.sort();
    let left = names.len().saturating_sub(LONGEST_LIST);
    names.truncate(LONGEST_LIST);
    if left > 0 {
        names.push(format!("[{left} more entries are not shown]"));
    }
    Ok(if names.is_empty() {
        format!("{path} is empty.")
    } else {
        names.join("\n")
    })
}

pub(super) fn write(root: &Dir, arguments: &Value) -> Outcome {
    let path = text(arguments, "path")?;
    let content = text(arguments, "content")?;
    let failed = |error: std::io::Error| format!("{path} cannot be written: {error}");
    if root.metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(format!("{path} is not a file."));
    }
    if let Some(parent) = Path::new(path).parent()
        && !parent.as_os_str().is_empty()
    {
        root.create_dir_all(parent).map_err(failed)?;
    }
    root.write(path, content).map_err(failed)?;
    Ok(format!("Wrote {} bytes to {path}.", content.len()))
}

#[cfg(test)]
mod tests;
