//! Marks text on screen with a CSS highlight, which changes no node. A page has one mark.

use js_sys::{Array, Function, Reflect};
use midturn_core::find::{Query, fold};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DomRect, Element, Node, Range};

use leptos::prelude::document;

/// The name of the highlight in style sheets.
const NAME: &str = "midturn-find";

/// What is not searched. Selectors here and below, because an answer has no components of its own. The
/// words of a diagram's drawing are those of its source, which are in the page too.
const OURS: &str = "button, .mt-code__drawing, .mt-a__host, .mt-image__host";

/// What has a place of its own: no match goes from one into the next.
const BLOCKS: &str =
    "p, h3, h4, h5, h6, ul, ol, li, td, th, div, blockquote, pre, figcaption, br, hr";

/// The range of the `nth` match of a query, counted from 0, in the texts of all `elements`
/// together. If there are fewer matches, the last one.
pub fn range_of(elements: &[Element], query: &Query, nth: usize) -> Option<Range> {
    let mut texts = Texts::default();
    for element in elements {
        texts.read(element);
        texts.separate();
    }
    let mut places = query.places(&texts.folded);
    let mut start = places.next()?;
    for _ in 0..nth {
        match places.next() {
            Some(next) => start = next,
            None => break,
        }
    }
    let (node, offset, _) = *texts.places.get(start)?;
    let (last, _, end) = *texts.places.get(start + query.length() - 1)?;
    let range = document().create_range().ok()?;
    range.set_start(texts.nodes.get(node)?, offset).ok()?;
    range.set_end(texts.nodes.get(last)?, end).ok()?;
    Some(range)
}

/// The texts on screen, folded, with the position of each character.
#[derive(Default)]
struct Texts {
    nodes: Vec<Node>,
    folded: Vec<char>,
    /// For each folded character, the index of its node, and where it begins and ends there, in
    /// UTF-16 units. What folds to nothing, such as an accent, belongs to the character before it.
    places: Vec<(usize, u32, u32)>,
}

impl Texts {
    fn read(&mut self, node: &Node) {
        if node.node_type() == Node::TEXT_NODE {
            let mut offset = 0;
            for char in node.node_value().unwrap_or_default().chars() {
                let (node, start) = (self.nodes.len(), offset);
                offset += if char.len_utf16() == 1 { 1 } else { 2 };
                let held = self.folded.len();
                self.folded.extend(fold(char));
                self.places.resize(self.folded.len(), (node, start, offset));
                if self.folded.len() == held
                    && let Some((_, _, end)) = self.places.last_mut().filter(|last| last.0 == node)
                {
                    *end = offset;
                }
            }
            self.nodes.push(node.clone());
            return;
        }
        let is = |selector: &str| {
            let element = node.dyn_ref::<Element>();
            element.is_some_and(|element| element.matches(selector).unwrap_or_default())
        };
        if is(OURS) {
            return;
        }
        let is_block = is(BLOCKS);
        if is_block {
            self.separate();
        }
        let mut child = node.first_child();
        while let Some(held) = child {
            self.read(&held);
            child = held.next_sibling();
        }
        if is_block {
            self.separate();
        }
    }

    /// Ends what a match may be in.
    fn separate(&mut self) {
        self.folded.push('\u{0}');
        self.places.push((0, 0, 0));
    }
}

/// The rectangle of a range on the screen.
pub fn place_of(range: &Range) -> DomRect {
    range.get_bounding_client_rect()
}

/// Marks a range, and unmarks the previous one. Returns false if the browser cannot.
pub fn mark(range: &Range) -> bool {
    marked(range).is_some()
}

fn marked(range: &Range) -> Option<()> {
    let make: Function = Reflect::get(&js_sys::global(), &"Highlight".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let highlight = Reflect::construct(&make, &Array::of1(range)).ok()?;
    let marks = marks()?;
    let set: Function = Reflect::get(&marks, &"set".into()).ok()?.dyn_into().ok()?;
    set.call2(&marks, &NAME.into(), &highlight).ok()?;
    Some(())
}

/// Removes the mark.
pub fn unmark() {
    let remove = || {
        let marks = marks()?;
        let delete: Function = Reflect::get(&marks, &"delete".into())
            .ok()?
            .dyn_into()
            .ok()?;
        delete.call1(&marks, &NAME.into()).ok()
    };
    // A browser without highlights has none to remove.
    let _ = remove();
}

/// The browser's highlight registry.
fn marks() -> Option<JsValue> {
    let css = Reflect::get(&js_sys::global(), &"CSS".into()).ok()?;
    let marks = Reflect::get(&css, &"highlights".into()).ok()?;
    marks.is_object().then_some(marks)
}
