//! Parses the end of an answer, which later text may still change, and splits it into blocks. The
//! tree of a block is made in [`build`](crate::build).

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;

use pulldown_cmark::{BrokenLink, CowStr, Event, Options, Parser, Tag as Start};

use crate::address::Rules;
use crate::build::{Builder, Context};
use crate::definitions::{Definition, Definitions, before, footnotes_named, is_expected};
use crate::scan::scan;
use crate::shadow::restore;
use crate::tree::Node;

/// A top-level block.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) node: Node,
    /// Its start in the text.
    pub(crate) start: usize,
    /// Its end in the text.
    pub(crate) end: usize,
    /// The labels in it that are not defined.
    pub(crate) missing: Vec<String>,
    /// What the parser read for it, with the space above it.
    read: Range<usize>,
    /// If labels are missing, what the parser read for the block and for the space above it: a
    /// definition there may change the block.
    pub(crate) source: String,
}

/// The result of parsing a text.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) blocks: Vec<Block>,
    /// The definitions, with their places in the text.
    pub(crate) definitions: Vec<(usize, Definition)>,
    /// The parts that never settle line by line, because they are scanned as one.
    pub(crate) kept: Vec<Range<usize>>,
}

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH
}

/// Parses a text that begins where a block may begin. `open`: whether footnotes may follow.
/// `closers`: this text itself may go on, and these marks close what is open.
pub(crate) fn parse(
    text: &str,
    known: &Definitions,
    rules: &Rules,
    open: bool,
    closers: Option<&str>,
) -> Parsed {
    let (text, skip) = behind(text, known, open);
    run(&text, skip, skip, rules, closers)
}

/// Parses a block again from its [`source`](Block::source).
pub(crate) fn parse_again(
    source: &str,
    known: &Definitions,
    rules: &Rules,
    open: bool,
) -> Option<Node> {
    let (text, skip) = behind(source, known, open);
    let parsed = run(&text, skip, text.len(), rules, None);
    parsed.blocks.into_iter().next().map(|block| block.node)
}

/// A text with the earlier definitions before it, so that only the parser decides what they match,
/// and the length of these. `open`: whether footnotes may follow.
fn behind<'a>(text: &'a str, known: &Definitions, open: bool) -> (Cow<'a, str>, usize) {
    let mut both = before(text, known, open);
    if both.is_empty() {
        return (Cow::Borrowed(text), 0);
    }
    let length = both.len();
    both.push_str(text);
    (Cow::Owned(both), length)
}

/// Parses a text. `skip`: how many bytes are before it. `from`: where the parser's rules may differ
/// from ours. All offsets in the result are those of the text.
fn run(original: &str, skip: usize, from: usize, rules: &Rules, closers: Option<&str>) -> Parsed {
    let scanned = scan(original, from, closers.is_some());
    let (mut shadow, kept) = (scanned.shadow, scanned.kept);
    let mut plain = scanned.plain && from < original.len();
    let mut end = shadow.text.len();
    if let Some(closers) = closers {
        let formula = scanned.closer.unwrap_or_default();
        if !closers.is_empty() || !formula.is_empty() {
            end = shadow.text.trim_end().len();
            shadow.close(&formula, closers);
            plain = false;
        }
    }
    let text = &*shadow.text;
    let missing: RefCell<Vec<(usize, String)>> = RefCell::default();
    let unknown = |link: BrokenLink<'_>| -> Option<(CowStr<'_>, CowStr<'_>)> {
        let label = restore(&link.reference).into_owned();
        let at = shadow.place(link.span.start);
        missing.borrow_mut().push((at, label));
        None
    };
    let mut events =
        Parser::new_with_broken_link_callback(text, options(), Some(unknown)).into_offset_iter();
    let mut definitions: Vec<_> = events
        .reference_definitions()
        .iter()
        .filter_map(|(label, held)| {
            let start = shadow.place(held.span.start).checked_sub(skip)?;
            let title = held.title.as_deref().map(restore);
            let url = restore(&held.dest);
            Some((start, Definition::link(label, &url, title.as_deref())))
        })
        .collect();

    let mut blocks = Vec::new();
    let end = closers.map(|_| end);
    let context = Context {
        text,
        rules,
        plain,
        end,
    };
    let mut depth = 0_usize;
    let mut builder = Builder::new(&context);
    let mut begin = 0;
    // The end of the last block in the shadow.
    let mut above = skip;
    for (event, range) in events.by_ref() {
        if depth == 0 {
            begin = shadow.place(range.start);
        }
        let end = range.end;
        match &event {
            Event::Start(tag) => {
                if let Start::FootnoteDefinition(label) = tag
                    && let Some(start) = shadow.place(range.start).checked_sub(skip)
                {
                    definitions.push((start, Definition::footnote(label)));
                }
                depth += 1;
            }
            Event::End(_) => depth -= 1,
            _ => {}
        }
        builder.take(event, range);
        if depth > 0 {
            continue;
        }
        let mut notes = builder.notes();
        for node in builder.finish() {
            if begin >= skip {
                blocks.push(Block {
                    node,
                    start: begin - skip,
                    end: shadow.place(end) - skip,
                    missing: std::mem::take(&mut notes),
                    read: above..end,
                    source: String::new(),
                });
                above = end;
            }
        }
    }
    drop(events);
    let missing = missing.into_inner();
    for block in &mut blocks {
        let span = block.start + skip..block.end + skip;
        let links = missing.iter().filter(|(at, _)| span.contains(at));
        block.missing.extend(links.map(|(_, label)| label.clone()));
        complete(block, original.get(span).unwrap_or_default());
        if !block.missing.is_empty() {
            let source = text.get(block.read.clone()).unwrap_or_default();
            block.source.push_str(source);
        }
    }
    let kept = kept.into_iter();
    Parsed {
        blocks,
        definitions,
        kept: kept
            .map(|range| range.start - skip..range.end.saturating_sub(skip))
            .collect(),
    }
}

/// Adds the other footnotes that a block may refer to, to what is missing in it.
fn complete(block: &mut Block, source: &str) {
    let others = footnotes_named(source).filter(|key| !is_expected(key));
    block.missing.extend(others);
}
