//! A text that breaks off in a block of code or in a comment, which would go on to the end of the file.

use midturn_markdown::{Node, Rules, Stream, Tag};

/// The line that closes what a text leaves open; `None` if what follows it is no part of it anyway, as
/// after a list or a quote with open code.
pub(super) fn closing(text: &str) -> Option<&str> {
    let fence = |mark| longest_run(text, mark).filter(|run| run.len() >= 3);
    let comment = text.contains("<!--").then_some("-->");
    let mut marks = [fence('`'), fence('~'), comment]
        .into_iter()
        .flatten()
        .peekable();
    // Fast path: most texts have no such mark.
    marks.peek()?;
    if ends(text) {
        return None;
    }
    marks.find(|mark| ends(&format!("{text}\n{mark}")))
}

/// The longest run of a mark: a fence is closed by as many marks as it has, or by more.
fn longest_run(text: &str, mark: char) -> Option<&str> {
    text.split(|char| char != mark).max_by_key(|run| run.len())
}

/// Whether a heading after this text is one. The parser says it: lines alone do not tell code in a list
/// from code after it.
fn ends(text: &str) -> bool {
    let mut stream = Stream::new(Rules::default());
    stream.write(text);
    stream.write("\n\n# x\n");
    let last = stream.advance(false).blocks.pop();
    matches!(last, Some(Node::Element(Tag::Heading(_), _)))
}

#[cfg(test)]
mod tests {
    use super::closing;

    #[test]
    fn what_goes_on_to_the_end_of_the_file_is_closed() {
        for (text, mark) in [
            ("```rust\nfn main() {", Some("```")),
            ("```", Some("```")),
            ("```` md\n```rust\nlet a;\n```", Some("````")),
            ("~~~\n`````", Some("~~~")),
            ("  ```\na\n``", Some("```")),
            ("1. a\n\n```\nb", Some("```")),
            ("a\n\n<!-- b", Some("-->")),
            // What is closed, or ends with what it is in.
            ("```\na\n```", None),
            ("a ``` b", None),
            ("1. ```\n   a\n   ```", None),
            ("1. ```\n   a", None),
            ("- ```\n  a", None),
            ("> ```\n> a", None),
            ("    ```\n    a", None),
        ] {
            assert_eq!(closing(text), mark, "{text:?}");
        }
    }
}
