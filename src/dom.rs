//! Drawing: elements, texts and regions that follow signals, made straight in the document.
//!
//! A view is a node. It is made once; what changes later is one attribute, one text, or a region
//! between two markers, each by an effect of its own. Nothing is compiled per tree: Leptos's
//! `view!` compiles building and updating anew for every element and its children, which was
//! 108 KB of the element's 280 (gzip), where this and the components are 15. Nothing here takes
//! markup from text. Not responsible for what is drawn (see [`crate::components`]) nor for when
//! signals change (see [`crate::reactive`]).

mod element;
mod list;
mod made;
mod mounted;
mod region;
mod value;

pub use element::{El, el, svg};
pub use list::{each, each_of};
pub use made::{Made, made};
pub use mounted::{mounted, mounted_element};
pub use region::{choose, show};
pub use value::{Value, flag};

use wasm_bindgen::UnwrapThrowExt;
use web_sys::{Document, Node};

use crate::hooks::effect;

thread_local! {
    static DOCUMENT: Document = web_sys::window()
        .and_then(|window| window.document())
        .expect_throw("this runs in a page");
}

/// The page's document.
///
/// # Panics
///
/// Outside of a page, where there is nothing to draw on.
pub fn document() -> Document {
    DOCUMENT.with(Document::clone)
}

/// Several views as one.
pub fn all(views: impl IntoIterator<Item = Node>) -> Node {
    let all = document().create_document_fragment();
    for view in views {
        // Fails for a node around itself alone.
        let _ = all.append_child(&view);
    }
    all.into()
}

/// A text that stays.
pub fn text(text: &str) -> Node {
    document().create_text_node(text).into()
}

/// A text that follows what `read` reads; none is an empty one.
pub fn live_text<V: Into<Value>>(read: impl Fn() -> V + 'static) -> Node {
    live_text_of(Box::new(move || read().into()))
}

fn live_text_of(read: Box<dyn Fn() -> Value>) -> Node {
    let node = document().create_text_node("");
    let written = node.clone();
    let mut held = Value::Absent;
    effect(move || {
        let value = read();
        match value.as_str().strip_prefix(held.as_str()) {
            Some("") => return,
            // What is read or selected in a text that grows stays so.
            Some(rest) if held != Value::Absent => {
                let _ = written.append_data(rest);
            }
            Some(_) | None => written.set_data(value.as_str()),
        }
        held = value;
    });
    node.into()
}
