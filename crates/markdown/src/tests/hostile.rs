//! Texts that are made to be expensive: their trees stay shallow and small.
//!
//! The growth suite checks the cost of parsing such texts, by counting instructions.

use crate::tree::Node;
use crate::{Rules, Stream};

/// About the length of a model's long answer.
const LENGTH: usize = 15_000;

/// The maximum depth of a tree: the builder's limit of 48 elements, one element that the limit does
/// not count, such as a link, and a leaf.
const DEEPEST: usize = 50;

/// The pieces that are repeated.
const PIECES: [&str; 58] = [
    "*a ",
    "**a ",
    "***a ",
    "_a ",
    "__a ",
    "~~a ",
    "*a **b ",
    "*a _b ",
    "*a** ",
    "*a_ ",
    "a*",
    "*a*",
    "[",
    "![",
    "[a](",
    "![a](",
    "[a][",
    "[a]",
    "![a]",
    "[^a]",
    "](",
    ">",
    "> ",
    "> a\n",
    "`",
    "`a",
    "``` ",
    "<",
    "<a ",
    "<!--",
    "<a href=\"",
    "$",
    "$$a",
    "| a ",
    "|a|\n|-|\n",
    "- ",
    "1. ",
    "* * ",
    "\\",
    "(http://a.b",
    "http://a.b)](",
    "http://a./",
    "www.a.b)",
    "_www.._",
    "\\(a ",
    "\\[",
    "\\[\na\n",
    "$5 ",
    "$a{",
    "**中。",
    "中**",
    "https://a中",
    "`a``b```",
    "&am",
    "<br ",
    "*a **b ~~c ",
    "[^a]: x\n",
    "[a]: b\n",
];

fn texts() -> Vec<String> {
    let mut texts: Vec<String> = PIECES
        .iter()
        .map(|piece| piece.repeat(LENGTH / piece.len()))
        .collect();
    let closed = |open: &str, close: &str| {
        let times = LENGTH / (open.len() + close.len());
        [open.repeat(times), "b".to_owned(), close.repeat(times)].concat()
    };
    texts.push(closed("*a ", "*"));
    texts.push(closed("**a ", " b**"));
    texts.push(closed("_a *b ", "*_"));
    texts.push(closed("[a", "](http://b.c)"));
    let line = |depth: usize| ["  ".repeat(depth % 60), "- a\n".to_owned()].concat();
    texts.push((0..LENGTH / 60).map(line).collect());
    texts.push(wide_table());
    texts
}

/// A table whose head has many columns, with many rows of one cell.
fn wide_table() -> String {
    let columns = LENGTH / 60;
    let head = [
        "|",
        &"a|".repeat(columns),
        "\n|",
        &"-|".repeat(columns),
        "\n",
    ]
    .concat();
    [head, "|a\n".repeat(LENGTH / 6)].concat()
}

/// The depth of a tree, and its number of nodes.
fn measure(node: &Node) -> (usize, usize) {
    match node {
        Node::Text(_) | Node::Leaf(_) => (1, 1),
        Node::Element(_, parts) => {
            let inner = parts.iter().map(measure);
            let (depth, nodes) = inner.fold((0, 0), |(deepest, nodes), (depth, more)| {
                (deepest.max(depth), nodes + more)
            });
            (depth + 1, nodes + 1)
        }
    }
}

fn blocks(text: &str) -> Vec<Node> {
    let mut stream = Stream::new(Rules::default());
    stream.write(text);
    stream.advance(false).blocks
}

#[test]
fn depth_and_node_count_of_every_tree_are_bounded() {
    for text in texts() {
        let start: String = text.chars().take(24).collect();
        let (depth, nodes) = blocks(&text)
            .iter()
            .map(measure)
            .fold((0, 0), |(deepest, sum), (depth, nodes)| {
                (deepest.max(depth), sum + nodes)
            });
        assert!(depth <= DEEPEST, "{start:?} is {depth} deep");
        assert!(nodes <= text.len() + 8, "{start:?} has {nodes} nodes");
    }
}

#[test]
fn short_rows_are_not_filled_once_a_table_is_too_large() {
    let cells = |text: &str| {
        let blocks = blocks(text);
        let Some(Node::Element(_, parts)) = blocks.first() else {
            return 0;
        };
        let Some(Node::Element(_, rows)) = parts.get(1) else {
            return 0;
        };
        let Some(Node::Element(_, cells)) = rows.last() else {
            return 0;
        };
        cells.len()
    };
    assert_eq!(cells("|a|b|c|\n|-|-|-|\n|1|\n"), 3);
    assert_eq!(cells(&wide_table()), 1);
}

#[test]
fn a_table_over_the_limit_is_the_same_when_written_in_parts() {
    let text = wide_table();
    let mut stream = Stream::new(Rules::default());
    let mut letters = text.as_bytes().chunks(4_999);
    let mut last = Vec::new();
    for part in letters.by_ref() {
        stream.write(&String::from_utf8_lossy(part));
        last = stream.advance(true).blocks;
    }
    last = match stream.advance(false).blocks {
        blocks if blocks.is_empty() => last,
        blocks => blocks,
    };
    assert_eq!(last, blocks(&text));
}
