//! How many blocks can never change again.
//!
//! Not responsible for links to what is defined later, which is looked at apart. A block has ended
//! when another began after it on a line that is complete (a table on two): in `CommonMark`, lines
//! are all that a later text can add to, and a block that was closed is never opened again.

use crate::parse::Block;

/// The number of blocks that have ended, and where what follows begins. Neither is more than all
/// but the last block.
pub(crate) fn settled(text: &str, blocks: &[Block]) -> (usize, usize) {
    let Some(complete) = text.rfind('\n') else {
        return (0, 0);
    };
    for (index, pair) in blocks.windows(2).enumerate().rev() {
        let [before, next] = pair else { continue };
        if begins(text, next) <= complete {
            let line = line_of(text, next.start);
            // Footnotes can begin on the line of another.
            if line >= before.end
                && line > before.start
                && !goes_on(text.get(..line).unwrap_or_default())
            {
                return (index + 1, line);
            }
        }
    }
    (0, 0)
}

/// How much of a text says that a block begins: its first line, and the second too if the first
/// begins with a bar. Such a line ends what stands above it only where the row below fits it as the
/// head of a table, and is a part of it where that row grows another column. Not every block that
/// begins so is a table: not one whose first line ends with a `\`, nor one whose second is inside
/// of what it has ended.
fn begins(text: &str, block: &Block) -> usize {
    let rest = text.get(block.start..).unwrap_or_default();
    if !rest.starts_with('|') {
        return block.start;
    }
    rest.find('\n')
        .map_or(usize::MAX, |end| block.start + end + 1)
}

/// Where the line begins that a byte is on.
fn line_of(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.rfind('\n').map_or(0, |end| end + 1)
}

/// Whether a definition of a link may go on at a line: one may stand right above. Its title may be
/// on the next line, and could so swallow what looks like a block; also one that does not count,
/// because there was another of its label, of which the parser does not tell.
fn goes_on(above: &str) -> bool {
    let mut lines = above.lines().rev();
    lines
        .by_ref()
        .take_while(|line| !line.trim().is_empty())
        .any(|line| line.contains("]:"))
}
