//! The tree for each piece of syntax.

use super::fake::{at_once, blocks};
use crate::{Alert, Align, Leaf, Node, Tag};

fn text(text: &str) -> Node {
    Node::Text(text.to_owned())
}

fn paragraph(parts: Vec<Node>) -> Node {
    Node::Element(Tag::Paragraph, parts)
}

fn link(url: &str, said: &str) -> Node {
    let tag = Tag::Link {
        url: url.to_owned(),
        title: String::new(),
        host: None,
    };
    Node::Element(tag, vec![text(said)])
}

#[test]
fn a_paragraph_is_one_text() {
    assert_eq!(
        blocks("a\nb & c \\* &amp; d"),
        [paragraph(vec![text("a\nb & c * & d")])]
    );
}

#[test]
fn a_table_has_head_and_body() {
    let cell = |names, align, said: &str| Node::Element(Tag::Cell(names, align), vec![text(said)]);
    let row = |cells| Node::Element(Tag::Row, cells);
    let expected = Node::Element(
        Tag::Table,
        vec![
            Node::Element(
                Tag::TableHead,
                vec![row(vec![
                    cell(true, Align::Auto, "a"),
                    cell(true, Align::Right, "b"),
                ])],
            ),
            Node::Element(
                Tag::TableBody,
                vec![row(vec![
                    cell(false, Align::Auto, "1"),
                    cell(false, Align::Right, "2"),
                ])],
            ),
        ],
    );
    assert_eq!(blocks("| a | b |\n|---|--:|\n| 1 | 2 |\n"), [expected]);
}

#[test]
fn html_is_text() {
    assert_eq!(
        blocks("a <b onclick=x()>c</b><br>d\n\n<script>alert(1)</script>\n"),
        [
            paragraph(vec![
                text("a <b onclick=x()>c</b>"),
                Node::Leaf(Leaf::Break),
                text("d")
            ]),
            Node::Element(Tag::Html, vec![text("<script>alert(1)</script>\n")]),
        ]
    );
}

#[test]
fn a_refused_link_keeps_its_text() {
    let refused = Node::Element(Tag::Refused("javascript:x".to_owned()), vec![text("a")]);
    assert_eq!(blocks("[a](javascript:x)"), [paragraph(vec![refused])]);
}

#[test]
fn an_email_address_in_angle_brackets_is_a_mailto_link() {
    assert_eq!(
        blocks("<a@b.example>"),
        [paragraph(vec![link("mailto:a@b.example", "a@b.example")])]
    );
}

#[test]
fn urls_become_links_but_not_inside_links_or_code() {
    assert_eq!(
        blocks("https://a.example, `https://b.example` [https://c.example](https://d.example)"),
        [paragraph(vec![
            link("https://a.example", "https://a.example"),
            text(", "),
            Node::Element(Tag::Code, vec![text("https://b.example")]),
            text(" "),
            Node::Element(
                Tag::Link {
                    url: "https://d.example".to_owned(),
                    title: String::new(),
                    host: Some("d.example".to_owned())
                },
                vec![text("https://c.example")]
            ),
        ])]
    );
}

#[test]
fn a_link_tells_its_host_unless_its_text_is_that_host_or_an_address_there() {
    let host = |text: &str| {
        let Node::Element(_, parts) = blocks(text).remove(0) else {
            panic!("{text}");
        };
        match &parts[0] {
            Node::Element(Tag::Link { host, .. }, _) => host.clone(),
            other => panic!("{other:?}"),
        }
    };
    for same in [
        "[t.co](https://t.co/abc)",
        "[**T.co**/x](https://t.co/abc)",
        "[http://t.co](https://t.co/abc)",
        "https://t.co/abc",
    ] {
        assert_eq!(host(same), None, "{same}");
    }
    for (other, expected) in [
        ("[https://login.microsoft.com](https://t.co/abc)", "t.co"),
        ("[https://a.example/?x=t.co](https://t.co/)", "t.co"),
        ("[see t.co](https://t.co/)", "t.co"),
        ("<https://a.example⁄b.t.co/>", "a.example⁄b.t.co"),
        ("[pаypal.com](https://pаypal.com/)", "pаypal.com"),
    ] {
        assert_eq!(host(other).as_deref(), Some(expected), "{other}");
    }
}

#[test]
fn tasks_footnotes_alerts_and_math_are_read() {
    assert_eq!(
        blocks("- [x] a\n\n> [!WARNING]\n> b\n\n$x_1$ and $$y$$ at $5 or $6.\n"),
        [
            Node::Element(
                Tag::List(None),
                vec![Node::Element(
                    Tag::Item(None),
                    vec![Node::Leaf(Leaf::Checkbox(true)), text("a")]
                )]
            ),
            Node::Element(
                Tag::Quote(Some(Alert::Warning)),
                vec![paragraph(vec![text("b")])]
            ),
            paragraph(vec![
                Node::Leaf(Leaf::Math {
                    display: false,
                    source: "x_1".to_owned(),
                    open: false,
                }),
                text(" and "),
                Node::Leaf(Leaf::Math {
                    display: true,
                    source: "y".to_owned(),
                    open: false,
                }),
                text(" at $5 or $6."),
            ]),
        ]
    );
    assert_eq!(
        blocks("a[^1]\n\n[^1]: b\n"),
        [
            paragraph(vec![
                text("a"),
                Node::Leaf(Leaf::FootnoteReference("1".to_owned()))
            ]),
            Node::Element(
                Tag::Footnote("1".to_owned()),
                vec![paragraph(vec![text("b")])]
            ),
        ]
    );
}

#[test]
fn an_image_has_its_url_its_alternative_text_and_its_title() {
    assert_eq!(
        blocks("![a *b* `c`](https://a.example/x.png \"t\")"),
        [paragraph(vec![Node::Leaf(Leaf::Image {
            url: "https://a.example/x.png".to_owned(),
            alt: "a b c".to_owned(),
            title: "t".to_owned(),
        })])]
    );
}

#[test]
fn content_nested_too_deep_is_kept() {
    let deep = format!("{} end", ">".repeat(10_000));
    let written = at_once(&deep);
    assert_eq!(written.words(), "end");
    assert!(written.page.made < 100);
    let mut lists = String::new();
    for n in 0..300 {
        lists.push_str(&"  ".repeat(n));
        lists.push_str("- item");
        lists.push_str(&n.to_string());
        lists.push('\n');
    }
    assert!(at_once(&lists).words().contains("item299"));
}

#[test]
fn lists_say_the_numbers_that_were_written() {
    for (text, numbers) in [
        ("3. c\n1. a\n", vec![None, Some(1)]),
        ("1. a\n2. b\n5. c\n", vec![None, None, Some(5)]),
        ("2. a\n3. b\n", vec![None, None]),
        ("1. a\n1. b\n1. c\n", vec![None, None, None]),
        ("0. a\n0. b\n", vec![None, None]),
        ("10. a\n9. b\n8. c\n", vec![None, Some(9), Some(8)]),
        ("1) a\n\n3) b\n", vec![None, Some(3)]),
        ("1. a\n1. b\n4. c\n", vec![None, Some(1), Some(4)]),
        ("- a\n- b\n", vec![None, None]),
        ("999999999. a\n3. b\n", vec![None, Some(3)]),
    ] {
        assert_eq!(values(&blocks(text)), numbers, "{text:?}");
        let quoted = ["> ", &text.trim_end().replace('\n', "\n> ")].concat();
        assert_eq!(values(&blocks(&quoted)), numbers, "{quoted:?}");
    }
}

/// The numbers of the items that do not count on.
fn values(nodes: &[Node]) -> Vec<Option<u64>> {
    let mut all = Vec::new();
    for node in nodes {
        match node {
            Node::Element(Tag::Item(value), _) => all.push(*value),
            Node::Element(_, parts) => all.extend(values(parts)),
            _ => {}
        }
    }
    all
}

#[test]
fn a_break_may_be_in_capitals() {
    for tag in ["<br>", "<BR>", "<Br/>", "<BR />"] {
        let parts = vec![text("a"), Node::Leaf(Leaf::Break), text("b")];
        assert_eq!(
            blocks(&["a", tag, "b"].concat()),
            [paragraph(parts)],
            "{tag}"
        );
    }
}

#[test]
fn a_break_on_a_line_of_its_own_is_one() {
    let part = |parts| Node::Element(Tag::Html, parts);
    assert_eq!(
        blocks("a\n\n<br>\n\n<BR/>\nb\n"),
        [
            paragraph(vec![text("a")]),
            part(vec![Node::Leaf(Leaf::Break)]),
            part(vec![Node::Leaf(Leaf::Break), text("b\n")]),
        ]
    );
}
