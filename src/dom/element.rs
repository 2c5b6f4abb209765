//! One element, and what is on it.
//!
//! Not responsible for regions of its children that come and go.

use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{Element, Event, Node};

use super::{Value, document, live_text, text};
use crate::hooks::Listener;
use crate::hooks::{effect, keep};

/// An element that is being made. Clones are handles to the same one.
#[derive(Clone)]
pub struct El(Element);

/// An element of HTML.
///
/// # Panics
///
/// With a name that cannot be one.
pub fn el(name: &str) -> El {
    let made = document().create_element(name);
    El(made.expect_throw("the name of an element"))
}

/// An element of SVG.
///
/// # Panics
///
/// With a name that cannot be one.
pub fn svg(name: &str) -> El {
    let made = document().create_element_ns(Some("http://www.w3.org/2000/svg"), name);
    El(made.expect_throw("the name of an element"))
}

impl El {
    /// The element itself.
    pub fn element(&self) -> &Element {
        &self.0
    }

    /// The element as what its name says it is, such as `HtmlInputElement`.
    pub fn cast<T: JsCast>(&self) -> T {
        self.0.clone().unchecked_into()
    }

    /// Sets its classes.
    #[must_use]
    pub fn class(self, names: &str) -> Self {
        self.attr("class", names)
    }

    /// Sets an attribute.
    #[must_use]
    pub fn attr(self, name: &str, value: &str) -> Self {
        // Fails for names that cannot be one alone.
        let _ = self.0.set_attribute(name, value);
        self
    }

    /// Sets an attribute to what `read` says, now and whenever that changes.
    #[must_use]
    pub fn live<V: Into<Value>>(self, name: &'static str, read: impl Fn() -> V + 'static) -> Self {
        self.live_of(name, Box::new(move || read().into()));
        self
    }

    fn live_of(&self, name: &'static str, read: Box<dyn Fn() -> Value>) {
        let element = self.0.clone();
        let mut held = Value::Absent;
        effect(move || {
            let value = read();
            if value == held {
                return;
            }
            let _ = match &value {
                Value::Text(text) => element.set_attribute(name, text),
                Value::Absent => element.remove_attribute(name),
            };
            held = value;
        });
    }

    /// Has a class while `read` says so.
    #[must_use]
    pub fn live_class(self, name: &'static str, read: impl Fn() -> bool + 'static) -> Self {
        self.live_class_of(name, Box::new(read));
        self
    }

    fn live_class_of(&self, name: &'static str, read: Box<dyn Fn() -> bool>) {
        let classes = self.0.class_list();
        effect(move || {
            let _ = classes.toggle_with_force(name, read());
        });
    }

    /// Calls back for each event of this kind, until the current owner ends.
    #[must_use]
    pub fn on<E: JsCast>(self, kind: &'static str, mut call: impl FnMut(E) + 'static) -> Self {
        let call = Box::new(move |event: Event| call(event.unchecked_into()));
        keep(Listener::new(&self.0, kind, false, call));
        self
    }

    /// Appends a view.
    #[must_use]
    pub fn child(self, view: impl Into<Node>) -> Self {
        // Fails for a node around itself alone.
        let _ = self.0.append_child(&view.into());
        self
    }

    /// Appends a text that stays.
    #[must_use]
    pub fn text(self, said: &str) -> Self {
        self.child(text(said))
    }

    /// Appends a text that follows what `read` reads.
    #[must_use]
    pub fn live_text<V: Into<Value>>(self, read: impl Fn() -> V + 'static) -> Self {
        self.child(live_text(read))
    }
}

impl From<El> for Node {
    fn from(el: El) -> Self {
        el.0.into()
    }
}

impl From<Element> for El {
    fn from(element: Element) -> Self {
        Self(element)
    }
}

impl From<El> for Element {
    fn from(el: El) -> Self {
        el.0
    }
}
