//! How many blocks can never change again.
//!
//! In `CommonMark`, later text only extends the last line or adds lines, and a closed block never
//! opens again. So a block has ended when another block began after it on a complete line (for a
//! table: two lines). Links to later definitions are handled separately.

use std::ops::Range;

use crate::parse::Block;

/// The number of ended blocks, and where the following text begins. Never counts the last block.
/// Nor does it end within `kept`.
pub(crate) fn settled(text: &str, blocks: &[Block], kept: &[Range<usize>]) -> (usize, usize) {
    let Some(complete) = text.rfind('\n') else {
        return (0, 0);
    };
    for (index, pair) in blocks.windows(2).enumerate().rev() {
        let [before, next] = pair else { continue };
        if begins(text, next) <= complete {
            let line = line_of(text, next.start);
            // A footnote can begin on another block's line.
            if line >= before.end
                && line > before.start
                && !kept.iter().any(|part| part.start < line && line < part.end)
                && !goes_on(text.get(..line).unwrap_or_default())
            {
                return (index + 1, line);
            }
        }
    }
    (0, 0)
}

/// A byte of the line that must be complete before the start of a block is certain.
///
/// This is the block's first line, or its second line if the first begins with a bar. A line with a
/// bar ends the block above only if the line is the head of a table. The next line decides that: if
/// it has one more column, both lines belong to the block above. The block's kind is not checked,
/// because the first line may end with `\`, or the second line may be inside the block that the
/// first line ended.
fn begins(text: &str, block: &Block) -> usize {
    let rest = text.get(block.start..).unwrap_or_default();
    if !rest.starts_with('|') {
        return block.start;
    }
    rest.find('\n')
        .map_or(usize::MAX, |end| block.start + end + 1)
}

/// The start of the line with this byte.
fn line_of(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.rfind('\n').map_or(0, |end| end + 1)
}

/// Whether a link definition directly above may continue on this line. The definition's title may
/// be on the next line, and would then absorb what looks like a block. Searches the text, because
/// the parser does not report duplicate definitions.
fn goes_on(above: &str) -> bool {
    let mut lines = above.lines().rev();
    lines
        .by_ref()
        .take_while(|line| !line.trim().is_empty())
        .any(|line| line.contains("]:"))
}
