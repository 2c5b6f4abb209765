//! What is selected in the tree of a node.
//!
//! Engines tell it in different ways. In Chromium each shadow root has a selection of its own. Safari has
//! one selection, which names nodes of a shadow tree only to those who name the tree
//! (`getComposedRanges`). Firefox names them as they are, and has a range for each piece between
//! elements that cannot be selected.

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Node, Range, Selection, ShadowRoot};

#[wasm_bindgen]
extern "C" {
    /// A `Range` or a `StaticRange`.
    type AnyRange;
    #[wasm_bindgen(method, getter, js_name = startContainer)]
    fn start_container(this: &AnyRange) -> Node;
    #[wasm_bindgen(method, getter, js_name = startOffset)]
    fn start_offset(this: &AnyRange) -> u32;
    #[wasm_bindgen(method, getter, js_name = endContainer)]
    fn end_container(this: &AnyRange) -> Node;
    #[wasm_bindgen(method, getter, js_name = endOffset)]
    fn end_offset(this: &AnyRange) -> u32;
}

/// The selection of the page, or of the node's shadow root where that has its own.
pub fn selection(node: &Node) -> Option<Selection> {
    let root = node.get_root_node();
    match method(&root, "getSelection") {
        Some(own) => own.call0(&root).ok()?.dyn_into().ok(),
        None => web_sys::window()?.get_selection().ok()?,
    }
}

/// What is selected, as a range. It is collapsed where there is only a cursor. Of a selection that goes
/// beyond the node's tree, it has what is in the tree.
pub fn selected_range(node: &Node) -> Option<Range> {
    let root = node.get_root_node();
    let selection = selection(node)?;
    let plain = selection.get_range_at(0).ok()?;
    if method(&root, "getSelection").is_some() {
        return Some(plain);
    }
    let [first, last]: [AnyRange; 2] = if let Some(composed) = composed(&selection, &root) {
        [composed.clone(), composed].map(JsCast::unchecked_into)
    } else {
        let last = selection.get_range_at(selection.range_count() - 1).ok()?;
        [plain.clone(), last].map(JsCast::unchecked_into)
    };
    let (start, end) = (first.start_container(), last.end_container());
    let [starts, ends] = [&start, &end].map(|place| place.get_root_node() == root);
    let around = root.dyn_ref().map(ShadowRoot::host);
    let around = around.is_some_and(|host| plain.intersects_node(&host).unwrap_or(false));
    if !(starts || ends || around) {
        return Some(plain);
    }
    let range = web_sys::window()?.document()?.create_range().ok()?;
    range.select_node_contents(&root).ok()?;
    if starts {
        range.set_start(&start, first.start_offset()).ok()?;
    }
    if ends {
        range.set_end(&end, last.end_offset()).ok()?;
    }
    Some(range)
}

/// The selection as Safari names it to those who name the shadow root.
fn composed(selection: &Selection, root: &Node) -> Option<JsValue> {
    let ranges = method(selection, "getComposedRanges")?;
    let given = js_sys::Object::new();
    Reflect::set(&given, &"shadowRoots".into(), &Array::of1(root)).ok()?;
    // Before Safari 18 the roots themselves were given.
    let found = ranges.call1(selection, &given);
    let found = found.or_else(|_| ranges.call1(selection, root)).ok()?;
    let first = found.dyn_into::<Array>().ok()?.get(0);
    (!first.is_undefined()).then_some(first)
}

fn method(of: &JsValue, name: &str) -> Option<Function> {
    Reflect::get(of, &name.into()).ok()?.dyn_into().ok()
}
