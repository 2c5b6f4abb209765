//! The CLDR plural rules for whole numbers, in the three languages.
//!
//! The rules are those of CLDR's `plurals.xml` for cardinals without decimals. French's `many`,
//! which begins at a million, is left out, because no count here is that large.

/// A CLDR plural category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Category {
    Zero,
    One,
    Two,
    Few,
    Many,
    Other,
}

/// English: singular for 1, plural for all else.
pub(super) fn english(n: usize) -> Category {
    if n == 1 {
        Category::One
    } else {
        Category::Other
    }
}

/// French: singular for 0 and 1.
pub(super) fn french(n: usize) -> Category {
    if n < 2 {
        Category::One
    } else {
        Category::Other
    }
}

/// Arabic: six categories. Above 2, the last two digits decide.
pub(super) fn arabic(n: usize) -> Category {
    match (n, n % 100) {
        (0, _) => Category::Zero,
        (1, _) => Category::One,
        (2, _) => Category::Two,
        (_, 3..=10) => Category::Few,
        (_, 11..=99) => Category::Many,
        _ => Category::Other,
    }
}
