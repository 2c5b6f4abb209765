//! The frame of a block of code: whether the block can be folded, and its drawing.

use leptos::prelude::*;

use super::nodes::Drawings;

/// A block with more lines than this can be folded. It starts folded if it arrives complete.
const LONG: usize = 32;

/// The state of a block's frame.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Whether the block can be folded.
    pub(super) long: RwSignal<bool>,
    /// Whether it is folded.
    pub(super) folded: RwSignal<bool>,
    /// The result of the renderer, if the language has one.
    pub(super) drawing: Drawings,
}

impl Frame {
    /// The state for a new block with this code. A long block that arrives complete (`whole`)
    /// starts folded: nobody is reading it yet.
    pub(super) fn new(code: &str, whole: bool) -> Self {
        let long = is_long(code);
        Self {
            long: RwSignal::new(long),
            folded: RwSignal::new(long && whole),
            drawing: RwSignal::new_local(None),
        }
    }

    /// Makes the block foldable once its code is long.
    pub(super) fn measure(self, code: &str) {
        if self.long.try_get_untracked() == Some(false) && is_long(code) {
            self.long.set(true);
        }
    }
}

fn is_long(code: &str) -> bool {
    let mut lines = code.bytes().filter(|byte| *byte == b'\n');
    lines.nth(LONG).is_some()
}

#[cfg(test)]
mod tests {
    use super::{LONG, is_long};

    #[test]
    fn a_block_is_long_with_one_line_more_than_the_limit() {
        assert!(!is_long(&"\n".repeat(LONG)));
        assert!(is_long(&"\n".repeat(LONG + 1)));
    }
}
