//! A page without a browser. It keeps its nodes in a list and records the changes to them.

use std::fmt::Write;

use crate::{Leaf, Node, Page, Rules, Shown, Stream, Tag, follow, grow};

#[derive(Clone, Debug)]
enum FakeNode {
    Element(Tag, Vec<usize>),
    Text(String),
    Leaf(Leaf),
    Root(Vec<usize>),
}

/// The nodes of a page, and what was done to them.
pub(crate) struct FakePage {
    nodes: Vec<FakeNode>,
    /// The number of nodes made so far.
    pub(crate) made: usize,
    /// The existing nodes that were changed, replaced or removed, in order and with repetitions. A
    /// test clears the list before the steps that it checks.
    pub(crate) touched: Vec<usize>,
}

impl FakePage {
    fn add(&mut self, node: FakeNode) -> usize {
        self.made += 1;
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn parts(&mut self, parent: usize) -> &mut Vec<usize> {
        match &mut self.nodes[parent] {
            FakeNode::Element(_, parts) | FakeNode::Root(parts) => parts,
            FakeNode::Text(_) | FakeNode::Leaf(_) => panic!("no parent"),
        }
    }

    fn write(&self, node: usize, to: &mut String) {
        match &self.nodes[node] {
            FakeNode::Text(text) => write!(to, "{text:?}").expect("a string"),
            FakeNode::Leaf(leaf) => write!(to, "{leaf:?}").expect("a string"),
            FakeNode::Element(tag, parts) => {
                write!(to, "{tag:?}(").expect("a string");
                for part in parts {
                    self.write(*part, to);
                    to.push(' ');
                }
                to.push(')');
            }
            FakeNode::Root(parts) => {
                for part in parts {
                    self.write(*part, to);
                    to.push('\n');
                }
            }
        }
    }
}

impl Page for FakePage {
    type Node = usize;

    fn element(&mut self, tag: &Tag) -> (usize, usize) {
        let node = self.add(FakeNode::Element(tag.clone(), Vec::new()));
        (node, node)
    }

    fn text(&mut self, text: &str) -> usize {
        self.add(FakeNode::Text(text.to_owned()))
    }

    fn leaf(&mut self, leaf: &Leaf) -> usize {
        self.add(FakeNode::Leaf(leaf.clone()))
    }

    fn renew(&mut self, node: &usize, before: &Leaf, now: &Leaf) -> bool {
        let (Leaf::Code { language: old, .. }, Leaf::Code { language: new, .. }) = (before, now)
        else {
            return false;
        };
        if old != new {
            return false;
        }
        self.touched.push(*node);
        self.nodes[*node] = FakeNode::Leaf(now.clone());
        true
    }

    fn append_code(&mut self, node: &usize, more: &str) {
        self.touched.push(*node);
        let FakeNode::Leaf(Leaf::Code { code, .. }) = &mut self.nodes[*node] else {
            panic!("no code");
        };
        code.push_str(more);
    }

    fn append_text(&mut self, node: &usize, more: &str) {
        self.touched.push(*node);
        if let FakeNode::Text(text) = &mut self.nodes[*node] {
            text.push_str(more);
        }
    }

    fn set_text(&mut self, node: &usize, text: &str) {
        self.touched.push(*node);
        self.nodes[*node] = FakeNode::Text(text.to_owned());
    }

    fn append(&mut self, parent: &usize, node: &usize) {
        let node = *node;
        self.parts(*parent).push(node);
    }

    fn replace(&mut self, parent: &usize, before: &usize, now: &usize) {
        self.touched.push(*before);
        let (before, now) = (*before, *now);
        let parts = self.parts(*parent);
        let place = parts.iter().position(|held| *held == before);
        parts[place.expect("it is there")] = now;
    }

    fn remove(&mut self, parent: &usize, node: &usize) {
        self.touched.push(*node);
        let node = *node;
        self.parts(*parent).retain(|held| *held != node);
    }
}

/// A text that is written to a page.
pub(crate) struct Written {
    pub(crate) page: FakePage,
    stream: Stream,
    settled: Vec<usize>,
    open: Vec<Shown<usize>>,
}

impl Written {
    pub(crate) fn new() -> Self {
        Self {
            page: FakePage {
                nodes: vec![FakeNode::Root(Vec::new())],
                made: 0,
                touched: Vec::new(),
            },
            stream: Stream::new(Rules {
                relative: true,
                ..Rules::default()
            }),
            settled: Vec::new(),
            open: Vec::new(),
        }
    }

    pub(crate) fn write(&mut self, more: &str) {
        self.stream.write(more);
        self.advance(true);
    }

    pub(crate) fn finish(&mut self) {
        self.advance(false);
    }

    fn advance(&mut self, open: bool) {
        let step = self.stream.advance(open);
        if let Some(more) = step.more_code {
            grow(&mut self.page, &mut self.open, &more);
            return;
        }
        for renewed in step.renewed {
            let before = self.settled[renewed.index];
            let mut made = Vec::new();
            let scratch = self.page.add(FakeNode::Root(Vec::new()));
            follow(&mut self.page, &scratch, &mut made, vec![renewed.block]);
            self.page.replace(&0, &before, &made[0].node);
            self.settled[renewed.index] = made[0].node;
        }
        follow(&mut self.page, &0, &mut self.open, step.blocks);
        for shown in self.open.drain(..step.settled) {
            self.settled.push(shown.node);
        }
    }

    /// The nodes of blocks that have settled.
    pub(crate) fn settled(&self) -> &[usize] {
        &self.settled
    }

    /// Everything on the page.
    pub(crate) fn page(&self) -> String {
        let mut all = String::new();
        self.page.write(0, &mut all);
        all
    }

    /// The text on the page.
    pub(crate) fn words(&self) -> String {
        let mut all = String::new();
        self.words_of(0, &mut all);
        all
    }

    fn words_of(&self, node: usize, to: &mut String) {
        match &self.page.nodes[node] {
            FakeNode::Text(text) => to.push_str(text),
            FakeNode::Leaf(Leaf::Code { code, .. }) => to.push_str(code),
            FakeNode::Leaf(Leaf::Image { alt, .. }) => to.push_str(alt),
            FakeNode::Leaf(Leaf::Math { source, .. }) => to.push_str(source),
            FakeNode::Leaf(_) => to.push('\n'),
            FakeNode::Element(_, parts) | FakeNode::Root(parts) => {
                for part in parts {
                    self.words_of(*part, to);
                }
            }
        }
    }
}

/// A finished text, written in one piece.
pub(crate) fn at_once(text: &str) -> Written {
    let mut written = Written::new();
    written.stream.write(text);
    written.finish();
    written
}

/// The blocks of a text.
pub(crate) fn blocks(text: &str) -> Vec<Node> {
    let mut stream = Stream::new(Rules::default());
    stream.write(text);
    stream.advance(false).blocks
}
