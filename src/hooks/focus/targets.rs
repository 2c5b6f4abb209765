//! The elements of a chat that take the focus. Components register them in the chat's context.

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::effect::FocusTarget;
use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::hooks::Elements;

/// The attribute of a queued prompt's row; its value is the prompt's id.
const PROMPT: &str = "data-prompt";

/// The elements of a chat that take the focus. Clones are handles to the same elements.
#[derive(Clone, Copy)]
pub struct FocusTargets {
    /// The element around the chat, with language, direction and theme.
    pub root: NodeRef<Div>,
    /// The composer's field.
    pub composer: Elements,
    /// The field of the running card's editor.
    pub editor: Elements,
    /// The button of the running card: Cancel while the agent works, Resume while the queue is
    /// paused.
    pub card_control: Elements,
    /// The field of the queued prompt that is being edited.
    pub prompt: Elements,
    /// The buttons that edit a queued prompt, each in the row of its prompt (see [`PROMPT`]).
    pub edit_buttons: Elements,
    /// The element that the core has moved the focus to since the last request to move it.
    last: StoredValue<Option<HtmlElement>, LocalStorage>,
}

impl Default for FocusTargets {
    /// No elements yet.
    fn default() -> Self {
        Self {
            root: NodeRef::default(),
            composer: Elements::default(),
            editor: Elements::default(),
            card_control: Elements::default(),
            prompt: Elements::default(),
            edit_buttons: Elements::default(),
            last: StoredValue::new_local(None),
        }
    }
}

impl FocusTargets {
    /// Remembers the element that the core moves the focus to; `None` at each request.
    pub(super) fn focuses(self, element: Option<&HtmlElement>) {
        self.last.try_set_value(element.cloned());
    }

    /// Whether the core, not the person, has moved the focus to this element.
    pub(super) fn was_focused(self, element: &Element) -> bool {
        let last = self.last.try_get_value().flatten();
        last.is_some_and(|last| AsRef::<Element>::as_ref(&last) == element)
    }

    /// The element around the chat; `None` unless the chat is drawn.
    pub(super) fn root(self) -> Option<Element> {
        self.root.try_get_untracked().flatten().map(Into::into)
    }

    /// The chat itself, which takes the focus and no keys.
    pub(super) fn chat(self) -> Option<HtmlElement> {
        let chat = self.root()?.query_selector(".mt-chat").ok().flatten()?;
        chat.dyn_into().ok()
    }

    /// The element for a [`FocusTarget`]; the composer's field in place of a missing `CardControl`
    /// or `Queue`. `None` if the element is not on the page.
    pub(super) fn element(self, target: &FocusTarget) -> Option<HtmlElement> {
        let composer = || self.composer.first();
        match target {
            FocusTarget::Editor => self.editor.first(),
            FocusTarget::Composer | FocusTarget::AfterSend | FocusTarget::AfterEditor(_) => {
                composer()
            }
            FocusTarget::CardControl => self.card_control.first().or_else(composer),
            FocusTarget::Prompt => self.prompt.first(),
            FocusTarget::Queue(id) => {
                let first = || self.edit_buttons.first();
                self.edit_button(id).or_else(first).or_else(composer)
            }
        }
    }

    /// The button that edits this queued prompt.
    fn edit_button(self, id: &MessageId) -> Option<HtmlElement> {
        self.edit_buttons.on_page().into_iter().find(|button| {
            let row = button.closest(&format!("[{PROMPT}]")).ok().flatten();
            let named = row.and_then(|row| row.get_attribute(PROMPT));
            named.is_some_and(|named| named == id.as_str())
        })
    }
}
