//! Unfinished texts. Unclosed syntax is shown as text or as code, or is hidden, so that nothing is
//! drawn as one element and later as another.

use super::fake::{Written, at_once};
use crate::{Leaf, Node, Rules, Stream, Tag};

fn open(text: &str) -> Vec<Node> {
    let mut stream = Stream::new(Rules::default());
    stream.write(text);
    stream.advance(true).blocks
}

fn words(text: &str) -> Vec<Node> {
    vec![Node::Element(
        Tag::Paragraph,
        vec![Node::Text(text.to_owned())],
    )]
}

#[test]
fn an_open_fence_is_shown_as_a_block_of_code() {
    let code = |language: &str, code: &str| {
        vec![Node::Leaf(Leaf::Code {
            language: language.to_owned(),
            about: String::new(),
            code: code.to_owned(),
        })]
    };
    assert_eq!(open("```"), code("", ""));
    assert_eq!(open("```ru"), code("", ""));
    assert_eq!(open("```rust\nfn"), code("rust", "fn"));
    assert_eq!(open("```rust\nfn\n``"), code("rust", "fn\n"));
}

#[test]
fn unclosed_emphasis_and_links_are_text_and_unclosed_images_are_hidden() {
    assert_eq!(open("a **b"), words("a **b"));
    assert_eq!(open("a [b](https://c.ex"), words("a [b](https://c.ex"));
    assert_eq!(open("a https://c.ex"), words("a https://c.ex"));
    assert_eq!(open("a ![b](https://c.ex"), words("a "));
    assert_eq!(open("a ![b"), words("a "));
    assert_eq!(open("a ![b]"), words("a "));
}

#[test]
fn an_unclosed_image_is_text_in_the_finished_tree() {
    assert!(
        at_once("a ![b](https://c.ex")
            .words()
            .contains("![b](https://c.ex")
    );
}

#[test]
fn a_definition_is_used_once_it_is_complete() {
    let mut written = Written::new();
    written.write("see [a]\n\n[a]: https://exam");
    assert!(!written.page().contains("Link"), "{}", written.page());
    written.write("ple.com\n\nmore\n\n");
    assert!(written.page().contains("https://example.com"));
}

#[test]
fn a_growing_paragraph_changes_only_its_text_node() {
    let mut written = Written::new();
    written.write("first\n\nsecond one");
    let made = written.page.made;
    written.page.touched.clear();
    written.write(" and more");
    assert_eq!(written.page.made, made);
    assert_eq!(written.page.touched.len(), 1);
}

#[test]
fn more_code_is_appended_to_the_existing_node() {
    let mut written = Written::new();
    written.write("above\n\n```rust\nfn a");
    let made = written.page.made;
    written.page.touched.clear();
    written.write("() {}\nfn b");
    written.write("() {}\n");
    assert_eq!(written.page.made, made);
    assert_eq!(written.page.touched.len(), 2);
    assert!(written.page().contains("fn a() {}\\nfn b() {}"));
    written.write("```\n\nbelow");
    written.finish();
    assert_eq!(
        written.page(),
        at_once("above\n\n```rust\nfn a() {}\nfn b() {}\n```\n\nbelow").page()
    );
}
