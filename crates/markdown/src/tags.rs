//! The tags of the tree for the parser's.

use pulldown_cmark::{BlockQuoteKind, HeadingLevel, Tag as Start};

use crate::shadow::restore;
use crate::tree::{Alert, Tag};

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
        Start::Item => Tag::Item,
        Start::FootnoteDefinition(label) => Tag::Footnote(restore(&label).into_owned()),
        Start::Emphasis => Tag::Emphasis,
        Start::Strong => Tag::Strong,
        Start::Strikethrough => Tag::Strike,
        _ => return None,
    })
}
