//! Builds the tree of a block from the parser's events.

use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, LinkType, Tag as Start, TagEnd};

use crate::address::{Address, Rules};
use crate::definitions::{is_expected, name_of_footnote};
use crate::shadow::{formula, restore, restored};
use crate::tags::{count, number, simple};
use crate::tree::{Align, Leaf, Node, Tag, push_text};
use crate::words::{hide_image, is_break, link_addresses, restore_texts, unsaid_host};

/// The maximum nesting; deeper elements become siblings. Ten thousand nested quotes would overflow
/// the stack of code that walks the tree, such as the browser's layout.
const DEEPEST: usize = 48;

/// The maximum number of cells added to fill short rows of one table. A head with thousands of
/// columns would otherwise make millions of nodes from little text.
const PADDED: usize = 1_000;

/// What stays the same while a text is parsed.
pub(crate) struct Context<'a> {
    pub(crate) text: &'a str,
    pub(crate) rules: &'a Rules,
    /// Whether the text has no stand-ins.
    pub(crate) plain: bool,
    /// If more text may follow, where that of now ends.
    pub(crate) end: Option<usize>,
}

/// An element that has begun and not ended.
enum Frame {
    Element(Tag, Vec<Node>),
    /// Nested elements without nodes of their own, and how many. Their content goes directly to
    /// the enclosing element. Never nested in another `Through`.
    Through(usize),
    Code {
        language: String,
        about: String,
        code: String,
    },
    Image {
        url: String,
        title: String,
        alt: String,
    },
}

/// Turns events into nodes.
pub(crate) struct Builder<'a> {
    context: &'a Context<'a>,
    frames: Vec<Frame>,
    done: Vec<Node>,
    /// The columns of the open tables, and the index of the next cell.
    columns: Vec<(Vec<Alignment>, usize)>,
    /// How many missing cells were added to the current table.
    padded: usize,
    /// The number of open links.
    links: usize,
    /// The end of the last text.
    written: usize,
    /// The keys of the footnotes referred to.
    notes: Vec<String>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(context: &'a Context<'a>) -> Self {
        Self {
            context,
            frames: Vec::new(),
            done: Vec::new(),
            columns: Vec::new(),
            padded: 0,
            links: 0,
            written: 0,
            notes: Vec::new(),
        }
    }

    /// The finished nodes.
    pub(crate) fn finish(&mut self) -> Vec<Node> {
        std::mem::take(&mut self.done)
    }

    /// The keys of the footnotes that they refer to, if these are expected.
    pub(crate) fn notes(&mut self) -> Vec<String> {
        let notes = std::mem::take(&mut self.notes).into_iter();
        notes.filter(|key| is_expected(key)).collect()
    }

    pub(crate) fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        let end = range.end;
        match event {
            Event::Start(tag) => self.start(tag, &range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text, end),
            Event::SoftBreak => self.text("\n", end),
            Event::Html(html) | Event::InlineHtml(html) => {
                if is_break(html.trim()) {
                    self.leaf(Leaf::Break);
                } else {
                    self.text(&html, end);
                }
            }
            Event::Code(code) => {
                let code = restore(&code);
                match self.target() {
                    Some(Frame::Image { alt, .. }) => alt.push_str(&code),
                    _ => self.node(Node::Element(
                        Tag::Code,
                        vec![Node::Text(code.into_owned())],
                    )),
                }
            }
            Event::InlineMath(source) => self.math(false, &source),
            Event::DisplayMath(source) => self.math(true, &source),
            Event::FootnoteReference(label) => {
                let label = restore(&label).into_owned();
                self.notes.push(name_of_footnote(&label));
                self.leaf(Leaf::FootnoteReference(label));
            }
            Event::HardBreak => match self.target() {
                Some(Frame::Image { alt, .. }) => alt.push(' '),
                _ => self.leaf(Leaf::Break),
            },
            Event::Rule => self.leaf(Leaf::Rule),
            Event::TaskListMarker(checked) => self.leaf(Leaf::Checkbox(checked)),
        }
    }

    fn start(&mut self, tag: Start<'_>, range: &Range<usize>) {
        // The content of an image is its alternative text, without markup.
        if matches!(self.target(), Some(Frame::Image { .. })) {
            self.pass_through();
            return;
        }
        let frame = match tag {
            Start::CodeBlock(kind) => self.code(&kind, range),
            Start::Image {
                dest_url, title, ..
            } => Frame::Image {
                url: restore(&dest_url).into_owned(),
                title: restore(&title).into_owned(),
                alt: String::new(),
            },
            Start::Link {
                link_type,
                dest_url,
                title,
                ..
            } => {
                self.links += 1;
                let (dest_url, title) = (restore(&dest_url), restore(&title));
                let url = match link_type {
                    LinkType::Email => format!("mailto:{dest_url}"),
                    _ => dest_url.into_owned(),
                };
                let tag = match self.context.rules.read(&url) {
                    Address::Allowed(url) => Tag::Link {
                        url,
                        title: title.into_owned(),
                        host: None,
                    },
                    Address::Refused if title.is_empty() => Tag::Refused(url),
                    Address::Refused => Tag::Refused(format!("{url} {title}")),
                };
                Frame::Element(tag, Vec::new())
            }
            _ if self.frames.len() >= DEEPEST => return self.pass_through(),
            Start::Table(columns) => {
                self.columns.push((columns, 0));
                self.padded = 0;
                Frame::Element(Tag::Table, Vec::new())
            }
            Start::TableHead => {
                self.first_column();
                self.frames.push(Frame::Element(Tag::TableHead, Vec::new()));
                Frame::Element(Tag::Row, Vec::new())
            }
            Start::TableRow => {
                self.first_column();
                Frame::Element(Tag::Row, Vec::new())
            }
            Start::TableCell => {
                let cell = self.cell();
                self.padded += usize::from(range.is_empty());
                if range.is_empty() && self.padded > PADDED {
                    return self.pass_through();
                }
                Frame::Element(cell, Vec::new())
            }
            Start::Item => {
                let source = self.context.text.get(range.start..).unwrap_or_default();
                Frame::Element(Tag::Item(number(source)), Vec::new())
            }
            other => match simple(other) {
                Some(tag) => Frame::Element(tag, Vec::new()),
                None => return self.pass_through(),
            },
        };
        self.frames.push(frame);
    }

    /// Makes the element that has just begun pass its content to the enclosing element.
    fn pass_through(&mut self) {
        match self.frames.last_mut() {
            Some(Frame::Through(deep)) => *deep += 1,
            _ => self.frames.push(Frame::Through(1)),
        }
    }

    /// The frame that gets the next node or text.
    fn target(&mut self) -> Option<&mut Frame> {
        let through = matches!(self.frames.last(), Some(Frame::Through(_)));
        let place = self.frames.len().checked_sub(1 + usize::from(through))?;
        self.frames.get_mut(place)
    }

    fn code(&self, kind: &CodeBlockKind<'_>, range: &Range<usize>) -> Frame {
        let info = match kind {
            CodeBlockKind::Indented => "",
            CodeBlockKind::Fenced(info) => info.trim(),
        };
        let info = restore(info);
        // Ignore a language name that may still be incomplete.
        let source = self.context.text.get(range.clone()).unwrap_or_default();
        let whole = self.context.end.is_none() || source.contains('\n');
        let info = if whole { &*info } else { "" };
        let end = info.find([' ', '\t', ',', '{']).unwrap_or(info.len());
        let (language, about) = info.split_at_checked(end).unwrap_or_default();
        Frame::Code {
            language: language.to_owned(),
            about: about.trim().to_owned(),
            code: String::new(),
        }
    }

    fn first_column(&mut self) {
        if let Some((_, next)) = self.columns.last_mut() {
            *next = 0;
        }
    }

    fn cell(&mut self) -> Tag {
        let mut align = Align::Auto;
        if let Some((columns, next)) = self.columns.last_mut() {
            align = match columns.get(*next) {
                Some(Alignment::Left) => Align::Left,
                Some(Alignment::Center) => Align::Center,
                Some(Alignment::Right) => Align::Right,
                Some(Alignment::None) | None => Align::Auto,
            };
            *next += 1;
        }
        let mut around = self.frames.iter().rev();
        let names = around
            .nth(1)
            .is_some_and(|frame| matches!(frame, Frame::Element(tag, _) if *tag == Tag::TableHead));
        Tag::Cell(names, align)
    }

    fn end(&mut self, tag: TagEnd) {
        self.close();
        if matches!(tag, TagEnd::TableHead)
            && matches!(self.frames.last(), Some(Frame::Element(Tag::TableHead, _)))
        {
            self.close();
        }
    }

    fn close(&mut self) {
        if let Some(Frame::Through(deep @ 2..)) = self.frames.last_mut() {
            *deep -= 1;
            return;
        }
        match self.frames.pop() {
            Some(Frame::Element(mut tag, parts)) => {
                let parts = self.complete(&tag, parts);
                if let Tag::Link { url, host, .. } = &mut tag {
                    *host = unsaid_host(url, &parts);
                }
                self.node(Node::Element(tag, parts));
            }
            Some(Frame::Code {
                language,
                about,
                code,
            }) => self.leaf(Leaf::Code {
                language,
                about,
                code: restored(code),
            }),
            Some(Frame::Image { url, title, alt }) => {
                let alt = restored(alt);
                self.leaf(Leaf::Image { url, alt, title });
            }
            Some(Frame::Through(_)) | None => {}
        }
    }

    /// The parts of an element that has ended.
    fn complete(&mut self, tag: &Tag, mut parts: Vec<Node>) -> Vec<Node> {
        if !self.context.plain {
            restore_texts(&mut parts);
        }
        match tag {
            Tag::Table => {
                self.columns.pop();
                let body = parts.split_off(1.min(parts.len()));
                if !body.is_empty() {
                    parts.push(Node::Element(Tag::TableBody, body));
                }
                return parts;
            }
            Tag::Link { .. } | Tag::Refused(_) => {
                self.links -= 1;
                return parts;
            }
            Tag::List(from) => {
                if let Some(from) = from {
                    count(*from, &mut parts);
                }
                return parts;
            }
            Tag::Html => return parts,
            _ => {}
        }
        // Text at the very end may be incomplete.
        let unfinished = self.context.end.is_some_and(|end| self.written >= end);
        if unfinished {
            hide_image(&mut parts);
        }
        if self.links > 0 {
            return parts;
        }
        link_addresses(parts, self.context.rules, unfinished)
    }

    fn math(&mut self, display: bool, source: &str) {
        let (source, open) = formula(source);
        match self.target() {
            Some(Frame::Image { alt, .. }) => alt.push_str(&source),
            _ => self.leaf(Leaf::Math {
                display,
                source,
                open,
            }),
        }
    }

    fn leaf(&mut self, leaf: Leaf) {
        self.node(Node::Leaf(leaf));
    }

    fn node(&mut self, node: Node) {
        match (self.target(), node) {
            (Some(Frame::Element(_, parts)), Node::Text(text)) => {
                push_text(parts, &text);
            }
            (Some(Frame::Element(_, parts)), node) => parts.push(node),
            (Some(Frame::Code { code, .. }), Node::Text(text)) => code.push_str(&text),
            (Some(Frame::Image { alt, .. }), Node::Text(text)) => alt.push_str(&text),
            (Some(Frame::Image { alt, .. }), Node::Leaf(Leaf::Image { alt: inner, .. })) => {
                alt.push_str(&inner);
            }
            (Some(Frame::Code { .. } | Frame::Image { .. } | Frame::Through(_)), _) => {}
            (None, node) => self.done.push(node),
        }
    }

    fn text(&mut self, text: &str, end: usize) {
        self.written = end;
        match self.target() {
            Some(Frame::Element(_, parts)) => push_text(parts, text),
            Some(Frame::Code { code, .. }) => code.push_str(text),
            Some(Frame::Image { alt, .. }) => alt.push_str(text),
            Some(Frame::Through(_)) => {}
            None => push_text(&mut self.done, text),
        }
    }
}
