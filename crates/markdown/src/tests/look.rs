//! A short way to write down a tree, for tests that check what a text becomes at every split.

use super::fake::{Written, at_once, blocks};
use crate::{Leaf, Node, Tag};

/// The tree of a finished text, in one line.
pub(crate) fn look(text: &str) -> String {
    seen(&blocks(text))
}

/// Trees in one line: emphasis and the like as in HTML, links as `[words](url)`, formulas as
/// `{source}` and `{{source}}`, blocks between `⟨` and `⟩`.
pub(crate) fn seen(nodes: &[Node]) -> String {
    nodes.iter().map(one).collect()
}

fn one(node: &Node) -> String {
    let (tag, parts) = match node {
        Node::Text(text) => return text.clone(),
        Node::Leaf(leaf) => {
            return match leaf {
                Leaf::Code { code, .. } => format!("⟨pre {code}⟩"),
                Leaf::Math {
                    display, source, ..
                } if *display => format!("{{{{{source}}}}}"),
                Leaf::Math { source, .. } => format!("{{{source}}}"),
                Leaf::Image { url, alt, .. } => format!("![{alt}]({url})"),
                Leaf::FootnoteReference(label) => format!("[^{label}]"),
                Leaf::Checkbox(done) => (if *done { "☑" } else { "☐" }).to_owned(),
                Leaf::Break => "⏎".to_owned(),
                Leaf::Rule => "⟨hr⟩".to_owned(),
            };
        }
        Node::Element(tag, parts) => (tag, seen(parts)),
    };
    match tag {
        Tag::Paragraph => parts,
        Tag::Emphasis => format!("<i>{parts}</i>"),
        Tag::Strong => format!("<b>{parts}</b>"),
        Tag::Strike => format!("<s>{parts}</s>"),
        Tag::Code => format!("<c>{parts}</c>"),
        Tag::Link { url, .. } => format!("[{parts}]({url})"),
        Tag::Refused(url) => format!("[{parts}](!{url})"),
        Tag::Quote(_) => format!("⟨quote {parts}⟩"),
        Tag::List(None) => format!("⟨ul{parts}⟩"),
        Tag::List(Some(from)) => format!("⟨ol {from}{parts}⟩"),
        Tag::Cell(..) => format!("|{parts}"),
        Tag::Row => format!("{parts}|"),
        Tag::Item(None) => format!("⟨Item {parts}⟩"),
        Tag::Item(Some(number)) => format!("⟨Item={number} {parts}⟩"),
        Tag::Heading(level) => format!("⟨h{level} {parts}⟩"),
        other => format!("⟨{other:?} {parts}⟩"),
    }
}

/// Asserts what a finished text becomes, and that it becomes the same letter by letter and at every
/// single split.
pub(crate) fn becomes(text: &str, expected: &str) {
    assert_eq!(look(text), expected, "{text:?}");
    let whole = at_once(text).page();
    let mut letters = Written::new();
    for (at, letter) in text.char_indices() {
        letters.write(letter.encode_utf8(&mut [0; 4]));
        let mut halves = Written::new();
        halves.write(&text[..at]);
        halves.write(&text[at..]);
        halves.finish();
        assert_eq!(halves.page(), whole, "{text:?} split at {at}");
    }
    letters.finish();
    assert_eq!(letters.page(), whole, "{text:?} letter by letter");
}
