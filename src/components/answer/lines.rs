//! The text of a block of code, in parts of whole lines. When code is appended to a long block, the
//! browser lays out only the last part.
//!
//! Not responsible for colours (see [`highlight`](super::highlight)).

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::{Element, Node, Text};

use super::nodes::{element, text};

/// A part ends with the line that brings its size to this many bytes.
const PART: usize = 8 * 1024;

/// The text of a block of code. Clones are handles to the same text.
#[derive(Clone)]
pub(super) struct Lines {
    code: Element,
    parts: Rc<RefCell<Vec<Part>>>,
}

/// Some lines. The first part is the code element itself, because most blocks need no other.
#[derive(Clone)]
pub(super) struct Part {
    within: Element,
    /// The text that is not coloured yet.
    tail: Text,
    /// The part's start in the code, in bytes.
    start: usize,
    /// The part's end in the code, in bytes.
    pub(super) end: usize,
    /// Whether the last line is complete.
    ends_line: bool,
}

impl Lines {
    /// Creates a `code` element with this code.
    pub(super) fn new(code: &str) -> Self {
        let lines = Self {
            code: element("code", &[("dir", "ltr")], &[]),
            parts: Rc::default(),
        };
        lines.append(code);
        lines
    }

    /// The `code` element.
    pub(super) fn node(&self) -> Node {
        self.code.clone().into()
    }

    /// All of the code.
    pub(super) fn text(&self) -> String {
        self.code.text_content().unwrap_or_default()
    }

    /// Replaces the code.
    pub(super) fn set(&self, code: &str) {
        self.parts.borrow_mut().clear();
        self.code.set_text_content(None);
        self.append(code);
    }

    /// Appends to the code.
    pub(super) fn append(&self, more: &str) {
        let mut parts = self.parts.borrow_mut();
        let mut rest = more;
        while !rest.is_empty() {
            let is_full = parts.last().is_none_or(Part::is_full);
            if is_full && let Some(part) = self.part(parts.last()) {
                parts.push(part);
            }
            let Some(last) = parts.last_mut() else { return };
            rest = last.take(rest);
        }
    }

    /// The part that contains this byte of the code.
    pub(super) fn at(&self, place: usize) -> Option<Part> {
        let parts = self.parts.borrow();
        let index = parts.partition_point(|part| part.end <= place);
        parts.get(index).cloned()
    }

    /// Appends an empty part.
    fn part(&self, last: Option<&Part>) -> Option<Part> {
        let tail = text("");
        let within = if last.is_some() {
            let within = element("span", &[("class", "mt-lines")], &[]);
            self.code.append_child(&within).ok()?;
            within
        } else {
            self.code.clone()
        };
        within.append_child(&tail).ok()?;
        let start = last.map_or(0, |last| last.end);
        Some(Part {
            within,
            tail,
            start,
            end: start,
            ends_line: false,
        })
    }
}

impl Part {
    /// Inserts coloured lines, and leaves `rest` as the text that is not coloured yet.
    pub(super) fn colour(&self, made: &Node, rest: &str) {
        // Fails only if `tail` is not inside `within`; it always is.
        let _ = self.within.insert_before(made, Some(&self.tail));
        self.tail.set_data(rest);
    }

    /// Appends the text that belongs to this part, and returns the rest.
    fn take<'a>(&mut self, more: &'a str) -> &'a str {
        let (mine, rest) = split(self.end - self.start, more);
        // `append_data` cannot fail.
        let _ = self.tail.append_data(mine);
        self.end += mine.len();
        self.ends_line = mine.ends_with('\n');
        rest
    }

    fn is_full(&self) -> bool {
        self.end - self.start >= PART && self.ends_line
    }
}

/// Splits off the text of a part that has `held` bytes: the lines until the part is full, including
/// the line that fills it.
fn split(held: usize, more: &str) -> (&str, &str) {
    let room = PART.saturating_sub(held + 1);
    let line = more.bytes().skip(room).position(|byte| byte == b'\n');
    line.and_then(|line| more.split_at_checked(room + line + 1))
        .unwrap_or((more, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_with_the_line_that_fills_it() {
        assert_eq!(split(0, "a\nb"), ("a\nb", ""));
        assert_eq!(split(PART - 1, "é\nb\n"), ("é\n", "b\n"));
        assert_eq!(split(PART - 3, "a\nb\nc\n"), ("a\nb\n", "c\n"));
        assert_eq!(split(2 * PART, "\nb"), ("\n", "b"));
        assert_eq!(split(2 * PART, "b"), ("b", ""));
    }
}
