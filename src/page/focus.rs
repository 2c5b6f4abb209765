//! Moves the keyboard focus when the page draws a thread.
//!
//! When a person opens the page or begins a conversation, the composer gets the focus. When a
//! person goes through the list of threads by keyboard, the focus stays in the list. The core moves
//! the focus inside a chat.

use leptos::html::{Button, ElementType};
use leptos::prelude::document;
use leptos::prelude::*;
use midturn::components::threads::ListElements;
use midturn::hooks::FocusTargets;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

/// The elements around a thread that take the focus. Drawn anew with the thread.
#[derive(Clone, Copy)]
pub(super) struct Places {
    /// The elements of the chat.
    pub(super) chat: FocusTargets,
    /// The elements of the list of threads.
    pub(super) list: ListElements,
    /// The button that opens the list on a narrow screen.
    pub(super) menu: NodeRef<Button>,
}

/// A place for the focus that exists again after the list is redrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Current,
    New,
    Settings,
    Menu,
}

/// Places for the focus, best first. A hidden place cannot take the focus: the list is hidden on a
/// narrow screen, and the button that opens the list on a wide one.
const BEST: [Place; 3] = [Place::Current, Place::New, Place::Menu];

impl Places {
    /// The place that gets the focus back after this element had it. `None` if the element is
    /// neither in the list nor the button that opens the list.
    fn of(&self, focused: &Element) -> Option<Place> {
        let is_in =
            |place: Option<HtmlElement>| place.is_some_and(|place| place.contains(Some(focused)));
        if is_in(self.element(Place::New)) {
            Some(Place::New)
        } else if is_in(self.element(Place::Settings)) {
            Some(Place::Settings)
        } else if is_in(on_page(self.list.root)) || is_in(self.element(Place::Menu)) {
            Some(Place::Current)
        } else {
            None
        }
    }

    fn element(&self, place: Place) -> Option<HtmlElement> {
        match place {
            Place::Current => on_page(self.list.current),
            Place::New => on_page(self.list.new),
            Place::Settings => on_page(self.list.settings),
            Place::Menu => on_page(self.menu),
        }
    }
}

/// An element, if it is on the page. A reference keeps its element after the element was removed.
fn on_page<E>(element: NodeRef<E>) -> Option<HtmlElement>
where
    E: ElementType,
    E::Output: JsCast + Clone + Into<HtmlElement> + 'static,
{
    let drawn: HtmlElement = element.try_get_untracked().flatten()?.into();
    drawn.is_connected().then_some(drawn)
}

/// What had the focus before the page was drawn anew, and whether the person will write next.
#[derive(Clone, Copy, Default)]
pub(super) struct HeldFocus {
    /// The elements on screen.
    places: StoredValue<Option<Places>>,
    /// The place in the list that had the focus.
    list: StoredValue<Option<Place>>,
    /// Whether the composer should get the focus instead.
    writes: StoredValue<bool>,
}

impl HeldFocus {
    /// Gives the composer the focus next, whatever has it now.
    pub(super) fn will_write(&self) {
        self.writes.set_value(true);
    }

    /// Gives the button that opens the settings the focus next, whatever has it now: the settings
    /// are about to open over it, and leave the focus there when they close.
    pub(super) fn will_set(&self) {
        self.list.set_value(Some(Place::Settings));
    }

    /// Remembers the focus if it is in the list or on the button that opens the list. If nothing
    /// has the focus now, the focused element may just have been removed: keeps what was
    /// remembered.
    pub(super) fn remember(&self) {
        let focused = document().active_element();
        let Some(focused) = focused.filter(|focused| focused.tag_name() != "BODY") else {
            return;
        };
        let places = self.places.get_value();
        self.list
            .set_value(places.and_then(|places| places.of(&focused)));
    }

    /// Restores the focus within `places`, once they are on the page. If the list did not have the
    /// focus, the composer gets it, unless a message of the thread is `awaited`: that message will
    /// get the focus.
    pub(super) fn give_back(&self, places: Places, awaited: bool) {
        self.places.set_value(Some(places));
        let list = self.list.try_update_value(Option::take).flatten();
        let writes = self.writes.try_update_value(std::mem::take);
        let writes = writes.unwrap_or_default() || list.is_none();
        Effect::new(move || {
            if places.chat.root.get().is_none() {
                return;
            }
            // Leave the focus where the person has put it since.
            if has_focus_anywhere() {
                return;
            }
            // On a touch screen, the focus would open the keyboard over the thread.
            let writes = writes && !awaited && !is_touched();
            let composer = places.chat.composer.first().filter(|_| writes);
            // Do not scroll the thread: its position belongs to the reader.
            if composer.is_some_and(|composer| takes_focus(&composer, true)) {
                return;
            }
            if let Some(first) = list {
                let element = |place| places.element(place);
                let mut elements = std::iter::once(first).chain(BEST).filter_map(element);
                elements.any(|element| takes_focus(&element, false));
            }
        });
    }
}

fn has_focus_anywhere() -> bool {
    let focused = document().active_element();
    focused.is_some_and(|focused| focused.tag_name() != "BODY")
}

/// Whether touch is the main input of this device.
fn is_touched() -> bool {
    let query = web_sys::window().map(|window| window.match_media("(pointer: coarse)"));
    let list = query.and_then(|list| list.ok().flatten());
    list.is_some_and(|list| list.matches())
}

fn takes_focus(element: &HtmlElement, in_place: bool) -> bool {
    let options = FocusOptions::new();
    options.set_prevent_scroll(in_place);
    let _ = element.focus_with_options(&options);
    document().active_element().as_ref() == Some(element.as_ref())
}
