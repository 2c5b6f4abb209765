//! The tags of the tree for the parser's.

use pulldown_cmark::{BlockQuoteKind, HeadingLevel, Tag as Start};

use crate::shadow::restore;
use crate::tree::{Alert, Node, Tag};

/// The tag of an element that needs nothing but its content.
pub(crate) fn simple(tag: Start<'_>) -> Option<Tag> {
    Some(match tag {
        Start::Paragraph => Tag::Paragraph,
        Start::Heading { level, .. } => Tag::Heading(match level {
            HeadingLevel::H1 => 1,
            HeadingLevel::H2 => 2,
            HeadingLevel::H3 => 3,
            HeadingLevel::H4 => 4,
            HeadingLevel::H5 => 5,
            HeadingLevel::H6 => 6,
        }),
        Start::BlockQuote(kind) => Tag::Quote(kind.map(|kind| match kind {
            BlockQuoteKind::Note => Alert::Note,
            BlockQuoteKind::Tip => Alert::Tip,
            BlockQuoteKind::Important => Alert::Important,
            BlockQuoteKind::Warning => Alert::Warning,
            BlockQuoteKind::Caution => Alert::Caution,
        })),
        Start::HtmlBlock => Tag::Html,
        Start::List(from) => Tag::List(from),
        Start::FootnoteDefinition(label) => Tag::Footnote(restore(&label).into_owned()),
        Start::Emphasis => Tag::Emphasis,
        Start::Strong => Tag::Strong,
        Start::Strikethrough => Tag::Strike,
        _ => return None,
    })
}

/// The number at the start of an item's source.
pub(crate) fn number(source: &str) -> Option<u64> {
    let digits = source.trim_start();
    let end = digits.find(|held: char| !held.is_ascii_digit())?;
    digits.get(..end)?.parse().ok()
}

/// Leaves the numbers of a list's items that do not follow from those before. Where all are equal,
/// the list counts.
pub(crate) fn count(from: u64, items: &mut [Node]) {
    let mut numbers: Vec<&mut Option<u64>> = Vec::with_capacity(items.len());
    for item in items {
        if let Node::Element(Tag::Item(number), _) = item {
            numbers.push(number);
        }
    }
    let equal = numbers.len() > 1 && numbers.iter().all(|number| **number == Some(from));
    let mut next = from;
    for number in numbers {
        let written = number.unwrap_or(next);
        if equal || written == next {
            *number = None;
        }
        next = written.saturating_add(1);
    }
}
