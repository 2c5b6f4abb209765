//! Finds the bytes of a text that may have a meaning, and the ends of code and of links.

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
    let has = |byte: &u8| table[usize::from(*byte)];
    // Many bytes at once while none is in the table: most of a text.
    let (parts, _) = rest.as_chunks::<8>();
    let without = parts
        .iter()
        .take_while(|part| !part.iter().fold(false, |any, byte| any | has(byte)))
        .count();
    let skipped = without * 8;
    let found = skipped + rest.get(skipped..)?.iter().position(has)?;
    Some((*rest.get(found)?, at + found))
}

/// The end of the run of a byte.
pub(crate) fn run_end(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    at + rest
        .iter()
        .take_while(|held| Some(*held) == rest.first())
        .count()
}

/// The bytes that code on a line ends with.
const CODE: [bool; 256] = table(b"`\n");

/// The end of the code that a run of backticks begins, or of the run. `lines`: whether it may go on
/// over lines.
pub(crate) fn code_end(text: &str, at: usize, end: usize, lines: bool) -> usize {
    let mut from = end;
    while let Some((byte, found)) = next_of(text, from, &CODE) {
        from = found + 1;
        if byte == b'\n' {
            if lines {
                continue;
            }
            break;
        }
        from = run_end(text, found);
        if from - found == end - at {
            return from;
        }
    }
    end
}

/// How many brackets may be nested in the target of a link, as the parser has it.
const NESTED: usize = 32;

/// Where the brackets end that begin with what a link leads to.
pub(crate) enum Target {
    /// They end here.
    End(usize),
    /// At white space: a title may follow.
    Space(usize),
    /// The text ends first.
    Open,
    /// They are no link's.
    Deep,
}

/// Reads the brackets that a text begins with.
pub(crate) fn target(rest: &[u8]) -> Target {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (place, byte) in rest.iter().enumerate() {
        match byte {
            b' ' | b'\t' | b'\n' => return Target::Space(place),
            b'(' if !escaped => depth += 1,
            b')' if !escaped => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Target::End(place + 1);
        }
        if depth > NESTED {
            return Target::Deep;
        }
        escaped = *byte == b'\\' && !escaped;
    }
    Target::Open
}
