//! The chat of the page: one `<midturn-chat>`, known only by what any embedder can set, call and hear.

use js_sys::{Array, Object};
use leptos::html::Custom;
use leptos::prelude::*;
use midturn::extra::{method, put, settled};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{CustomEvent, HtmlElement};

/// A handle to the element.
#[derive(Clone, Copy, Default)]
pub(super) struct ChatElement {
    /// The element, once it is on the page.
    pub(super) node: NodeRef<Custom<&'static str>>,
}

impl ChatElement {
    /// The element, if it is on the page.
    pub(super) fn element(self) -> Option<HtmlElement> {
        let node = self.node.try_get_untracked().flatten()?;
        Some((*node).clone().unchecked_into())
    }

    /// Sets a property.
    pub(super) fn set(self, name: &str, value: &JsValue) {
        if let Some(element) = self.element() {
            put(&element, name, value);
        }
    }

    /// Calls a method. The person sees in the list and in the chat what came of it.
    pub(super) fn act(self, name: &'static str, given: impl IntoIterator<Item = JsValue>) {
        let given: Array = given.into_iter().collect();
        spawn_local(async move {
            let _ = self.call(name, &given).await;
        });
    }

    /// Calls a method, and `done` with its result. A method that fails has none.
    pub(super) fn ask(
        self,
        name: &'static str,
        given: impl IntoIterator<Item = JsValue>,
        done: impl FnOnce(JsValue) + 'static,
    ) {
        let given: Array = given.into_iter().collect();
        spawn_local(async move {
            if let Ok(answer) = self.call(name, &given).await {
                done(answer);
            }
        });
    }

    /// Calls a method.
    ///
    /// # Errors
    /// The error with which the method fails.
    pub(super) async fn call(self, name: &str, given: &Array) -> Result<JsValue, JsValue> {
        let element = self.element().ok_or(JsValue::UNDEFINED)?;
        let function = method(&element, name).ok_or(JsValue::UNDEFINED)?;
        settled(function.apply(&element, given)?).await
    }

    /// Moves the focus to the composer, or to the button of the thread's menu.
    pub(super) fn focus(self, on: Place) {
        let how = Object::new();
        // The position in the thread belongs to the reader.
        put(&how, "preventScroll", &JsValue::TRUE);
        if on == Place::Menu {
            put(&how, "on", &JsValue::from_str("menu"));
        }
        self.act("focus", [how.into()]);
    }
}

/// Where the chat takes the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The composer.
    Composer,
    /// The button that opens the thread's menu.
    Menu,
}

/// What an event of the chat tells.
pub(super) fn detail(event: &web_sys::Event) -> JsValue {
    event
        .dyn_ref::<CustomEvent>()
        .map_or(JsValue::UNDEFINED, CustomEvent::detail)
}
