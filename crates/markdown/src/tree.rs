//! What an answer is made of: a tree without markup.
//!
//! Not responsible for how it is made or drawn.

/// A part of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Text. Two never stand beside each other.
    Text(String),
    /// Something with parts of its own.
    Element(Tag, Vec<Node>),
    /// Something whole.
    Leaf(Leaf),
}

/// What has parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A paragraph.
    Paragraph,
    /// A heading, of level 1 to 6.
    Heading(u8),
    /// A quotation, or one of GitHub's alerts.
    Quote(Option<Alert>),
    /// A list; with a number, the one it starts at.
    List(Option<u64>),
    /// An item of a list.
    Item,
    /// A table.
    Table,
    /// The rows with the names of the columns.
    TableHead,
    /// The other rows.
    TableBody,
    /// A row.
    Row,
    /// A cell; whether it names its column, and how it is aligned.
    Cell(bool, Align),
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// What is struck through.
    Strike,
    /// Code within a line.
    Code,
    /// A link that may be followed.
    Link {
        /// Where it leads.
        url: String,
        /// What is said of it; may be empty.
        title: String,
        /// The host it leads to, where its words do not name it.
        host: Option<String>,
    },
    /// A link that the rules do not allow: where it would have led, and what is said of it.
    Refused(String),
    /// HTML that stands by itself, as text.
    Html,
    /// A footnote, by its label.
    Footnote(String),
}

/// What is whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// A block of code.
    Code {
        /// The first word after the fence; may be empty.
        language: String,
        /// What stands after it, such as the name of a file; may be empty.
        about: String,
        /// The code, each line with its break.
        code: String,
    },
    /// A formula.
    Math {
        /// On lines of its own.
        display: bool,
        /// In TeX.
        source: String,
    },
    /// An image, which nothing fetches before a person has agreed.
    Image {
        /// Where it is.
        url: String,
        /// Its text alternative.
        alt: String,
        /// What is said of it; may be empty.
        title: String,
    },
    /// A reference to a footnote, by its label.
    FootnoteReference(String),
    /// The box of a task, and whether it is checked.
    Checkbox(bool),
    /// A break within a paragraph.
    Break,
    /// A rule between blocks.
    Rule,
}

/// GitHub's alerts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alert {
    /// Worth knowing.
    Note,
    /// A way to do better.
    Tip,
    /// Needed to succeed.
    Important,
    /// Needs attention at once.
    Warning,
    /// May end badly.
    Caution,
}

/// How a column is aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// As its text is.
    #[default]
    Auto,
    /// To the left.
    Left,
    /// In the middle.
    Center,
    /// To the right.
    Right,
}

/// Appends a text to parts, joined with a text before it.
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
