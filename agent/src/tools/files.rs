//! Reading, listing and writing files.

use std::io::Read;
use std::path::Path;

use cap_std::fs::Dir;
use serde_json::Value;

use super::{LONGEST_RESULT, Outcome, text};

/// The most entries listed of a directory.
const LONGEST_LIST: usize = 2_000;

pub(super) fn read(root: &Dir, arguments: &Value) -> Outcome {
    let path = text(arguments, "path")?;
    let failed = |error: std::io::Error| format!("{path} cannot be read: {error}");
    // Only files: reading a device or a pipe may never end, and opening a pipe may block for ever.
    if !root.metadata(path).map_err(failed)?.is_file() {
        return Err(format!("{path} is not a file."));
    }
    let file = root.open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    let longest = u64::try_from(LONGEST_RESULT).unwrap_or(u64::MAX);
    file.take(longest + 4)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.contains(&0) {
        return Err(format!("{path} is not a text file."));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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
