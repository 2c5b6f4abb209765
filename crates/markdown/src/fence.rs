//! An open block of code: new lines need no parser until a line could close the block.
//!
//! The parser finds the fence. Only a fence without indentation counts here, because only then are
//! the lines of the text the lines of the code.

use memchr::memchr2;

/// A fence that is open at the end of a text.
#[derive(Debug)]
pub(crate) struct Fence {
    /// The fence character: `` ` `` or `~`.
    mark: char,
    /// How many bytes of the text are on the page.
    shown: usize,
}

impl Fence {
    /// The fence at the start of a block of which `shown` bytes are on the page. `None` if the
    /// fence is indented or its first line is incomplete.
    pub(crate) fn of(block: &str, shown: usize) -> Option<Self> {
        let mark = block
            .chars()
            .next()
            .filter(|mark| matches!(mark, '`' | '~'))?;
        block.contains('\n').then_some(Self { mark, shown })
    }

    /// The new text, if it is only more code.
    pub(crate) fn more<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let before = text.get(..self.shown)?;
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let new = text.get(line..)?;
        // The parser turns CRLF into one line break and does not output NUL.
        if new.contains(['\r', '\0']) {
            return None;
        }
        let (whole, partial) = new.split_at(new.rfind('\n').map_or(0, |end| end + 1));
        let closes = |line: &str| line.trim_start_matches(' ').starts_with(self.mark);
        if whole.lines().any(closes) || closes(partial) {
            return None;
        }
        // A closing fence may be indented by up to three spaces.
        let undecided = partial.len() < 4 && partial.bytes().all(|byte| byte == b' ');
        let end = if undecided {
            line + whole.len()
        } else {
            text.len()
        };
        let end = end.max(self.shown);
        let more = text.get(self.shown..end)?;
        self.shown = end;
        Some(more)
    }
}

/// Whether a line may begin or end a fence, at any indentation: what is behind the indentation.
pub(crate) fn fence_line(line: &str) -> Option<&str> {
    let indents = |byte: u8| matches!(byte, b' ' | b'\t' | b'>' | b'-' | b'*' | b'+');
    let words = line.get(line.bytes().position(|byte| !indents(byte))?..)?;
    (words.starts_with("```") || words.starts_with("~~~")).then_some(words)
}

/// Whether a growing text is in a fence. Reads each line once.
#[derive(Debug, Default)]
pub(crate) struct Fences {
    /// How much of the text was read.
    read: usize,
    /// The open fence: its mark, and whether it stands in a list or a quote.
    open: Option<(String, bool)>,
}

impl Fences {
    /// Whether the lines of a text end in a fence.
    pub(crate) fn within(&mut self, lines: &str) -> bool {
        let new = lines.get(self.read..).unwrap_or_default();
        self.read = lines.len();
        let mut at = 0;
        // Most lines have neither mark.
        while let Some(mark) = memchr2(b'`', b'~', new.get(at..).unwrap_or_default().as_bytes()) {
            let (above, below) = new.split_at_checked(at + mark).unwrap_or_default();
            let begin = above.rfind('\n').map_or(0, |end| end + 1);
            at = below.find('\n').map_or(new.len(), |end| above.len() + end);
            let line = new.get(begin..at).unwrap_or_default();
            let Some(words) = fence_line(line) else {
                continue;
            };
            let indent = line.get(..line.len() - words.len()).unwrap_or_default();
            let rest = words.trim_start_matches(|mark| words.starts_with(mark));
            let mark = words.get(..words.len() - rest.len()).unwrap_or_default();
            match &self.open {
                None if mark.starts_with('`') && rest.contains('`') => {}
                None => self.open = Some((mark.to_owned(), !indent.is_empty())),
                Some((held, inside))
                    if mark.starts_with(held)
                        && rest.trim().is_empty()
                        && may_close(indent, *inside) =>
                {
                    self.open = None;
                }
                Some(_) => {}
            }
        }
        self.open.is_some()
    }
}

/// Whether a fence with this before it may close another. `inside`: the other one stands in a list
/// or a quote.
fn may_close(indent: &str, inside: bool) -> bool {
    if inside {
        !indent.contains(['-', '*', '+'])
    } else {
        indent.len() < 4 && indent.bytes().all(|byte| byte == b' ')
    }
}

#[cfg(test)]
mod tests {
    use super::Fence;

    fn more<'a>(shown: &str, text: &'a str) -> Option<&'a str> {
        Fence::of(text, shown.len())?.more(text)
    }

    #[test]
    fn lines_that_cannot_close_the_fence_are_code() {
        assert_eq!(more("```\na", "```\nab\nc"), Some("b\nc"));
        assert_eq!(more("~~~ x\n", "~~~ x\n```\n"), Some("```\n"));
        assert_eq!(more("```\na", "```\na\n\n\tb"), Some("\n\n\tb"));
        assert_eq!(more("```\na", "```\na\n  "), Some("\n"));
        assert_eq!(more("```\na", "```\na\n    "), Some("\n    "));
    }

    #[test]
    fn lines_that_may_close_the_fence_or_need_changes_go_to_the_parser() {
        for text in ["```\na\n```", "```\na\n  `", "```\na\r\nb"] {
            assert_eq!(more("```\na", text), None, "{text:?}");
        }
        assert!(Fence::of("```rust", 7).is_none());
        assert!(Fence::of("    code\n", 9).is_none());
    }
}
