//! Nothing that is shown is taken back: twenty answers in six scripts and more, written in pieces of
//! one to seven characters. A frame takes something back if a character that was shown is gone,
//! replaced, or formatted otherwise; what only grows at its end does not.
//!
//! Whether an item of a list has paragraphs is not counted: only its next item says it.

use crate::{Leaf, Node, Rules, Stream, Tag};

const ANSWERS: [(&str, &str); 7] = [
    ("en", include_str!("answers/en.md")),
    ("zh", include_str!("answers/zh.md")),
    ("ja", include_str!("answers/ja.md")),
    ("ko", include_str!("answers/ko.md")),
    ("ar", include_str!("answers/ar.md")),
    ("ru", include_str!("answers/ru.md")),
    ("hi", include_str!("answers/hi.md")),
];

/// Twenty answers: the parts of each text in several orders.
fn answers() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for turn in 0..3 {
        for (name, text) in ANSWERS {
            let mut parts: Vec<&str> = text.split("%%\n").map(str::trim_end).collect();
            parts.rotate_left(turn * 2);
            if turn == 1 {
                parts.reverse();
            }
            all.push((format!("{name} {turn}"), parts.join("\n\n") + "\n"));
        }
    }
    all.truncate(20);
    all
}

/// Small numbers from a seed (a linear congruential generator).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % limit).unwrap_or_default()
    }
}

/// Each character that is shown, with what it is in.
fn shown(nodes: &[Node], within: &str, to: &mut Vec<(char, String)>) {
    for node in nodes {
        match node {
            Node::Text(text) => to.extend(text.chars().map(|letter| (letter, within.to_owned()))),
            Node::Element(Tag::Paragraph, parts) if within.contains("Item") => {
                shown(parts, within, to);
            }
            Node::Element(tag, parts) => shown(parts, &format!("{within}/{tag:?}"), to),
            Node::Leaf(Leaf::Code { language, code, .. }) => {
                to.extend(
                    code.chars()
                        .map(|letter| (letter, format!("{within}/pre {language}"))),
                );
            }
            Node::Leaf(Leaf::Math {
                display, source, ..
            }) => {
                to.extend(
                    source
                        .chars()
                        .map(|letter| (letter, format!("{within}/math {display}"))),
                );
            }
            Node::Leaf(leaf) => to.push(('\u{fffc}', format!("{within}/{leaf:?}"))),
        }
    }
}

/// How many frames take something back, and of how many.
fn count(text: &str, seed: u64, report: &mut Vec<String>) -> (usize, usize) {
    let mut chance = Chance(seed);
    let mut stream = Stream::new(Rules::default());
    let mut settled: Vec<(char, String)> = Vec::new();
    let mut open: Vec<Node> = Vec::new();
    let mut before: Vec<(char, String)> = Vec::new();
    let (mut frames, mut back) = (0, 0);
    let letters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at <= letters.len() {
        let end = (at + 1 + chance.below(7)).min(letters.len());
        let last = at == letters.len();
        let piece: String = letters[at..end].iter().collect();
        stream.write(&piece);
        let step = stream.advance(!last);
        frames += 1;
        let mut renewed = false;
        if let Some(more) = step.more_code {
            if let Some(Node::Leaf(Leaf::Code { code, .. })) = open.last_mut() {
                code.push_str(&more);
            }
        } else {
            renewed = !step.renewed.is_empty();
            open = step.blocks;
            let rest = open.split_off(step.settled);
            shown(&open, "", &mut settled);
            open = rest;
        }
        let mut now = settled.clone();
        shown(&open, "", &mut now);
        let same = now.iter().zip(&before).take_while(|(a, b)| a == b).count();
        if same < before.len() || renewed {
            back += 1;
            let told = |all: &[(char, String)]| {
                let from = same.saturating_sub(12).min(all.len());
                let words: String = all[from..].iter().map(|(letter, _)| letter).collect();
                format!("{words:?} in {:?}", all.get(same).map(|(_, within)| within))
            };
            report.push(format!("{} -> {}", told(&before), told(&now)));
        }
        before = now;
        at = if last { at + 1 } else { end };
    }
    (back, frames)
}

#[test]
fn no_frame_takes_back_what_is_shown() {
    let (mut back, mut frames) = (0, 0);
    let mut report = Vec::new();
    for (name, text) in answers() {
        assert!(text.len() > 2048, "{name} has {} bytes", text.len());
        for seed in 1..=5 {
            let (taken, all) = count(&text, seed, &mut report);
            back += taken;
            frames += all;
        }
    }
    println!("{back} of {frames} frames took something back");
    assert_eq!(back, 0, "{report:#?}");
}
