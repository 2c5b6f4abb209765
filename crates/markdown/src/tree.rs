//! The tree of an answer, without markup.

/// A part of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Text. Two texts are never adjacent.
    Text(String),
    /// An element with parts.
    Element(Tag, Vec<Node>),
    /// A leaf: a part without parts of its own.
    Leaf(Leaf),
}

/// The kind of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A paragraph.
    Paragraph,
    /// A heading, of level 1 to 6.
    Heading(u8),
    /// A quotation, or one of GitHub's alerts.
    Quote(Option<Alert>),
    /// A list; numbered lists have their first number.
    List(Option<u64>),
    /// An item of a list, with its number if it is not the one that follows.
    Item(Option<u64>),
    /// A table.
    Table,
    /// The head of a table.
    TableHead,
    /// The body of a table.
    TableBody,
    /// A row.
    Row,
    /// A cell: whether it is a column header, and its alignment.
    Cell(bool, Align),
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Struck-through text.
    Strike,
    /// Inline code.
    Code,
    /// A link that may be followed.
    Link {
        /// The URL.
        url: String,
        /// The title; may be empty.
        title: String,
        /// The host of the URL, if the link's text does not name it.
        host: Option<String>,
    },
    /// A link that the rules refuse: its URL and its title.
    Refused(String),
    /// A block of HTML, as text.
    Html,
    /// A footnote, by its label.
    Footnote(String),
}

/// A part without parts of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// A block of code.
    Code {
        /// The first word after the fence; may be empty.
        language: String,
        /// The rest of the info string, such as a file name; may be empty.
        about: String,
        /// The code, each line with its line break.
        code: String,
    },
    /// A formula.
    Math {
        /// Whether it is displayed on its own lines.
        display: bool,
        /// The TeX source.
        source: String,
        /// Whether more of the source may follow.
        open: bool,
    },
    /// An image, which is not fetched before the person agrees.
    Image {
        /// The URL.
        url: String,
        /// Its text alternative.
        alt: String,
        /// The title; may be empty.
        title: String,
    },
    /// A reference to a footnote, by its label.
    FootnoteReference(String),
    /// A task's checkbox, and whether it is checked.
    Checkbox(bool),
    /// A line break within a paragraph.
    Break,
    /// A rule between blocks.
    Rule,
}

/// The kinds of GitHub's alerts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alert {
    /// Useful information.
    Note,
    /// Helpful advice.
    Tip,
    /// Key information.
    Important,
    /// Urgent information.
    Warning,
    /// A risk, or a bad outcome.
    Caution,
}

/// The alignment of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// By the text's direction.
    #[default]
    Auto,
    /// To the left.
    Left,
    /// In the middle.
    Center,
    /// To the right.
    Right,
}

/// Appends a text to parts; joins it with a text directly before.
pub(crate) fn push_text(parts: &mut Vec<Node>, text: &str) {
    if text.is_empty() {
        return;
    }
    if let Some(Node::Text(held)) = parts.last_mut() {
        held.push_str(text);
    } else {
        parts.push(Node::Text(text.to_owned()));
    }
}
