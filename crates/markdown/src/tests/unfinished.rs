//! Unfinished texts. Unclosed syntax is shown as text or as code, or is hidden, so that nothing is
//! drawn as one element and later as another.

use super::fake::{Written, at_once};
use super::look::seen;
use crate::{Leaf, Node, Rules, Stream, Tag};

fn open(text: &str) -> Vec<Node> {
    let mut stream = Stream::new(Rules::default());
    stream.write(text);
    stream.advance(true).blocks
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
fn the_first_line_of_code_keeps_its_indentation() {
    for spaces in ["  ", "      "] {
        let mut stream = Stream::new(Rules::default());
        stream.write(&["```rust\n", spaces].concat());
        stream.advance(true);
        stream.write("fn");
        let step = stream.advance(true);
        let whole = [spaces, "fn"].concat();
        assert_eq!(step.more_code.as_deref(), Some(whole.as_str()));
    }
}

/// What is shown of an unfinished text.
fn look(text: &str) -> String {
    seen(&open(text))
}

#[test]
fn unclosed_emphasis_and_code_are_shown_as_closed() {
    assert_eq!(look("a **b"), "a <b>b</b>");
    assert_eq!(look("a **b c "), "a <b>b c</b>");
    assert_eq!(look("a **b *c ~~d"), "a <b>b <i>c <s>d</s></i></b>");
    assert_eq!(look("a **b*"), "a <b>b</b>");
    assert_eq!(look("**结论：可以上线。**但"), "<b>结论：可以上线。</b>但");
    assert_eq!(look("a `b *c"), "a <c>b *c</c>");
    assert_eq!(look("a `` b ` "), "a <c>b</c>");
    assert_eq!(look("> - **a\n>   b"), "⟨quote ⟨ul⟨Item <b>a\nb</b>⟩⟩⟩");
    assert_eq!(
        look("| a |\n|---|\n| **b"),
        "⟨Table ⟨TableHead |a|⟩⟨TableBody |<b>b</b>|⟩⟩"
    );
    assert_eq!(look("2 * 3, a_b and \\*c"), "2 * 3, a_b and *c");
}

/// The tree of a text after one step of its stream, and whether a part of it is not shown.
fn after(text: &str, step: fn(&mut Stream) -> crate::Step) -> (String, bool) {
    let mut stream = Stream::new(Rules::default());
    stream.write(text);
    let tree = seen(&step(&mut stream).blocks);
    (tree, stream.waits())
}

#[test]
fn a_text_that_breaks_off_stays_as_it_was_shown() {
    assert_eq!(after("Noted: *Only", Stream::cut).0, "Noted: <i>Only</i>");
    assert_eq!(after("a **b `c", Stream::cut).0, "a <b>b <c>c</c></b>");
    // What closes it is no text, and half of that is.
    for (text, is) in [
        ("**Important*", "<b>Important</b>*"),
        ("a **b**", "a <b>b</b>"),
        ("a **b *c*", "a <b>b <i>c</i></b>"),
        ("a **b *c***", "a <b>b <i>c</i></b>"),
        ("***a**", "<i><b>a</b></i>"),
        ("a ~~b~", "a <s>b</s>~"),
        ("a __b_", "a <b>b</b>_"),
        ("a ``b` ", "a <c>b</c>`"),
        ("- **a *", "⟨ul⟨Item <b>a</b> *⟩⟩"),
        ("a *", "a *"),
    ] {
        assert_eq!(after(text, Stream::cut), (is.to_owned(), false), "{text}");
    }
    for text in [
        "Noted: *Only the header* and **more `code`** and ~~old~~.",
        "1. **a**: [b](https://a.example) ![c](d)\n2. `x\n\n```rust\nfn main() {\n```\nend",
        "| a | **b** |\n|---|---|\n| `c` | $x^2$ |\n\n> quote *it*\n\n\\(y\\) and \\[\nz\n\\]",
        "结论：**可以上线。**但 <br> 见https://a.example/x。 a < b & c\n\n[d]: https://e.example\n\n[d] - * x",
    ] {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let part = &text[..end];
            let (rested, hides) = after(part, Stream::rest);
            let (cut, left_out) = after(part, Stream::cut);
            assert!(!left_out, "{part:?}");
            if !hides {
                assert_eq!(cut, rested, "{part:?}");
            }
        }
    }
}

#[test]
fn what_may_become_something_else_is_held_back() {
    for held in [
        "*",
        "**",
        "`",
        "\\",
        "!",
        "[",
        "[b",
        "[b]",
        "[b](",
        "[b](https://c.ex",
        "![b",
        "![b]",
        "![b](https://c.ex",
        "[^1",
        "https://c.ex",
        "h",
        "www.",
        "<",
        "<br",
        "<BR /",
        "<https://c",
        "&",
        "&am",
        "$",
        "$x",
        "$x^2$",
        "$$",
        "$$ x",
        "\\(",
        "\\(x",
        "**[b](c",
    ] {
        assert_eq!(look(&["a ", held].concat()), "a", "{held}");
    }
    assert_eq!(look("- a\n- [b](c"), "⟨ul⟨Item a⟩⟩");
    assert_eq!(look("a\n- [b"), "a");
}

#[test]
fn what_is_decided_is_shown() {
    for shown in [
        "it is $5 and",
        "a & b",
        "a < b",
        "a [b] c",
        "5 * 3",
        "hello",
        "a ~ b",
        "x_1",
        "[b\nc",
        "from $5 to",
        "($$) – p",
        "from $$ per person",
        "a $$$",
        "it costs $5, of",
        "why! so",
        "&x y",
    ] {
        assert_eq!(look(shown), shown);
    }
}

#[test]
fn what_is_held_back_is_shown_once_the_text_rests() {
    let rests = |text: &str| {
        let mut stream = Stream::new(Rules::default());
        stream.write(text);
        stream.advance(true);
        assert!(stream.waits(), "{text}");
        seen(&stream.rest().blocks)
    };
    assert_eq!(rests("a [b](https://c.ex"), "a [b](https://c.ex");
    assert_eq!(rests("a https://c.ex"), "a https://c.ex");
    assert_eq!(rests("a **b <br"), "a <b>b <br</b>");
    assert_eq!(rests("| a | b"), "| a | b");
    assert_eq!(rests("a ![b](https://c.ex"), "a ");
    assert_eq!(rests("The answer is:\n\n42"), "The answer is:42");
}

#[test]
fn what_was_shown_at_rest_stays() {
    for (text, more, now) in [
        ("a [b](https://c.ex", "a", "a [b](https://c.exa"),
        ("a https://c.ex", "a", "a https://c.exa"),
        ("| a | b", "c", "| a | bc"),
        ("42", "3", "423"),
        ("a [b](https://c.ex", ") d", "a [b](https://c.ex) d"),
    ] {
        let mut stream = Stream::new(Rules::default());
        stream.write(text);
        stream.advance(true);
        stream.rest();
        stream.write(more);
        assert_eq!(seen(&stream.advance(true).blocks), now);
    }
}

#[test]
fn a_formula_on_lines_of_its_own_grows() {
    let grown = |text: &str| match open(text).pop() {
        Some(Node::Element(Tag::Paragraph, mut parts)) => parts.pop(),
        _ => None,
    };
    let math = |source: &str| {
        Some(Node::Leaf(Leaf::Math {
            display: true,
            source: source.to_owned(),
            open: true,
        }))
    };
    assert_eq!(grown("\\[\nx_{a"), math("\nx_{a"));
    assert_eq!(grown("\\[\nx\n- \\frac{1}{"), math("\nx\n- \\frac{1}{"));
    assert_eq!(grown("$$\nx\n+ y"), math("\nx\n+ y"));
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
