//! The change that a call makes to a file, line by line.
//!
//! Does not find the smallest change: the common lines at the start and the end are context, and
//! everything between is replaced.

use leptos::prelude::*;

/// The removed and added lines, with context.
#[component]
pub(super) fn Diff(
    /// The old and the new text.
    change: (String, String),
    /// What it changes.
    name: String,
) -> impl IntoView {
    let (old, new) = change;
    let line = |(kind, line): (Line, &str)| {
        let sign = match kind {
            Line::Stays => "  ",
            Line::Goes => "- ",
            Line::Comes => "+ ",
        };
        let said = view! {
            <span class="mt-approval__sign">{sign}</span>
            {line.to_owned()}
        };
        match kind {
            Line::Stays => view! { <span class="mt-diff__line">{said}</span> }.into_any(),
            Line::Goes => view! { <del class="mt-diff__line">{said}</del> }.into_any(),
            Line::Comes => view! { <ins class="mt-diff__line">{said}</ins> }.into_any(),
        }
    };
    view! {
        <pre class="mt-diff" dir="ltr" tabindex="0" role="group" aria-label=name>
            {difference(&old, &new).into_iter().map(line).collect_view()}
        </pre>
    }
}

/// Whether a line is context, removed or added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Stays,
    Goes,
    Comes,
}

/// The lines of both texts, in order.
fn difference<'a>(old: &'a str, new: &'a str) -> Vec<(Line, &'a str)> {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let before = alike(old.iter().zip(&new));
    let least = old.len().min(new.len()) - before;
    let after = alike(old.iter().rev().zip(new.iter().rev()).take(least));
    let parts = [
        (Line::Stays, &old[..before]),
        (Line::Goes, &old[before..old.len() - after]),
        (Line::Comes, &new[before..new.len() - after]),
        (Line::Stays, &old[old.len() - after..]),
    ];
    let lines = |(kind, lines): (Line, &[&'a str])| {
        let lines = lines.iter().map(move |line| (kind, *line));
        lines.collect::<Vec<_>>()
    };
    parts.into_iter().flat_map(lines).collect()
}

/// The number of equal pairs at the start.
fn alike<'a>(pairs: impl Iterator<Item = (&'a &'a str, &'a &'a str)>) -> usize {
    pairs.take_while(|(old, new)| old == new).count()
}

#[cfg(test)]
mod tests {
    use super::{Line, difference};

    #[test]
    fn common_lines_at_the_start_and_the_end_are_context() {
        use Line::{Comes, Goes, Stays};
        for (old, new, expected) in [
            ("", "", vec![]),
            ("a\nb", "a\nb\n", vec![(Stays, "a"), (Stays, "b")]),
            ("", "a", vec![(Comes, "a")]),
            ("a", "", vec![(Goes, "a")]),
            (
                "a\nb\nd",
                "a\nc\nd",
                vec![(Stays, "a"), (Goes, "b"), (Comes, "c"), (Stays, "d")],
            ),
            // A line counts as context only once.
            ("a", "a\na", vec![(Stays, "a"), (Comes, "a")]),
            ("a\na", "a", vec![(Stays, "a"), (Goes, "a")]),
        ] {
            assert_eq!(difference(old, new), expected, "{old:?} {new:?}");
        }
    }
}
