//! The DOM nodes of an answer.
//!
//! Not responsible for which nodes change (see `midturn_markdown::follow`).

use std::rc::Rc;

use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_markdown::{Leaf, Page, Tag};
use wasm_bindgen::JsCast;
use web_sys::{Element, Node, Text};

use super::code::CodeBlock;
use super::elements::{alert, inherit, link, note, plain, table};
use super::extras::{DrawingSource, Form, draw};
use super::formula::Formula;
use super::frame::Frame;
use super::highlight::Coloured;
use super::image::RemoteImage;
use super::lines::Lines;
use super::nodes::{Drawings, append, element, text};
use super::note::{NoteBack, NoteReference};
use super::task::TaskSign;
use super::view::View;
use crate::components::Ui;

/// How many blocks are in one part of an answer. Adding a block makes the browser lay out only its
/// part: the thousandth block costs as much as the first.
const PART: usize = 24;

/// Draws an answer's tree.
pub(super) struct DomPage {
    ui: Ui,
    /// The turn with the answer.
    turn: MessageId,
    /// The answer's element, which contains the parts.
    root: Element,
    /// How many blocks are in the root.
    placed: usize,
    /// The blocks of code that have not settled.
    codes: Vec<Code>,
    /// The components among the blocks.
    views: Vec<View>,
    /// The owner of the components. Weak, because the owner owns this page: a strong handle would
    /// be a reference cycle.
    owner: WeakOwner,
    /// Whether the text arrives complete, so that nobody is reading it yet.
    pub(super) whole: bool,
    /// Whether a text was written to a node that is not in the root any more.
    pub(super) lost: bool,
}

/// A block of code that may still grow.
struct Code {
    figure: Element,
    language: String,
    frame: Frame,
    lines: Lines,
    coloured: Rc<Coloured>,
}

impl DomPage {
    pub(super) fn new(ui: &Ui, turn: MessageId, owner: WeakOwner, root: &Element) -> Self {
        Self {
            ui: *ui,
            turn,
            root: root.clone(),
            placed: 0,
            codes: Vec::new(),
            views: Vec::new(),
            owner,
            whole: false,
            lost: false,
        }
    }

    /// The block at this index.
    pub(super) fn block(&self, index: usize) -> Option<Node> {
        let part = child(&self.root, index / PART)?;
        child(&part, index % PART).map(Node::from)
    }

    /// Appends a block to the last part, or to a new one. A full part that a reader has seen is
    /// drawn only while it is in view. A part that nobody has seen has no known height, and stays
    /// drawn.
    fn append_block(&mut self, node: &Node) {
        if self.placed.is_multiple_of(PART) {
            if let (false, Some(last)) = (self.whole, self.root.last_element_child()) {
                let _ = last.class_list().add_1("mt-part--full");
            }
            append(&self.root, &element("div", &[("class", "mt-part")], &[]));
        }
        if let Some(part) = self.root.last_element_child() {
            append(&part, node);
        }
        self.placed += 1;
    }

    /// Adds a component among the blocks. `prepare` makes the state that the component needs.
    /// `None` if the answer is gone.
    fn view<T: Copy>(
        &mut self,
        prepare: impl FnOnce() -> T,
        view: impl FnOnce(T) -> AnyView,
    ) -> Option<(Element, T)> {
        let owner = self.owner.upgrade()?.child();
        let prepared = owner.with(prepare);
        let view = View::new(owner, || view(prepared))?;
        let element = view.first().clone();
        self.views.push(view);
        Some((element, prepared))
    }

    /// Adds a component that needs no prepared state.
    fn plain_view(&mut self, view: impl FnOnce() -> AnyView) -> Node {
        let made = self.view(|| (), |()| view());
        made.map_or_else(|| text("").into(), |(element, ())| element.into())
    }

    /// The element that is now on the page in place of `made`: a component may have replaced it.
    fn standing(&self, made: &Node) -> Node {
        let view = self.views.iter().find(|view| **view.first() == *made);
        view.and_then(View::now)
            .map_or_else(|| made.clone(), Into::into)
    }

    /// Ends the components and code blocks inside a node that leaves the page.
    fn forget(&mut self, node: &Node) {
        self.codes.retain(|code| !node.contains(Some(&code.figure)));
        self.views.retain(|view| !view.is_in(node));
    }

    /// Finishes a block that will not change any more: colours its code, and draws code
    /// whose language has a renderer.
    pub(super) fn settle(&mut self, node: &Node) {
        // A block such as a list can contain several blocks of code.
        let within = |code: &Code| node.contains(Some(&code.figure));
        while let Some(place) = self.codes.iter().position(within) {
            let code = self.codes.swap_remove(place);
            code.coloured.end();
            self.ui.answers().highlighters().colour(&code.coloured);
            self.draw_code(code);
        }
    }

    /// Replaces a settled block.
    pub(super) fn renew_block(&mut self, before: &Node, now: &Node) {
        self.settle(now);
        self.forget(before);
        if let Some(part) = before.parent_node() {
            let _ = part.replace_child(now, before);
        }
    }

    fn code(&mut self, language: &str, about: &str, code: &str) -> Node {
        let (lines, whole) = (Lines::new(code), self.whole);
        let prepare = || {
            let frame = Frame::new(code, whole);
            (frame, StoredValue::new_local(lines.clone()))
        };
        let (named, about) = (language.to_owned(), about.to_owned());
        let made = self.view(prepare, |(frame, lines)| {
            view! { <CodeBlock language=named about lines frame/> }.into_any()
        });
        let Some((figure, (frame, _))) = made else {
            return text("").into();
        };
        let coloured = Coloured::new(frame, lines.clone(), language, code);
        self.ui.answers().highlighters().colour(&coloured);
        self.codes.push(Code {
            figure: figure.clone(),
            language: language.to_ascii_lowercase(),
            frame,
            lines,
            coloured,
        });
        figure.into()
    }

    /// Draws a block whose language has a renderer, now or later. The drawing then hides the source.
    fn draw_code(&self, code: Code) {
        let Code {
            figure,
            language,
            frame,
            lines,
            ..
        } = code;
        let text = move || lines.text();
        self.draw(&figure, language, Rc::new(text), Form::Code, frame.drawing);
    }

    /// Draws a source for as long as its component is there.
    fn draw(
        &self,
        place: &Element,
        language: String,
        text: Rc<dyn Fn() -> String>,
        form: Form,
        drawing: Drawings,
    ) {
        let view = self.views.iter().find(|view| view.first() == place);
        let source = DrawingSource {
            turn: self.turn.clone(),
            language,
            text,
            form,
            place: place.clone(),
        };
        if let Some(view) = view {
            view.within(|| draw(self.ui, source, drawing));
        }
    }

    /// A formula. One that is still written shows its source.
    fn math(&mut self, display: bool, source: &str, open: bool) -> Node {
        let shown = source.to_owned();
        let made = self.view(
            || RwSignal::new_local(None),
            |drawing| view! { <Formula display source=shown drawing/> }.into_any(),
        );
        let Some((place, drawing)) = made else {
            return text("").into();
        };
        if open {
            return place.into();
        }
        let source = source.to_owned();
        let text = Rc::new(move || source.clone());
        let form = Form::Formula { display };
        self.draw(&place, "math".to_owned(), text, form, drawing);
        place.into()
    }
}

impl Page for DomPage {
    type Node = Node;

    fn element(&mut self, tag: &Tag) -> (Node, Node) {
        let (outer, inner) = match tag {
            Tag::Table => table(self.ui.texts),
            Tag::Quote(Some(kind)) => alert(self.ui.texts, *kind),
            Tag::Footnote(label) => {
                let named = label.clone();
                let back = self.plain_view(|| view! { <NoteBack label=named/> }.into_any());
                note(label, &back)
            }
            Tag::Link { url, title, host } => link(url, title, host.as_deref()),
            tag => {
                let made = plain(tag);
                (made.clone(), made)
            }
        };
        (outer.into(), inner.into())
    }

    fn text(&mut self, said: &str) -> Node {
        text(said).into()
    }

    fn leaf(&mut self, leaf: &Leaf) -> Node {
        match leaf {
            Leaf::Code {
                language,
                about,
                code,
            } => self.code(language, about, code),
            Leaf::Math {
                display,
                source,
                open,
            } => self.math(*display, source, *open),
            Leaf::Image { url, alt, title } => {
                let (url, alt, title) = (url.clone(), alt.clone(), title.clone());
                self.plain_view(|| view! { <RemoteImage url alt title/> }.into_any())
            }
            Leaf::FootnoteReference(label) => {
                let label = label.clone();
                self.plain_view(|| view! { <NoteReference label/> }.into_any())
            }
            Leaf::Checkbox(checked) => {
                let done = *checked;
                self.plain_view(|| view! { <TaskSign done/> }.into_any())
            }
            Leaf::Break => element("br", &[], &[]).into(),
            Leaf::Rule => element("hr", &[], &[]).into(),
        }
    }

    fn renew(&mut self, node: &Node, before: &Leaf, now: &Leaf) -> bool {
        if let (Leaf::Math { open: true, .. }, Leaf::Math { source, open, .. }) = (before, now) {
            // Its code is replaced by a drawing only once it is complete.
            if let (true, Some(code)) = (*open, node.first_child()) {
                code.set_text_content(Some(source));
            }
            return *open;
        }
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
        let Some(held) = self.codes.iter().find(|held| *held.figure == *node) else {
            return false;
        };
        held.coloured.renew(code);
        self.ui.answers().highlighters().colour(&held.coloured);
        true
    }

    fn append_code(&mut self, node: &Node, more: &str) {
        if let Some(held) = self.codes.iter().find(|held| *held.figure == *node) {
            held.coloured.append(more);
            self.ui.answers().highlighters().colour(&held.coloured);
        }
    }

    fn append_text(&mut self, node: &Node, more: &str) {
        if let Some(text) = node.dyn_ref::<Text>() {
            let _ = text.append_data(more);
        }
        // Not `is_connected`: a text of several slices is begun before its root is on the page.
        self.lost |= !self.root.contains(Some(node));
    }

    fn set_text(&mut self, node: &Node, text: &str) {
        node.set_text_content(Some(text));
        self.lost |= !self.root.contains(Some(node));
    }

    fn append(&mut self, parent: &Node, node: &Node) {
        if parent.is_same_node(Some(&self.root)) {
            self.append_block(node);
        } else {
            if !parent.has_child_nodes() {
                inherit(node);
            }
            append(parent, node);
        }
    }

    fn replace(&mut self, parent: &Node, before: &Node, now: &Node) {
        let before = self.standing(before);
        if before.previous_sibling().is_none() && !parent.is_same_node(Some(&self.root)) {
            inherit(now);
        }
        self.forget(&before);
        if let Some(parent) = before.parent_node() {
            let _ = parent.replace_child(now, &before);
        }
    }

    fn remove(&mut self, parent: &Node, node: &Node) {
        let node = self.standing(node);
        self.forget(&node);
        let Some(held_in) = node.parent_node() else {
            return;
        };
        let _ = held_in.remove_child(&node);
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
