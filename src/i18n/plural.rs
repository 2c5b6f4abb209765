//! The CLDR plural rules for whole numbers: in the three languages, and by the browser's `Intl` in any
//! other.
//!
//! The rules are those of CLDR's `plurals.xml` for cardinals without decimals. French's `many`,
//! which begins at a million, is left out, because no count here is that large.

/// A CLDR plural category. Tables of forms have this order.
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

/// The name of the category in the language of this tag, by the browser's `Intl`.
#[cfg(target_arch = "wasm32")]
pub(super) fn category(tag: &'static str, n: u64) -> String {
    use js_sys::{Array, Intl, Object};
    use std::cell::RefCell;

    thread_local! {
        /// The rules, one for each language: making them takes longer than all their uses.
        static RULES: RefCell<Vec<(&'static str, Intl::PluralRules)>> = const { RefCell::new(Vec::new()) };
    }
    RULES.with_borrow_mut(|rules| {
        if !rules.iter().any(|(held, _)| *held == tag) {
            let made = Intl::PluralRules::new(&Array::of1(&tag.into()), &Object::new());
            rules.push((tag, made));
        }
        let held = rules.iter().find(|(held, _)| *held == tag);
        #[expect(
            clippy::cast_precision_loss,
            reason = "counts are far from where it begins"
        )]
        held.map(|(_, rules)| rules.select(n as f64).into())
            .unwrap_or_default()
    })
}

/// The name of the category in one of the three languages; in any other, that of English.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn category(tag: &'static str, n: u64) -> String {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    let category = match tag {
        "fr" => french(n),
        "ar" => arabic(n),
        _ => english(n),
    };
    format!("{category:?}").to_lowercase()
}
