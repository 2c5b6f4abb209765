//! An answer on the page as HTML text, for the clipboard. Nothing is ever made of such a text here.

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, Node, NodeList};

/// The turn around the row.
const TURN: &str = ".mt-turn";

/// The drawn texts of a turn, also of an agent's message that is drawn in several pieces.
const TEXTS: &str = ".mt-answer";

/// What an answer has for its reader here, and not for a reader elsewhere.
const OURS: &str = "button, .mt-code__head, .mt-code__drawing, .mt-a__host";

/// What a copy has as words: the button of a footnote has its label, and a cloned canvas is blank.
const WORDS: &str = ".mt-note__go, canvas";

/// What names a picture on a canvas.
const NAMED: &str = "[aria-label]";

/// The sign of a task, which is an icon if the task is done.
const TASK: &str = ".mt-task";

/// What means something here alone.
const ATTRIBUTES: [&str; 7] = ["class", "id", "part", "role", "style", "tabindex", "title"];

/// The texts of the turn around this element.
pub(super) fn html_of(row: &HtmlElement) -> String {
    let Some(turn) = row.closest(TURN).ok().flatten() else {
        return String::new();
    };
    let texts = found(turn.query_selector_all(TEXTS));
    let texts = texts
        .iter()
        .filter_map(|text| text.clone_node_with_deep(true).ok());
    texts
        .filter_map(|text| text.dyn_into::<Element>().ok())
        .map(|text| written(&text))
        .collect()
}

/// The content of a copy, as text.
fn written(copy: &Element) -> String {
    for held in found(copy.query_selector_all(WORDS)) {
        let own = held.text_content().filter(|words| !words.is_empty());
        let name = || held.closest(NAMED).ok()??.get_attribute("aria-label");
        // Fails for no element that has a parent.
        let _ = held.replace_with_with_str_1(&own.or_else(name).unwrap_or_default());
    }
    for ours in found(copy.query_selector_all(OURS)) {
        ours.remove();
    }
    for sign in found(copy.query_selector_all(TASK)) {
        let done = sign.first_element_child().is_some();
        sign.set_text_content(Some(if done { "☑ " } else { "☐ " }));
    }
    for element in found(copy.query_selector_all("*")) {
        for attribute in ATTRIBUTES {
            // Fails for no attribute of this list.
            let _ = element.remove_attribute(attribute);
        }
    }
    let children = copy.child_nodes();
    let children = (0..children.length()).filter_map(|at| children.item(at));
    children.filter_map(|child| serialized(&child)).collect()
}

fn found(all: Result<NodeList, JsValue>) -> Vec<Element> {
    let Ok(all) = all else { return Vec::new() };
    let all = (0..all.length()).filter_map(|at| all.item(at));
    all.filter_map(|node| node.dyn_into().ok()).collect()
}

fn serialized(node: &Node) -> Option<String> {
    let kind: Function = Reflect::get(&js_sys::global(), &"XMLSerializer".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let serializer = Reflect::construct(&kind, &Array::new()).ok()?;
    let write: Function = Reflect::get(&serializer, &"serializeToString".into())
        .ok()?
        .dyn_into()
        .ok()?;
    write.call1(&serializer, node).ok()?.as_string()
}
