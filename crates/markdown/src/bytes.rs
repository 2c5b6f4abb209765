//! Finds the bytes of a text that may have a meaning, and code in a line.

/// A table of bytes.
pub(crate) const fn table(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
}

/// The first byte of a table at or after `at`, and where it is.
pub(crate) fn next_of(text: &str, at: usize, table: &[bool; 256]) -> Option<(u8, usize)> {
    let rest = text.as_bytes().get(at..)?;
    let found = rest.iter().position(|byte| table[usize::from(*byte)])?;
    Some((*rest.get(found)?, at + found))
}

/// The end of the code that a run of backticks begins, or of the run. `lines`: whether it may go on
/// over lines.
pub(crate) fn code_end(text: &str, at: usize, end: usize, lines: bool) -> usize {
    let mut rest = text.get(end..).unwrap_or_default();
    if !lines {
        rest = rest.split('\n').next().unwrap_or_default();
    }
    let mut from = 0;
    while let Some(found) = rest.get(from..).and_then(|rest| rest.find('`')) {
        let begin = from + found;
        let run = rest.get(begin..).unwrap_or_default();
        let length = run.len() - run.trim_start_matches('`').len();
        from = begin + length;
        if length == end - at {
            return end + from;
        }
    }
    end
}
