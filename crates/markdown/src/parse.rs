//! Parses the end of an answer, which later text may still change, and splits it into blocks. The
//! tree of a block is made in [`build`](crate::build).

use std::cell::RefCell;

use pulldown_cmark::{BrokenLink, CowStr, Event, Options, Parser, Tag as Start};

use crate::address::Rules;
use crate::build::{Builder, Context};
use crate::definitions::{Definition, Definitions, footnotes_named};
use crate::scan::shadow;
use crate::shadow::{Shadow, restore};
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
}

/// The result of parsing a text.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) blocks: Vec<Block>,
    /// The definitions, with their places in the text.
    pub(crate) definitions: Vec<(usize, Definition)>,
}

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH
}

/// Parses a text that begins where a block may begin. `open`: more text may follow.
pub(crate) fn parse(text: &str, known: &Definitions, rules: &Rules, open: bool) -> Parsed {
    // Earlier definitions are put before the text, so that only the parser decides what they match.
    let before = if text.contains('[') {
        known.source()
    } else {
        ""
    };
    if before.is_empty() {
        return run(&shadow(text), 0, rules, open);
    }
    let both = [before, text].concat();
    run(&shadow(&both), before.len(), rules, open)
}

/// Parses a text. `skip`: how many bytes are before it, by the original's offsets, as are all
/// offsets in the result.
fn run(shadow: &Shadow<'_>, skip: usize, rules: &Rules, open: bool) -> Parsed {
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
            let (label, url) = (restore(label), restore(&held.dest));
            Some((start, Definition::link(&label, &url, title.as_deref())))
        })
        .collect();

    let mut blocks = Vec::new();
    let context = Context { text, rules, open };
    let mut depth = 0_usize;
    let mut builder = Builder::new(&context);
    let mut begin = 0;
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
                    let definition = Definition::footnote(&restore(label));
                    definitions.push((start, definition));
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
        for node in builder.finish() {
            if begin >= skip {
                blocks.push(Block {
                    node,
                    start: begin - skip,
                    end: shadow.place(end) - skip,
                    missing: Vec::new(),
                });
            }
        }
    }
    drop(events);
    let missing = missing.into_inner();
    for block in &mut blocks {
        let span = block.start + skip..block.end + skip;
        let links = missing.iter().filter(|(at, _)| span.contains(at));
        block.missing.extend(links.map(|(_, label)| label.clone()));
        let source = shadow.original.get(span).unwrap_or_default();
        block.missing.extend(footnotes_named(source));
    }
    Parsed {
        blocks,
        definitions,
    }
}
