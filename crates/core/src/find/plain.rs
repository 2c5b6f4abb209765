//! The words of an answer as they are on screen.

use std::borrow::Cow;

/// What is written in place of a character in answers.
const ENTITIES: [(&str, &str); 6] = [
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&nbsp;", "\u{a0}"),
];

/// A markdown text without what is not on screen: where links lead, `~~`, and the backslash before a
/// sign. What stands for another character is that character. Code stays as it is.
///
/// No parser: a text that is searched may be any of thousands.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['\\', '~', '&', ']']) {
        return Cow::Borrowed(text);
    }
    let mut said = String::with_capacity(text.len());
    // Where in `said` the brackets are that a link may begin with.
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '~', '\\', '&', '[', ']']) {
        let (before, from) = rest.split_at(at);
        said.push_str(before);
        let (read, put) = match from.as_bytes()[0] {
            b'\\' if from[1..].starts_with(|next: char| next.is_ascii_punctuation()) => {
                (2, &from[1..2])
            }
            b'~' if run(from) < 3 => match run(from) {
                1 => (1, "~"),
                _ => (2, ""),
            },
            b'`' | b'~' => {
                let end = code(from);
                (end, &from[..end])
            }
            b'&' => {
                let entity = ENTITIES.iter().find(|(name, _)| from.starts_with(name));
                entity.map_or((1, "&"), |(name, sign)| (name.len(), *sign))
            }
            b'[' => {
                open.push(said.len());
                (1, "[")
            }
            b']' => match (open.pop(), target(&from[1..])) {
                (Some(bracket), Some(length)) => {
                    let image = said[..bracket].ends_with('!');
                    said.replace_range(bracket - usize::from(image)..=bracket, "");
                    (1 + length, "")
                }
                _ => (1, "]"),
            },
            _ => (1, &from[..1]),
        };
        said.push_str(put);
        rest = &from[read..];
    }
    said.push_str(rest);
    Cow::Owned(said)
}

/// How often a text has its first sign there.
fn run(text: &str) -> usize {
    let sign = text.as_bytes().first();
    text.bytes().take_while(|byte| Some(byte) == sign).count()
}

/// The length of code, from the marks before it to those behind it. Of the marks alone, if they begin
/// none.
fn code(text: &str) -> usize {
    let length = run(text);
    let (marks, mut rest) = text.split_at(length);
    let is_block = length > 2;
    while let Some(at) = rest.find(marks) {
        if !is_block && rest[..at].contains("\n\n") {
            return length;
        }
        rest = &rest[at..];
        let closes = run(rest);
        rest = &rest[closes..];
        if closes == length {
            return text.len() - rest.len();
        }
    }
    if is_block { text.len() } else { length }
}

/// The length of the target of a link with its brackets; `None` if the text does not begin with one.
fn target(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut quoted = text.starts_with("(<");
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' if at == 0 || !quoted => depth += 1,
            b')' if depth == 1 => return Some(at + 1),
            b')' => depth -= 1,
            b'\n' => return None,
            // Behind a space there is a title, or this is no target.
            b' ' if !quoted => quoted = text[at + 1..].starts_with([' ', '"', '\'', '(', ')']),
            _ => {}
        }
        if depth == 0 || (byte == b' ' && !quoted) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_is_not_on_screen_is_left_out() {
        for (text, said) in [
            ("[the docs](https://a.example/b_(c)) say", "the docs say"),
            ("[a](<b c>) [d](e \"f (g\") [h]()", "a d h"),
            ("[![build](b.svg)](https://a.example)", "build"),
            ("![a dot](data:image/png;base64,iVBORw0)", "a dot"),
            ("my\\_name \\[x\\] C:\\dir", "my_name [x] C:\\dir"),
            ("a &lt; b &amp;&amp; c & d", "a < b && c & d"),
            ("~~old~~ new, ~5", "old new, ~5"),
        ] {
            assert_eq!(plain(text), said);
        }
    }

    #[test]
    fn what_is_on_screen_stays() {
        for text in [
            "list[0] (x), [see](what is below)",
            "- [ ] a\n- [x](b\nc)",
            "`a[0](x)` and ``b ` [c](d)``",
            "```rust\nf[0](x) ~~ \\n &lt;\n```\n",
            "~~~\n[a](b)\n~~~",
            "```\nopen [a](b)",
        ] {
            assert_eq!(plain(text), text);
        }
        assert_eq!(plain("a ` b\n\n[c](d) `"), "a ` b\n\nc `");
    }
}
