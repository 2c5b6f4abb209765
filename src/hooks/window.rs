//! The arithmetic of a long list of which only a part is drawn: how tall each row is, as far as
//! known, and which rows are near the view.
//!
//! Pure. All lengths are in CSS pixels, from the top of the list. Queries take logarithmic time in
//! the length of the list.

use std::ops::Range;

#[cfg(test)]
mod tests;

/// The assumed height of a row before any row was measured.
const FIRST_GUESS: f64 = 160.0;

/// The heights of a list's rows: measured, or guessed as the mean of the measured ones.
#[derive(Clone, Debug)]
pub struct Heights {
    /// The measured height of each row.
    known: Vec<Option<f64>>,
    /// A Fenwick tree over `known`: each node has the sum and the number of measured heights in its
    /// span.
    tree: Vec<Sum>,
    guess: f64,
    /// How many rows had been measured when the guess was made.
    guessed_of: usize,
}

/// The measured heights of some rows: their sum and number.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    height: f64,
    known: usize,
}

impl Default for Heights {
    /// The heights of an empty list.
    fn default() -> Self {
        Self {
            known: Vec::new(),
            tree: Vec::new(),
            guess: FIRST_GUESS,
            guessed_of: 0,
        }
    }
}

impl Heights {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Replaces some rows with `added` rows that are not measured yet.
    pub fn splice(&mut self, rows: Range<usize>, added: usize) {
        let at_end = rows.start == self.len() && rows.is_empty();
        self.known.splice(rows, std::iter::repeat_n(None, added));
        if at_end {
            for _ in 0..added {
                self.grow();
            }
        } else {
            self.rebuild();
        }
    }

    /// Records the measured height of a row. Ignores invalid heights, such as those in a hidden
    /// list.
    pub fn set(&mut self, row: usize, height: f64) {
        if !(height.is_finite() && height > 0.0) {
            return;
        }
        let Some(held) = self.known.get_mut(row) else {
            return;
        };
        let before = held.replace(height);
        let more = usize::from(before.is_none());
        let by = height - before.unwrap_or_default();
        let mut place = row + 1;
        while let Some(node) = self.tree.get_mut(place - 1) {
            node.height += by;
            node.known += more;
            place += lowest(place);
        }
        // Renew the guess rarely: each new guess moves all rows that are not drawn.
        let all = self.sum(self.len());
        if all.known >= 2 * self.guessed_of.max(1) || self.guessed_of == 0 {
            self.guessed_of = all.known;
            #[expect(clippy::cast_precision_loss, reason = "a count of rows")]
            let mean = all.height / all.known as f64;
            self.guess = mean;
        }
    }

    /// The height of a row, measured or guessed.
    pub fn of(&self, row: usize) -> f64 {
        self.known.get(row).copied().flatten().unwrap_or(self.guess)
    }

    /// The distance from the top of the list to a row; past the end, the height of the list.
    pub fn before(&self, row: usize) -> f64 {
        let row = row.min(self.len());
        let sum = self.sum(row);
        self.height(sum, row)
    }

    /// The height of the list.
    pub fn total(&self) -> f64 {
        self.before(self.len())
    }

    /// The row at this place: the last row that begins at or above it. `None` in an empty list.
    pub fn at(&self, place: f64) -> Option<usize> {
        let last = self.len().checked_sub(1)?;
        let (mut row, mut sum) = (0, Sum::default());
        let mut step = self.len().next_power_of_two();
        while step > 0 {
            if let Some(node) = self.tree.get(row + step - 1) {
                let next = Sum {
                    height: sum.height + node.height,
                    known: sum.known + node.known,
                };
                if self.height(next, row + step) <= place {
                    row += step;
                    sum = next;
                }
            }
            step /= 2;
        }
        Some(row.min(last))
    }

    /// The rows with any part between these places.
    pub fn cover(&self, view: Range<f64>) -> Range<usize> {
        match (self.at(view.start), self.at(view.end)) {
            (Some(first), Some(last)) => first..last + 1,
            _ => 0..0,
        }
    }

    /// The height of this many rows, of which `sum` is measured.
    #[expect(clippy::cast_precision_loss, reason = "a count of rows")]
    fn height(&self, sum: Sum, rows: usize) -> f64 {
        sum.height + (rows - sum.known) as f64 * self.guess
    }

    fn sum(&self, rows: usize) -> Sum {
        let mut sum = Sum::default();
        let mut place = rows;
        while place > 0 {
            let node = self.tree[place - 1];
            sum.height += node.height;
            sum.known += node.known;
            place -= lowest(place);
        }
        sum
    }

    /// Adds the next row in `known` to the tree.
    fn grow(&mut self) {
        let place = self.tree.len() + 1;
        let own = self.known.get(place - 1).copied().flatten();
        let mut node = Sum {
            height: own.unwrap_or_default(),
            known: usize::from(own.is_some()),
        };
        let mut child = place - 1;
        while child > place - lowest(place) {
            let below = self.tree[child - 1];
            node.height += below.height;
            node.known += below.known;
            child -= lowest(child);
        }
        self.tree.push(node);
    }

    fn rebuild(&mut self) {
        self.tree.clear();
        for _ in 0..self.known.len() {
            self.grow();
        }
    }
}

/// The lowest set bit: how many rows a node of the tree spans.
fn lowest(place: usize) -> usize {
    place & place.wrapping_neg()
}

/// The range of `held` to replace, and the range of `wanted` to replace it with. If items were only
/// added, and all in one place (such as the end), all of `held` stays.
pub fn difference<T: PartialEq>(held: &[T], wanted: &[T]) -> (Range<usize>, Range<usize>) {
    let same = |(one, other): &(&T, &T)| one == other;
    let start = held.iter().zip(wanted).take_while(same).count();
    let rest = held[start..].iter().rev().zip(wanted[start..].iter().rev());
    let end = rest.take_while(same).count();
    (start..held.len() - end, start..wanted.len() - end)
}

/// The rows to draw for a part of the list. Rows in `wanted` must be drawn, and rows outside `kept`
/// must be removed. Rows in between stay as they are, so that a small scroll to and fro draws
/// nothing anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The rows to draw.
    pub wanted: Range<usize>,
    /// Rows outside of this range are removed.
    pub kept: Range<usize>,
}

impl Plan {
    /// The plan for this view. A list of up to `whole` rows is drawn whole.
    pub fn of(heights: &Heights, view: Range<f64>, whole: usize) -> Self {
        if heights.len() <= whole {
            return Self {
                wanted: 0..heights.len(),
                kept: 0..heights.len(),
            };
        }
        let more = (view.end - view.start).max(400.0);
        let around = |by: f64| heights.cover(view.start - by..view.end + by);
        Self {
            wanted: around(more),
            kept: around(2.5 * more),
        }
    }
}

/// Where the reader's row was, as a distance from the top of the view to the row's beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stood {
    /// The distance when the row was last seen.
    pub place: f64,
    /// How far the reader has scrolled down since.
    pub scrolled: f64,
}

impl Stood {
    /// Where a row of this height must begin. The row reached into the view and must still do so.
    /// If the row is shorter than guessed, or got shorter, at most its whole height can be above
    /// the view. Otherwise the view would move past text that nobody has read.
    pub fn kept(self, height: f64) -> f64 {
        self.place.max(-height) - self.scrolled
    }
}
