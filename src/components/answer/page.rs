//! The nodes of an answer.
//!
//! Not responsible for which change (see `midturn_markdown::follow`).

use std::rc::Rc;

use midturn_markdown::{Alert, Leaf, Page, Tag};
use wasm_bindgen::JsCast;
use web_sys::{AbortController, AbortSignal, Element, Node, Text};

use super::code::{CodeBlock, act};
use super::elements::{link, note_button, own, plain};
use super::extras::{Source, draw, draws};
use super::highlight::Coloured;
use super::image::image;
use crate::components::Ui;
use crate::components::icon::IconName;
use crate::dom::{El, document, el};

/// So many blocks are in one part of an answer. What is laid out when a block is added is its part,
/// so that the last of a thousand costs what the first did.
const PART: usize = 24;

/// What draws an answer's tree.
pub(super) struct DomPage {
    ui: Ui,
    /// The answer's element, which has the parts.
    root: Element,
    /// How many blocks are in it.
    placed: usize,
    /// Blocks of code that have not settled.
    blocks: Vec<(Element, Rc<Coloured>)>,
    /// Ends what is still being drawn by others.
    gone: Option<AbortController>,
    /// What is drawn now comes whole, so that nobody has read it yet.
    pub(super) whole: bool,
}

impl DomPage {
    pub(super) fn new(ui: &Ui, root: &Element) -> Self {
        Self {
            ui: ui.clone(),
            root: root.clone(),
            placed: 0,
            blocks: Vec::new(),
            gone: AbortController::new().ok(),
            whole: false,
        }
    }

    /// A block by its place in the answer.
    pub(super) fn block(&self, index: usize) -> Option<Node> {
        let part = child(&self.root, index / PART)?;
        child(&part, index % PART).map(Node::from)
    }

    /// Appends a block to the last part, or to a new one. A part that is full is drawn while it is
    /// in view alone, if a reader has seen it: until then, nobody knows its height.
    fn append_block(&mut self, node: &Node) {
        if self.placed.is_multiple_of(PART) {
            if let (false, Some(last)) = (self.whole, self.root.last_element_child()) {
                let _ = last.class_list().add_1("mt-part--full");
            }
            let part = el("div").class("mt-part");
            let _ = self.root.append_child(part.element());
        }
        if let Some(part) = self.root.last_element_child() {
            let _ = part.append_child(node);
        }
        self.placed += 1;
    }

    /// The answer is off the page.
    pub(super) fn end(&self) {
        if let Some(gone) = &self.gone {
            gone.abort();
        }
    }

    fn signal(&self) -> Option<AbortSignal> {
        self.gone.as_ref().map(AbortController::signal)
    }

    /// A block will not change any more.
    pub(super) fn settle(&mut self, node: &Node) {
        let Some(place) = self
            .blocks
            .iter()
            .position(|(held, _)| node.contains(Some(held)))
        else {
            return;
        };
        // A list may have several.
        let (figure, coloured) = self.blocks.swap_remove(place);
        coloured.end();
        self.ui.answers().highlighters().colour(&coloured);
        self.draw_block(&figure);
        self.settle(node);
    }

    fn code(&mut self, language: &str, about: &str, code: &str) -> Node {
        let block = CodeBlock::new(self.ui.texts, language, about, code);
        block.measure(code, self.whole);
        let figure = block.figure.clone();
        let coloured = Coloured::new(block, language, code);
        self.ui.answers().highlighters().colour(&coloured);
        self.blocks.push((figure.clone(), coloured));
        figure.into()
    }

    /// Draws a block whose language something else draws, above its source.
    fn draw_block(&self, figure: &Element) {
        let language = figure.get_attribute("data-language").unwrap_or_default();
        if language.is_empty() || !draws(&self.ui.answers(), &language) {
            return;
        }
        let code = figure.query_selector("code").ok().flatten();
        let text = code
            .and_then(|code| code.text_content())
            .unwrap_or_default();
        let source = Source {
            math: false,
            display: true,
            language,
            text,
            signal: self.signal(),
        };
        let (held, ui) = (figure.clone(), self.ui.clone());
        draw(
            &self.ui.answers(),
            self.ui.texts,
            source,
            figure,
            move |drawn| {
                let texts = &ui.texts.answer;
                let drawn = match drawn {
                    Ok(drawn) => drawn,
                    Err(said) => {
                        let note = [texts.not_drawn, &said].join(" ");
                        let _ = held.set_attribute("data-undrawn", note.trim_end());
                        return;
                    }
                };
                let drawing = el("div").class("mt-code__drawing").child(drawn);
                let _ = held.set_attribute("data-drawn", "");
                let _ = held.append_child(drawing.element());
                if let Some(head) = held.first_element_child() {
                    let button = act("source", texts.show_source, IconName::Code)
                        .attr("aria-pressed", "false");
                    let _ = head.insert_before(button.element(), head.last_child().as_ref());
                }
            },
        );
    }

    fn math(&self, display: bool, text: &str) -> Node {
        let place = el("span")
            .class(if display {
                "mt-math mt-math--display"
            } else {
                "mt-math"
            })
            .attr("dir", "ltr")
            .child(el("code").text(text));
        let held = place.element().clone();
        let source = Source {
            language: "math".to_owned(),
            text: text.to_owned(),
            math: true,
            display,
            signal: self.signal(),
        };
        draw(
            &self.ui.answers(),
            self.ui.texts,
            source,
            place.element(),
            move |drawn| match drawn {
                Ok(drawn) => held.replace_children_with_node_1(&drawn),
                Err(said) => {
                    let _ = held.set_attribute("data-undrawn", "");
                    let _ = held.set_attribute("title", &said);
                }
            },
        );
        place.into()
    }

    fn alert(&self, alert: Alert) -> (El, El) {
        let texts = &self.ui.texts.answer;
        let (name, title) = match alert {
            Alert::Note => ("note", texts.alert_note),
            Alert::Tip => ("tip", texts.alert_tip),
            Alert::Important => ("important", texts.alert_important),
            Alert::Warning => ("warning", texts.alert_warning),
            Alert::Caution => ("caution", texts.alert_caution),
        };
        let inner = el("div").class("mt-alert__body");
        let outer = el("div")
            .class("mt-alert")
            .attr("data-alert", name)
            .attr("role", "note")
            .child(el("p").class("mt-alert__title").text(title))
            .child(inner.clone());
        (outer, inner)
    }

    fn note(&self, label: &str) -> (El, El) {
        let inner = el("div").class("mt-note__body");
        let outer = el("div")
            .class("mt-note")
            .attr("role", "note")
            .attr("tabindex", "-1")
            .attr("data-label", label)
            .child(
                note_button(label, &(self.ui.texts.answer.footnote_back)(label))
                    .attr("data-back", "")
                    .text(label),
            )
            .child(inner.clone());
        (outer, inner)
    }
}

impl Page for DomPage {
    type Node = Node;

    fn element(&mut self, tag: &Tag) -> (Node, Node) {
        let (outer, inner) = match tag {
            Tag::Table => {
                let inner = own("table");
                let outer = el("div")
                    .class("mt-table")
                    .attr("tabindex", "0")
                    .attr("role", "region")
                    .attr("aria-label", self.ui.texts.answer.table)
                    .child(inner.clone());
                (outer, inner)
            }
            Tag::Quote(Some(alert)) => self.alert(*alert),
            Tag::Footnote(label) => self.note(label),
            Tag::Link { url, title, host } => link(url, title, host.as_deref()),
            tag => {
                let made = plain(tag);
                (made.clone(), made)
            }
        };
        (outer.into(), inner.into())
    }

    fn text(&mut self, text: &str) -> Node {
        document().create_text_node(text).into()
    }

    fn leaf(&mut self, leaf: &Leaf) -> Node {
        match leaf {
            Leaf::Code {
                language,
                about,
                code,
            } => self.code(language, about, code),
            Leaf::Math { display, source } => self.math(*display, source),
            Leaf::Image { url, alt, title } => {
                image(&self.ui.answers(), self.ui.texts, url, alt, title).into()
            }
            Leaf::FootnoteReference(label) => el("sup")
                .child(
                    note_button(label, &(self.ui.texts.answer.footnote)(label))
                        .class("mt-note__go mt-note-ref")
                        .text(label),
                )
                .into(),
            Leaf::Checkbox(checked) => {
                let texts = &self.ui.texts.answer;
                let name = if *checked {
                    texts.task_done
                } else {
                    texts.task_open
                };
                let sign = el("span")
                    .class("mt-task")
                    .attr("role", "img")
                    .attr("aria-label", name);
                let sign = if *checked {
                    sign.child(crate::components::icon::icon(IconName::Check))
                } else {
                    sign
                };
                sign.into()
            }
            Leaf::Break => el("br").into(),
            Leaf::Rule => el("hr").into(),
        }
    }

    fn renew(&mut self, node: &Node, before: &Leaf, now: &Leaf) -> bool {
        let (
            Leaf::Code {
                language: old,
                about: held,
                ..
            },
            Leaf::Code {
                language,
                about,
                code,
            },
        ) = (before, now)
        else {
            return false;
        };
        if old != language || held != about {
            return false;
        }
        let held = self.blocks.iter().find(|(held, _)| **held == *node);
        let Some((_, coloured)) = held else {
            return false;
        };
        coloured.renew(code);
        coloured.measure(code);
        self.ui.answers().highlighters().colour(coloured);
        true
    }

    fn append_code(&mut self, node: &Node, more: &str) {
        let held = self.blocks.iter().find(|(held, _)| **held == *node);
        if let Some((_, coloured)) = held {
            coloured.append(more);
            self.ui.answers().highlighters().colour(coloured);
        }
    }

    fn append_text(&mut self, node: &Node, more: &str) {
        if let Some(text) = node.dyn_ref::<Text>() {
            let _ = text.append_data(more);
        }
    }

    fn set_text(&mut self, node: &Node, text: &str) {
        node.set_text_content(Some(text));
    }

    fn append(&mut self, parent: &Node, node: &Node) {
        if parent.is_same_node(Some(&self.root)) {
            self.append_block(node);
        } else {
            // Fails for a node around itself alone.
            let _ = parent.append_child(node);
        }
    }

    fn replace(&mut self, _: &Node, before: &Node, now: &Node) {
        self.blocks.retain(|(held, _)| !before.contains(Some(held)));
        if let Some(parent) = before.parent_node() {
            let _ = parent.replace_child(now, before);
        }
    }

    fn remove(&mut self, parent: &Node, node: &Node) {
        self.blocks.retain(|(held, _)| !node.contains(Some(held)));
        let Some(held_in) = node.parent_node() else {
            return;
        };
        let _ = held_in.remove_child(node);
        if parent.is_same_node(Some(&self.root)) {
            self.placed -= 1;
            if !held_in.has_child_nodes() {
                let _ = self.root.remove_child(&held_in);
            }
        }
    }
}

fn child(parent: &Element, index: usize) -> Option<Element> {
    parent.children().item(u32::try_from(index).ok()?)
}
