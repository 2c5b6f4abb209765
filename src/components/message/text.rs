//! A text of the agent, as plain paragraphs.
//!
//! Not responsible for markdown. A text that grows is appended to: a token touches the one text
//! node at its end, and paragraphs that are complete are never touched again.

use web_sys::{Element, Text};

use crate::dom::{El, document, el};
use crate::reactive::{Signal, effect};

/// A text that may still grow.
pub(super) fn streamed_text(text: &Signal<String>) -> El {
    let root = el("div").class("mt-text").attr("dir", "auto");
    let text = text.clone();
    let mut written = Written::new(root.element().clone());
    effect(move || text.with(|text| written.show(text)));
    root
}

/// Paragraphs on the page.
struct Written {
    root: Element,
    text: String,
    tail: Option<Text>,
    /// Line breaks that have come but belong to no paragraph yet.
    breaks: usize,
}

impl Written {
    fn new(root: Element) -> Self {
        Self {
            root,
            text: String::new(),
            tail: None,
            breaks: 0,
        }
    }

    fn show(&mut self, text: &str) {
        if let Some(rest) = text.strip_prefix(self.text.as_str()) {
            self.append(rest);
        } else {
            self.root.set_text_content(None);
            self.tail = None;
            self.breaks = 0;
            self.append(text);
        }
        text.clone_into(&mut self.text);
    }

    /// Appends text: a blank line begins a new paragraph, a single break stays in it.
    fn append(&mut self, mut rest: &str) {
        while let Some((line, after)) = rest.split_once('\n') {
            self.write(line);
            self.breaks += 1;
            rest = after;
        }
        self.write(rest);
    }

    fn write(&mut self, line: &str) {
        if line.is_empty() {
            return;
        }
        let breaks = std::mem::take(&mut self.breaks);
        if breaks >= 2 {
            self.tail = None;
        }
        match &self.tail {
            Some(tail) => {
                if breaks == 1 {
                    let _ = tail.append_data("\n");
                }
                let _ = tail.append_data(line);
            }
            None => self.tail = self.paragraph(line),
        }
    }

    fn paragraph(&self, line: &str) -> Option<Text> {
        let text = document().create_text_node(line);
        let paragraph = el("p").attr("dir", "auto").child(text.clone());
        self.root.append_child(paragraph.element()).ok()?;
        Some(text)
    }
}
