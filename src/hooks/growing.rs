//! A growing text that a reader can select from.

use leptos::prelude::*;
use web_sys::Element;

use super::effect;

/// Directive (`use:growing=text`): the text is the element's only content. New text is appended to
/// the existing text node, so that a selection in it stays.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a directive gets the element so"
)]
pub fn growing(element: Element, text: Signal<String>) {
    let Some(document) = element.owner_document() else {
        return;
    };
    // A reused element still has the text of its former use.
    element.set_text_content(None);
    let node = document.create_text_node("");
    // Fails only if the node contains the element.
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
