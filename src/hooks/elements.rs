//! Elements that components register in the chat's context, so that other components find them
//! without a selector.

use std::rc::Rc;

use leptos::html::ElementType;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};

/// Reads a registered element: the outer `None` if the registration has ended, the inner one if the
/// element is not drawn yet.
type Read = Rc<dyn Fn() -> Option<Option<HtmlElement>>>;

/// Registered elements of one kind. Clones are handles to the same elements.
#[derive(Clone, Copy)]
pub struct Elements(StoredValue<Vec<Read>, LocalStorage>);

impl Default for Elements {
    fn default() -> Self {
        Self(StoredValue::new_local(Vec::new()))
    }
}

impl Elements {
    /// Registers an element until the current owner ends. The element may be drawn later, and drawn
    /// again.
    pub fn register<E>(self, element: NodeRef<E>)
    where
        E: ElementType,
        E::Output: JsCast + Clone + Into<HtmlElement> + 'static,
    {
        // Ends with the current owner; the element's reference may live longer.
        let lives = StoredValue::new(());
        let read: Read = Rc::new(move || {
            lives.try_get_value()?;
            Some(element.try_get_untracked()?.map(Into::into))
        });
        self.0.try_update_value(|all| {
            all.retain(|read| read().is_some());
            all.push(read);
        });
    }

    /// The elements that are on the page. A reference keeps its element after the element was
    /// removed.
    pub fn on_page(self) -> Vec<HtmlElement> {
        let read = |all: &Vec<Read>| {
            let drawn = all.iter().filter_map(|read| read().flatten());
            drawn.filter(|element| element.is_connected()).collect()
        };
        self.0.try_with_value(read).unwrap_or_default()
    }

    /// The first element on the page, in the order of the document.
    pub fn first(self) -> Option<HtmlElement> {
        self.on_page().into_iter().reduce(|first, next| {
            let follows =
                first.compare_document_position(&next) & Node::DOCUMENT_POSITION_FOLLOWING;
            if follows == 0 { next } else { first }
        })
    }

    /// Whether `inner` is one of the elements, or inside one.
    pub fn are_around(self, inner: &Element) -> bool {
        self.on_page()
            .iter()
            .any(|element| element.contains(Some(inner)))
    }
}
