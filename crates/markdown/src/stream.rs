//! A growing text, and which of its blocks have settled.
//!
//! A definition at the end of a text (a link's target, a footnote) may be used at the beginning.
//! Blocks with undefined labels are kept with their source and parsed again once the label is
//! defined.

use crate::address::Rules;
use crate::boundary::settled;
use crate::definitions::{Definition, Definitions, is_expected};
use crate::ending::{Ending, ending};
use crate::fence::{Fence, Fences, fence_line};
use crate::hold::shown;
use crate::parse::{Block, Parsed, parse, parse_again};
use crate::tree::{Leaf, Node};

/// A growing text.
#[derive(Debug)]
pub struct Stream {
    rules: Rules,
    /// The text that has not settled.
    tail: String,
    /// The number of settled blocks.
    count: usize,
    definitions: Definitions,
    waiting: Vec<Waiting>,
    /// Whether the tail ended inside a fence when it was last parsed.
    fenced: bool,
    /// Whether a part of the tail was held back.
    waits: bool,
    /// How much of the tail was shown at rest.
    rested: usize,
    fences: Fences,
    /// How the tail was drawn last.
    drawn: Option<Ending>,
    /// The fence that the tail ends in, if the fence is not indented.
    fence: Option<Fence>,
}

/// A settled block with an undefined label.
#[derive(Debug)]
struct Waiting {
    index: usize,
    source: String,
    missing: Vec<String>,
}

/// The result of [`Stream::advance`].
#[derive(Debug, Default)]
pub struct Step {
    /// All blocks that had not settled before; they replace the unsettled blocks shown so far.
    pub blocks: Vec<Node>,
    /// How many of these blocks have now settled.
    pub settled: usize,
    /// If set, the only change: this text is appended to the last block, which is code, or nothing
    /// is.
    pub more_code: Option<String>,
    /// Settled blocks that changed because a label in them is now defined.
    pub renewed: Vec<Renewed>,
}

/// A settled block that has changed.
#[derive(Debug, PartialEq, Eq)]
pub struct Renewed {
    /// Its index among all blocks.
    pub index: usize,
    /// The new block.
    pub block: Node,
}

/// What the text may do next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// It grows: an ambiguous end is held back.
    Waits,
    /// It grows, but has not for a moment.
    Rests,
    /// It breaks off here.
    Cut,
    /// It is complete.
    Ends,
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
            waits: false,
            rested: 0,
            fences: Fences::default(),
            drawn: None,
            fence: None,
        }
    }

    /// Appends text; [`advance`](Self::advance) parses it.
    pub fn write(&mut self, more: &str) {
        self.tail.push_str(more);
    }

    /// Parses the unsettled text. If `open`, more text may follow; else everything settles.
    pub fn advance(&mut self, open: bool) -> Step {
        self.parse(if open { Until::Waits } else { Until::Ends })
    }

    /// Shows what [`advance`](Self::advance) holds back because it may become something else. For a
    /// text that has not grown for a moment.
    pub fn rest(&mut self) -> Step {
        self.parse(Until::Rests)
    }

    /// Ends a text that breaks off: what is open stays closed as it was shown at rest, and everything
    /// settles.
    pub fn cut(&mut self) -> Step {
        self.parse(Until::Cut)
    }

    /// Whether a part of the text is held back.
    pub fn waits(&self) -> bool {
        self.waits
    }

    fn parse(&mut self, until: Until) -> Step {
        let open = matches!(until, Until::Waits | Until::Rests);
        if open && let Some(more) = self.fence.as_mut().and_then(|fence| fence.more(&self.tail)) {
            return Step {
                more_code: Some(more.to_owned()),
                ..Step::default()
            };
        }
        let ending = match until {
            Until::Waits => Some(self.ending(true))
                // What was shown at rest stays.
                .filter(|held| held.shown >= self.rested)
                .or_else(|| Some(self.ending(false))),
            Until::Rests => Some(self.ending(false)),
            // Nothing is left out of a text that breaks off.
            Until::Cut => self.ending(false).cut(&self.tail),
            Until::Ends => None,
        };
        // Whether what is open at the end is shown as closed.
        let completes = ending.is_some();
        let ending = ending.unwrap_or_else(|| Ending::all(&self.tail));
        let end = ending.shown;
        self.waits = open && end < self.tail.len();
        if until != Until::Waits {
            self.rested = end;
        }
        // What was written since is all held back.
        if open && self.drawn.as_ref() == Some(&ending) {
            return Step {
                more_code: Some(String::new()),
                ..Step::default()
            };
        }
        let text = self.tail.get(..end).unwrap_or_default();
        // The parser leaves out a last line of spaces alone.
        let drawn = text.trim_end_matches(' ');
        let drawn = if drawn.ends_with('\n') {
            drawn.len()
        } else {
            end
        };
        let closers = completes.then_some(&*ending.closers);
        let mut parsed = parse(text, &self.definitions, &self.rules, completes, closers);
        self.fenced = open && is_open_code(text, &parsed);
        self.fence = None;
        let (settled, next) = if open {
            settled(text, &parsed.blocks, &parsed.kept)
        } else {
            (parsed.blocks.len(), self.tail.len())
        };
        // Settling blocks must not use a definition that may still change.
        if settled > 0 && parsed.definitions.iter().any(|(at, _)| *at >= next) {
            let part = text.get(..next).unwrap_or_default();
            let alone = parse(part, &self.definitions, &self.rules, open, None).blocks;
            if alone.len() == settled {
                parsed.blocks.splice(..settled, alone);
            }
        }
        let renewed = self.define(parsed.definitions, next, open);
        let mut blocks = Vec::with_capacity(parsed.blocks.len());
        let last = parsed.blocks.last().map_or(0, |block| block.start);
        for (index, block) in parsed.blocks.into_iter().enumerate() {
            if index < settled {
                self.remember(index, &block);
            }
            blocks.push(block.node);
        }
        self.count += settled;
        self.tail.drain(..next);
        self.rested = self.rested.saturating_sub(next);
        // What follows a settled block begins outside of its fences.
        if next > 0 {
            self.fences = Fences::default();
        }
        self.drawn = Some(Ending {
            shown: end.saturating_sub(next),
            ..ending
        });
        if self.fenced
            && let Some(block) = self.tail.get(last.saturating_sub(next)..)
        {
            self.fence = Fence::of(block, drawn.saturating_sub(next));
        }
        Step {
            blocks,
            settled,
            more_code: None,
            renewed,
        }
    }

    /// How much of the unsettled text is shown, and how it is closed.
    fn ending(&mut self, waits: bool) -> Ending {
        let line = self.tail.rfind('\n').map_or(0, |end| end + 1);
        let (above, last) = self.tail.split_at_checked(line).unwrap_or_default();
        let within = self.fences.within(above);
        let end = shown(&self.tail, self.fenced && within, waits);
        let text = self.tail.get(..end).unwrap_or_default();
        if within || fence_line(last).is_some() {
            return Ending::all(text);
        }
        let ending = ending(text, waits);
        if ending.shown == end {
            return ending;
        }
        // What is left of its line may be a mark alone.
        let left = text.get(..ending.shown).unwrap_or_default();
        let again = shown(left, false, waits);
        if again < left.len() {
            return Ending::all(left.get(..again).unwrap_or_default());
        }
        ending
    }

    /// Keeps a block's source, if a label in it is not defined.
    fn remember(&mut self, index: usize, block: &Block) {
        let missing: Vec<_> = block
            .missing
            .iter()
            .filter(|label| !self.definitions.has(label))
            .cloned()
            .collect();
        if missing.is_empty() {
            return;
        }
        self.waiting.push(Waiting {
            index: self.count + index,
            source: block.source.clone(),
            missing,
        });
    }

    /// Adds the definitions before `until`, which settle. Returns the blocks that they change, or
    /// that the end of the text changes: then no footnote is expected any more.
    fn define(
        &mut self,
        found: Vec<(usize, Definition)>,
        until: usize,
        open: bool,
    ) -> Vec<Renewed> {
        let mut found: Vec<_> = found.into_iter().filter(|(at, _)| *at < until).collect();
        found.sort_by_key(|(at, _)| *at);
        let mut defined = false;
        for (_, definition) in found {
            defined |= self.definitions.add(definition);
        }
        if open && !defined {
            return Vec::new();
        }
        let mut renewed = Vec::new();
        let definitions = &self.definitions;
        let rules = &self.rules;
        self.waiting.retain_mut(|held| {
            let mut changes = false;
            held.missing.retain(|label| {
                let has = definitions.has(label);
                // A reference to an expected footnote is there already.
                changes |= if is_expected(label) {
                    !open && !has
                } else {
                    has
                };
                !has
            });
            if changes && let Some(block) = parse_again(&held.source, definitions, rules, open) {
                renewed.push(Renewed {
                    index: held.index,
                    block,
                });
            }
            !held.missing.is_empty()
        });
        renewed
    }
}

fn is_open_code(text: &str, parsed: &Parsed) -> bool {
    parsed.blocks.last().is_some_and(|block| {
        matches!(block.node, Node::Leaf(Leaf::Code { .. }))
            && block.end == text.len()
            && !is_closed_fence(text.get(block.start..).unwrap_or_default())
    })
}

/// Whether a block of code has its closing fence.
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
