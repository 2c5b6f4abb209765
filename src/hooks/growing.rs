//! A text that grows while somebody may read in it or select from it.
//!
//! Not responsible for where the text comes from.

use leptos::prelude::*;
use web_sys::Element;

use super::effect;

/// Directive (`use:growing=text`): the text is the only content of the element. What is new is
/// appended to the text that is there, so that a selection in it stays.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a directive gets the element so"
)]
pub fn growing(element: Element, text: Signal<String>) {
    let Some(document) = element.owner_document() else {
        return;
    };
    // An element that is used again has a text of its former self.
    element.set_text_content(None);
    let node = document.create_text_node("");
    // Fails for a node around itself alone.
    let _ = element.append_child(&node);
    let mut held = String::new();
    effect(move || {
        text.with(|text| match text.strip_prefix(&*held) {
            Some("") => {}
            Some(rest) => {
                let _ = node.append_data(rest);
                held.push_str(rest);
            }
            None => {
                node.set_data(text);
                held.clone_from(text);
            }
        });
    });
}
