//! The element around everything on the page: language, direction, theme and density.

use leptos::html::Div;
use leptos::prelude::document;
use leptos::prelude::*;
use midturn::components::attachment::has_files;
use midturn::hooks::{Listener, focus_pressed, keep, keep_in_sight, use_stops};
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Event};

use super::state::Page;

/// The root.
#[component]
pub(super) fn Root(children: Children) -> impl IntoView {
    let page = Page::get();
    let root = NodeRef::<Div>::new();
    Effect::new(move || {
        if let Some(root) = root.get() {
            use_stops(&root);
            focus_pressed(&root);
            keep_in_sight(&root);
        }
    });
    for kind in ["dragover", "drop"] {
        let call = Box::new(|event: Event| miss(&event));
        keep(Listener::new(&window(), kind, false, call));
    }
    let texts = move || page.locale.get().catalogue();
    // The page's own: what is read aloud, and the browser's own parts, follow it.
    Effect::new(move || {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", texts().locale);
            let _ = root.set_attribute("dir", texts().dir);
        }
    });
    view! {
        <div
            class="midturn"
            translate="no"
            lang=move || texts().locale
            dir=move || texts().dir
            data-theme=move || page.settings.with(|settings| settings.theme.name())
            data-density=move || page.settings.with(|settings| settings.density.name())
            node_ref=root
        >
            {children()}
        </div>
    }
}

/// Files are dragged, or dropped, beside the chat: the browser would show one in place of the page.
fn miss(event: &Event) {
    let dragged: &DragEvent = event.unchecked_ref();
    if !event.default_prevented() && has_files(dragged) {
        event.prevent_default();
        if let Some(data) = dragged.data_transfer() {
            data.set_drop_effect("none");
        }
    }
}
