//! Definitions that other places in a text refer to: link targets and footnotes.
//!
//! The parser finds definitions and matches labels. It gets the definitions of settled blocks
//! again, as text before the text that may refer to them.

use memchr::memchr_iter;
use unicase::UniCase;

use crate::shadow::restore;

/// A definition as text that the parser reads back unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    label: String,
    source: String,
}

impl Definition {
    /// `label` is that of the shadow, which the parser reads.
    pub(crate) fn link(label: &str, url: &str, title: Option<&str>) -> Self {
        let label = one_line(label);
        // The space keeps `[ ^a]` from being read as a footnote; it is not part of the label.
        let space = if label.starts_with('^') { " " } else { "" };
        let mut source = format!("[{space}{label}]: <");
        escape(&mut source, url);
        source.push('>');
        if let Some(title) = title.filter(|title| !title.is_empty()) {
            source.push_str(" \"");
            escape(&mut source, title);
            source.push('"');
        }
        source.push_str("\n\n");
        Self {
            label: folded(&restore(&label)),
            source,
        }
    }

    pub(crate) fn footnote(label: &str) -> Self {
        let label = name_of_footnote(&one_line(label));
        Self {
            source: format!("{label}]: .\n\n"),
            label: folded(&restore(&label)),
        }
    }
}

/// All definitions in settled blocks.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    labels: Vec<String>,
    /// The text for the parser, ended by a rule so that nothing continues into the following text.
    source: String,
}

const END: &str = "***\n\n";

impl Definitions {
    /// Adds a definition. Returns whether it is the first with its label; only the first counts.
    pub(crate) fn add(&mut self, definition: Definition) -> bool {
        if self.labels.contains(&definition.label) {
            return false;
        }
        self.source
            .truncate(self.source.len().saturating_sub(END.len()));
        self.source.push_str(&definition.source);
        self.source.push_str(END);
        self.labels.push(definition.label);
        true
    }

    pub(crate) fn has(&self, label: &str) -> bool {
        self.labels.contains(&folded(label))
    }
}

/// The key of a footnote. Labels of links never have a bracket, so the bracket distinguishes the
/// footnote from a link named `^label`.
pub(crate) fn name_of_footnote(label: &str) -> String {
    format!("[^{label}")
}

/// Whether the key is that of a footnote with a plain name. While a text is open, what refers to it
/// is shown as a reference before the footnote is there, because nearly all of them follow.
pub(crate) fn is_expected(key: &str) -> bool {
    let plain = |held: char| held.is_alphanumeric() || matches!(held, '-' | '_');
    key.strip_prefix("[^")
        .is_some_and(|name| name.chars().all(plain))
}

/// The definitions to be put before a text. `open`: with those of the footnotes that are expected.
pub(crate) fn before(text: &str, known: &Definitions, open: bool) -> String {
    let mut source = String::new();
    if !text.contains('[') {
        return source;
    }
    if open {
        for key in footnotes_named(text).filter(|key| is_expected(key)) {
            let mark = format!("{key}]:");
            if !known.has(&key) && !source.contains(&mark) {
                source.push_str(&mark);
                source.push_str(" .\n\n");
            }
        }
    }
    if known.source.is_empty() && !source.is_empty() {
        source.push_str(END);
    }
    source.push_str(&known.source);
    source
}

/// The keys of the footnotes that a source may refer to.
pub(crate) fn footnotes_named(source: &str) -> impl Iterator<Item = String> + '_ {
    memchr_iter(b'[', source.as_bytes()).filter_map(|at| {
        let rest = source.get(at + 1..)?.strip_prefix('^')?;
        let (label, _) = rest.split_once(']')?;
        let named = !label.is_empty() && label.len() < 200;
        named.then(|| name_of_footnote(label))
    })
}

/// Labels match regardless of case and line breaks (`CommonMark` 0.31.2, 4.7). Folds as the parser
/// does, so that labels which differ for the parser differ here.
fn folded(label: &str) -> String {
    UniCase::new(one_line(label)).to_folded_case()
}

/// Each run of white space as one space. Non-breaking spaces are not white space here.
fn one_line(label: &str) -> String {
    let white = |held: char| matches!(held, ' ' | '\t'..='\r');
    let words = label.split(white).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn escape(source: &mut String, text: &str) {
    for held in text.chars() {
        match held {
            '\n' => source.push_str("&#10;"),
            '\r' => source.push_str("&#13;"),
            held if held.is_ascii_punctuation() => {
                source.push('\\');
                source.push(held);
            }
            held => source.push(held),
        }
    }
}
