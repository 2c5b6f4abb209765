//! A text that grows, and which of its blocks have settled.
//!
//! Not responsible for drawing nor for when to go on. What is defined at the end of a text (a
//! link's address, a footnote) may be named at its beginning: blocks that name what is not defined
//! are remembered with their source, and parsed again once it is.

use crate::address::Rules;
use crate::boundary::settled;
use crate::definitions::{Definition, Definitions};
use crate::fence::Fence;
use crate::hold::shown;
use crate::parse::{Block, Parsed, parse};
use crate::tree::{Leaf, Node};

/// A text that grows.
#[derive(Debug)]
pub struct Stream {
    rules: Rules,
    /// What has not settled.
    tail: String,
    /// How many blocks have settled.
    count: usize,
    definitions: Definitions,
    waiting: Vec<Waiting>,
    /// The tail ended inside of a fence when it was parsed last.
    fenced: bool,
    /// That fence, if its lines are the code as they are.
    fence: Option<Fence>,
}

/// A settled block that names what was not defined.
#[derive(Debug)]
struct Waiting {
    index: usize,
    source: String,
    missing: Vec<String>,
}

/// What became of the text.
#[derive(Debug, Default)]
pub struct Step {
    /// All blocks that had not settled before, in place of what was there of them.
    pub blocks: Vec<Node>,
    /// How many of these will never change again.
    pub settled: usize,
    /// Nothing else has happened than that the last block, which is code, goes on with this.
    pub more_code: Option<String>,
    /// Blocks that had settled, with a name in them that is defined now.
    pub renewed: Vec<Renewed>,
}

/// A settled block that is another now.
#[derive(Debug, PartialEq, Eq)]
pub struct Renewed {
    /// Its place among all blocks.
    pub index: usize,
    /// What it is.
    pub block: Node,
}

impl Stream {
    /// An empty text.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            tail: String::new(),
            count: 0,
            definitions: Definitions::default(),
            waiting: Vec::new(),
            fenced: false,
            fence: None,
        }
    }

    /// Appends text; [`advance`](Self::advance) says what it makes of it.
    pub fn write(&mut self, more: &str) {
        self.tail.push_str(more);
    }

    /// Parses what has not settled. With `open`, more may come; without, everything settles.
    pub fn advance(&mut self, open: bool) -> Step {
        if open && let Some(more) = self.fence.as_mut().and_then(|fence| fence.more(&self.tail)) {
            return Step {
                more_code: Some(more.to_owned()),
                ..Step::default()
            };
        }
        let end = if open {
            shown(&self.tail, self.fenced)
        } else {
            self.tail.len()
        };
        let text = self.tail.get(..end).unwrap_or_default();
        let mut parsed = parse(text, &self.definitions, &self.rules, open);
        self.fenced = open && ends_in_fence(text, &parsed);
        self.fence = None;
        let (settled, next) = if open {
            settled(text, &parsed.blocks)
        } else {
            (parsed.blocks.len(), text.len())
        };
        // What settles must not follow a definition that may still change.
        if settled > 0 && parsed.definitions.iter().any(|(at, _)| *at >= next) {
            let part = text.get(..next).unwrap_or_default();
            let alone = parse(part, &self.definitions, &self.rules, false).blocks;
            if alone.len() == settled {
                parsed.blocks.splice(..settled, alone);
            }
        }
        let renewed = self.define(parsed.definitions, next);
        let mut blocks = Vec::with_capacity(parsed.blocks.len());
        let mut above = 0;
        let last = parsed.blocks.last().map_or(0, |block| block.start);
        for (index, block) in parsed.blocks.into_iter().enumerate() {
            if index < settled {
                self.remember(index, above, &block);
            }
            above = block.end;
            blocks.push(block.node);
        }
        self.count += settled;
        self.tail.drain(..next);
        if self.fenced
            && let Some(block) = self.tail.get(last.saturating_sub(next)..)
        {
            self.fence = Fence::of(block, end - next);
        }
        Step {
            blocks,
            settled,
            more_code: None,
            renewed,
        }
    }

    /// With what stands between it and the block above it: a definition there can decide what the
    /// block is.
    fn remember(&mut self, index: usize, above: usize, block: &Block) {
        let missing: Vec<_> = block
            .missing
            .iter()
            .filter(|label| !self.definitions.has(label))
            .cloned()
            .collect();
        if missing.is_empty() {
            return;
        }
        let source = self.tail.get(above..block.end).unwrap_or_default();
        self.waiting.push(Waiting {
            index: self.count + index,
            source: source.to_owned(),
            missing,
        });
    }

    /// Takes definitions over from what settles, up to a place in the text.
    fn define(&mut self, found: Vec<(usize, Definition)>, until: usize) -> Vec<Renewed> {
        let mut found: Vec<_> = found.into_iter().filter(|(at, _)| *at < until).collect();
        found.sort_by_key(|(at, _)| *at);
        let mut defined = false;
        for (_, definition) in found {
            defined |= self.definitions.add(definition);
        }
        if !defined {
            return Vec::new();
        }
        let mut renewed = Vec::new();
        let definitions = &self.definitions;
        let rules = &self.rules;
        self.waiting.retain_mut(|held| {
            let before = held.missing.len();
            held.missing.retain(|label| !definitions.has(label));
            if held.missing.len() < before {
                let parsed = parse(&held.source, definitions, rules, false);
                if let Some(block) = parsed.blocks.into_iter().next() {
                    renewed.push(Renewed {
                        index: held.index,
                        block: block.node,
                    });
                }
            }
            !held.missing.is_empty()
        });
        renewed
    }
}

fn ends_in_fence(text: &str, parsed: &Parsed) -> bool {
    parsed.blocks.last().is_some_and(|block| {
        matches!(block.node, Node::Leaf(Leaf::Code { .. }))
            && block.end == text.len()
            && !is_closed_fence(text.get(block.start..).unwrap_or_default())
    })
}

/// Whether a block of code has its last line.
fn is_closed_fence(source: &str) -> bool {
    let fence: &[char] = &['`', '~'];
    let mark = source.len() - source.trim_start_matches(fence).len();
    let Some((_, rest)) = source.split_once('\n') else {
        return false;
    };
    let last = rest
        .trim_end()
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .trim();
    mark >= 3 && last.len() >= mark && last.chars().all(|held| fence.contains(&held))
}
