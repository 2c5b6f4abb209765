//! Markdown that is still being written.
//!
//! A [`Stream`] takes the growing text of an answer and reports its blocks. Ended blocks are
//! *settled*: never parsed or changed again, except by a later definition. Only the text after them
//! is parsed again. [`follow`](follow()) updates a page from one tree to the next with the fewest
//! changes, through the trait [`Page`], so both can be tested without a browser.
//!
//! The syntax is `CommonMark` 0.31 and GitHub's (tables, task lists, strikethrough, autolinks,
//! footnotes, alerts) with formulas, parsed by pulldown-cmark. HTML is shown as text. The finished
//! tree of a text does not depend on how the text was split.
//!
//! The parser's rules differ from ours for emphasis in Chinese, Japanese and Korean, and for money
//! and formulas. So it reads a *shadow* of the text, in which characters that no text may have
//! stand for what it should see; the tree has the original. At the end of a text that grows, the
//! shadow also closes what is open, and what may become something else is held back.
//!
//! The caller draws, asks for consent to images, and decides when to parse.

mod address;
mod autolink;
mod boundary;
mod build;
mod bytes;
mod cjk;
mod definitions;
mod ending;
mod fence;
mod flanking;
mod follow;
mod formulas;
mod hold;
mod parse;
mod pending;
mod runs;
mod scan;
mod shadow;
mod stream;
mod tags;
mod tree;
mod words;

#[cfg(test)]
mod tests;

pub use address::{Address, Rules, host};
pub use follow::{Page, Shown, follow, grow};
pub use stream::{Renewed, Step, Stream};
pub use tree::{Alert, Align, Leaf, Node, Tag};
