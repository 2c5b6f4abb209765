//! What a call changes in a file, line by line.
//!
//! Not responsible for finding the least change: what the two texts begin and end with alike is
//! the context, and all between it goes and comes.

use crate::dom::{El, el};

/// The lines that go, and those that come.
pub(super) fn diff(old: &str, new: &str) -> El {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let before = alike(old.iter().zip(&new));
    let least = old.len().min(new.len()) - before;
    let after = alike(old.iter().rev().zip(new.iter().rev()).take(least));
    let mut block = el("pre")
        .class("mt-diff")
        .attr("dir", "ltr")
        .attr("tabindex", "0");
    let parts = [
        ("span", "  ", old.get(..before)),
        ("del", "- ", old.get(before..old.len() - after)),
        ("ins", "+ ", new.get(before..new.len() - after)),
        ("span", "  ", old.get(old.len() - after..)),
    ];
    for (name, sign, lines) in parts {
        for line in lines.unwrap_or_default() {
            let sign = el("span").class("mt-approval__sign").text(sign);
            let line = el(name).class("mt-diff__line").child(sign).text(line);
            block = block.child(line);
        }
    }
    block
}

/// How many pairs are alike before the first that is not.
fn alike<'a>(pairs: impl Iterator<Item = (&'a &'a str, &'a &'a str)>) -> usize {
    pairs.take_while(|(old, new)| old == new).count()
}
