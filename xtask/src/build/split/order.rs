//! Which parts are there whenever another one is.
//!
//! The first [`PARTS`] build on each other. The [`SIDES`] behind them build on the first alone, and
//! come in any order.

use super::{ALL, PARTS};

/// Whether `other` is there whenever `part` is.
pub(super) fn needs(part: usize, other: usize) -> bool {
    other == part || other == 0 || (other < part && part < PARTS)
}

/// The last part that is there whenever `one` is, and whenever `other` is.
pub(super) fn common(one: usize, other: usize) -> usize {
    if needs(one, other) {
        other
    } else if needs(other, one) {
        one
    } else {
        0
    }
}

/// Whether it needs the first part alone.
pub(super) fn is_side(part: usize) -> bool {
    part >= PARTS
}

/// The parts that need not be there when `part` is.
pub(super) fn awaited(part: usize) -> impl Iterator<Item = usize> {
    (0..ALL).filter(move |other| !needs(part, *other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_build_on_each_other_and_sides_on_the_first() {
        assert!(needs(2, 1) && needs(2, 0) && !needs(1, 2));
        assert!(needs(PARTS, 0) && !needs(PARTS, 1) && !needs(1, PARTS));
        assert!(!needs(PARTS + 1, PARTS));
        assert!(awaited(0).eq(1..ALL));
        assert!(awaited(PARTS).all(|part| part != 0 && part != PARTS));
    }

    #[test]
    fn what_a_side_shares_is_in_the_first_part() {
        assert_eq!(common(2, 1), 1);
        assert_eq!(common(PARTS, PARTS), PARTS);
        assert_eq!([common(PARTS, 2), common(1, PARTS)], [0, 0]);
        assert_eq!(common(PARTS, PARTS + 1), 0);
    }
}
