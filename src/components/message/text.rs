//! A text of the agent, as plain paragraphs.
//!
//! Not responsible for markdown. A text that grows is appended to: a token touches the one text
//! node at its end, and paragraphs that are complete are never touched again.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{Document, Element, Text};

/// A text that may still grow.
#[component]
pub fn StreamedText(
    /// The text so far.
    text: ArcRwSignal<String>,
) -> impl IntoView {
    let root = NodeRef::<Div>::new();
    // What is on the page already; the element outlives every write to it.
    let written: Rc<RefCell<Option<Written>>> = Rc::default();
    Effect::new(move || {
        let Some(root) = root.get() else { return };
        let mut written = written.borrow_mut();
        let written = written.get_or_insert_with(|| Written::new(root.into()));
        text.with(|text| written.show(text));
    });
    view! { <div class="mt-text" dir="auto" node_ref=root></div> }
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
        while !rest.is_empty() {
            let (line, broken) = match rest.find('\n') {
                Some(at) => (&rest[..at], true),
                None => (rest, false),
            };
            if !line.is_empty() {
                self.write(line);
            }
            if broken {
                self.breaks += 1;
            }
            rest = &rest[line.len() + usize::from(broken)..];
        }
    }

    fn write(&mut self, line: &str) {
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
        let document: Document = self.root.owner_document()?;
        let paragraph = document.create_element("p").ok()?;
        paragraph.set_attribute("dir", "auto").ok()?;
        let text = document.create_text_node(line);
        paragraph.append_child(&text).ok()?;
        self.root.append_child(&paragraph).ok()?;
        Some(text)
    }
}
