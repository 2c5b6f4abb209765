//! What a text defines for other parts of it: addresses of links, and footnotes.
//!
//! Not responsible for finding them, nor for what they match; the parser does both. They are
//! written again as text for it.

use unicase::UniCase;

/// A definition, written so that the parser reads the same again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    label: String,
    source: String,
}

impl Definition {
    pub(crate) fn link(label: &str, url: &str, title: Option<&str>) -> Self {
        let label = one_line(label);
        // The space keeps `[ ^a]` from being a footnote's; it is no part of the label.
        let space = if label.starts_with('^') { " " } else { "" };
        let mut source = ["[", space, &label, "]: <"].concat();
        escape(&mut source, url);
        source.push('>');
        if let Some(title) = title.filter(|title| !title.is_empty()) {
            source.push_str(" \"");
            escape(&mut source, title);
            source.push('"');
        }
        source.push_str("\n\n");
        Self {
            label: folded(&label),
            source,
        }
    }

    pub(crate) fn footnote(label: &str) -> Self {
        let label = name_of_footnote(&one_line(label));
        Self {
            source: [&label, "]: .\n\n"].concat(),
            label: folded(&label),
        }
    }
}

/// Everything defined by what has settled.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    labels: Vec<String>,
    /// As text, ended by a rule so that nothing goes on in what follows.
    source: String,
}

const END: &str = "***\n\n";

impl Definitions {
    /// Adds a definition. Says whether it is the first of its label, which counts.
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

    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    pub(crate) fn has(&self, label: &str) -> bool {
        self.labels.contains(&folded(label))
    }
}

/// What a footnote is known by. A bracket, which no label of a link has, tells it from a link named
/// `^label`.
fn name_of_footnote(label: &str) -> String {
    ["[^", label].concat()
}

/// The footnotes that a source may refer to, by what they are known by.
pub(crate) fn footnotes_named(source: &str) -> impl Iterator<Item = String> + '_ {
    source.split("[^").skip(1).filter_map(|rest| {
        let (label, _) = rest.split_once(']')?;
        let named = !label.is_empty() && label.len() < 200;
        named.then(|| name_of_footnote(label))
    })
}

/// Labels match without regard to case, and however they are broken into lines (`CommonMark`
/// 0.31.2, 4.7). As the parser does it: one that it tells from another must be waited for alone.
fn folded(label: &str) -> String {
    UniCase::new(one_line(label)).to_folded_case()
}

/// With one space for each white space, of which spaces that do not break are none.
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
