//! Dropping files onto a chat, with a drop zone that appears while files are dragged over it.
//!
//! Not responsible for which files are allowed. Without a mouse, the person uses the button.

use leptos::html::Section;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Node};

use super::add::{attach, files_of};
use super::allowed::Allowed;
use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
use crate::hooks::{Listener, SetIfNew, keep};

/// Lets files be dropped onto a chat.
#[component]
pub fn DropZone(
    /// The chat.
    chat: NodeRef<Section>,
) -> impl IntoView {
    let ui = Ui::get();
    let over = RwSignal::new(false);
    let dragged = move |event: &DragEvent| {
        let takes = takes(&ui, event);
        if takes && event.type_() != "dragleave" {
            event.prevent_default();
        }
        match event.type_().as_str() {
            "dragover" if takes => over.set_if_new(true),
            "dragover" => {}
            "dragleave" => {
                let to = event.related_target();
                let to = to.as_ref().and_then(JsCast::dyn_ref::<Node>);
                if !chat.get_untracked().is_some_and(|chat| chat.contains(to)) {
                    over.set_if_new(false);
                }
            }
            _ => {
                over.set_if_new(false);
                if let (true, Some(data)) = (takes, event.data_transfer()) {
                    attach(&ui, &files_of(&data));
                }
            }
        }
    };
    Effect::new(move || {
        let Some(chat) = chat.get() else { return };
        for kind in ["dragover", "dragleave", "drop"] {
            let call = Box::new(move |event: web_sys::Event| dragged(event.unchecked_ref()));
            keep(Listener::new(&chat, kind, false, call));
        }
    });
    view! {
        <Show when=move || over.get()>
            <Zone/>
        </Show>
    }
}

#[component]
fn Zone() -> impl IntoView {
    let texts = Ui::get().texts;
    view! {
        <div class="mt-drop" data-testid="attachment-drop">
            <Icon name=IconName::Attach/>
            <p>{texts.attach.drop_here}</p>
        </div>
    }
}

/// Whether files are being dragged and attachments are on.
fn takes(ui: &Ui, event: &DragEvent) -> bool {
    has_files(event) && !ui.attaching.allowed.with_untracked(Allowed::off)
}

/// Whether files are being dragged, and not a text.
pub fn has_files(event: &DragEvent) -> bool {
    let kinds = event.data_transfer().map(|data| data.types());
    kinds.is_some_and(|kinds| kinds.includes(&"Files".into(), 0))
}
