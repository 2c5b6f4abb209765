//! Moves the keyboard focus to where the core wants it.
//!
//! Components register the elements that take the focus (see [`FocusTargets`]). The target is
//! looked up once the page shows it.

mod targets;

use std::cell::Cell;

use leptos::html::Button;
use leptos::prelude::*;
use midturn_core::effect::{ClosedEditor, FocusTarget};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Event, HtmlElement, Node, PointerEvent, ShadowRoot};

use super::{Listener, after_frame, keep, reveal};
pub use targets::FocusTargets;

/// Selects what a person types in.
const FIELD: &str = "textarea, input";

/// Focuses the target after the next frame. Does nothing if it is missing then, or if the person has
/// gone to a field in the meantime: what they type next belongs there. And nothing if the focus is on
/// the host page, whose code may have called a method.
pub fn focus_later(targets: FocusTargets, target: &FocusTarget) {
    let before = targets.root().and_then(|root| active_element(&root));
    if targets
        .root()
        .is_some_and(|root| is_outside(&root, before.as_ref()))
    {
        return;
    }
    let typed = before.as_ref().is_some_and(is_field);
    let writes = typed || *target != FocusTarget::AfterSend;
    let target = target.clone();
    targets.focuses(None);
    after_frame(move || {
        let now = targets.root().and_then(|root| active_element(&root));
        let moved = now.filter(|now| before.as_ref() != Some(now) && !targets.was_focused(now));
        if !moved.is_some_and(|now| is_field(&now)) {
            focus_as(targets, &target, writes);
        }
    });
}

/// Whether the focused element is on the page around the chat. Its own children, in slots, are not.
fn is_outside(chat: &Node, focused: Option<&Element>) -> bool {
    let Some(shadow) = chat.get_root_node().dyn_ref::<ShadowRoot>().cloned() else {
        return false;
    };
    let inside = |node: &Element| shadow.contains(Some(node)) || shadow.host().contains(Some(node));
    let is_page = |node: &Element| node.tag_name() == "BODY" || node.contains(Some(&shadow.host()));
    focused.is_some_and(|node| !inside(node) && !is_page(node))
}

/// Whether a focused element is a field, or has one in a shadow root of the embedder.
pub(super) fn is_field(element: &Element) -> bool {
    let inside = element.shadow_root().and_then(|root| root.active_element());
    match inside {
        Some(inside) => is_field(&inside),
        None => element.matches(FIELD).unwrap_or_default(),
    }
}

/// Whether touch is the main input of this device: a field's focus opens a keyboard on the screen.
pub fn is_touched() -> bool {
    let query = web_sys::window().map(|window| window.match_media("(pointer: coarse)"));
    query.is_some_and(|found| found.ok().flatten().is_some_and(|query| query.matches()))
}

fn focus(targets: FocusTargets, target: &FocusTarget) {
    focus_as(targets, target, true);
}

/// Focuses the target. On a touch screen the composer's focus opens the keyboard over what is read: unless
/// the person `writes`, the card's button or the chat takes it.
fn focus_as(targets: FocusTargets, target: &FocusTarget, writes: bool) {
    let element = if writes || !is_touched() {
        targets.element(target)
    } else {
        targets.card_control.first().or_else(|| targets.chat())
    };
    let Some(element) = element else { return };
    targets.focuses(Some(&element));
    focus_quietly(&element);
    if matches!(target, FocusTarget::Editor) {
        reveal(&element);
    }
}

/// The attribute of the element around an editor; its value says which editor it is.
pub fn editor_name(editor: &ClosedEditor) -> String {
    match editor {
        ClosedEditor::Message(id) => id.to_string(),
        ClosedEditor::Card => ":card".to_owned(),
        ClosedEditor::Prompt => ":prompt".to_owned(),
    }
}

/// Moves the focus from an editor that is about to be removed to the composer. At once, so that the
/// next key goes there. Does nothing if the focus is elsewhere.
pub fn leave_editor(targets: FocusTargets, editor: &ClosedEditor) {
    let Some(root) = targets.root() else { return };
    let around = active_element(&root).and_then(|held| held.closest("[data-editor]").ok()?);
    let name = around.and_then(|around| around.get_attribute("data-editor"));
    if name.is_some_and(|name| name == editor_name(editor)) {
        focus(targets, &FocusTarget::Composer);
    }
}

/// When an editor closes: moves the focus to the button that opened it, unless something else has the
/// focus.
pub fn focus_after_edit(button: NodeRef<Button>, is_open: Memo<bool>) {
    Effect::new(move |before: Option<bool>| {
        let now = is_open.get();
        if before == Some(true) && !now {
            after_frame(move || {
                // The row may be gone.
                let button = button.try_get_untracked().flatten();
                if let Some(button) = button.filter(|button| is_nowhere(button)) {
                    focus_quietly(&button);
                }
            });
        }
        now
    });
}

/// Whether nothing has the focus, as seen from `near`, because what had it was removed.
fn is_nowhere(near: &Element) -> bool {
    active_element(near).is_none_or(|focused| {
        let inside = focused.shadow_root();
        focused.tag_name() == "BODY" || inside.is_some_and(|root| root.active_element().is_none())
    })
}

/// Moves the focus to the composer if the current change removes what has the focus in the chat: a
/// button that was pressed, or an editor that another tab has closed. Key presses must not get lost. If
/// the core moves the focus, the core wins.
pub fn return_focus(targets: FocusTargets) {
    let Some(root) = targets.root() else { return };
    let focused = active_element(&root).filter(|focused| root.contains(Some(focused)));
    let Some(focused) = focused else { return };
    // Most changes come while the person is there, and nothing is drawn in its place.
    let composer = targets.element(&FocusTarget::Composer);
    if composer.is_some_and(|composer| *focused == **composer) {
        return;
    }
    let wrote = is_field(&focused);
    let is_lost = move || {
        let nowhere = active_element(&root).is_none_or(|element| element.tag_name() == "BODY");
        nowhere && root.is_connected() && !focused.is_connected()
    };
    after_frame(move || {
        after_frame(move || {
            // What closes an editor moves the focus in the frame after: the loss may be of this frame,
            // and this look of a change before.
            if is_lost() {
                after_frame(move || {
                    if is_lost() {
                        // At once: a later focus move of the core wins.
                        focus_as(targets, &FocusTarget::Composer, wrote);
                    }
                });
            }
        });
    });
}

/// Listens for presses of buttons that go with the press, as those of a message that is closed: the
/// focus returns as after a change (see [`return_focus`]). Lasts as long as the current owner.
pub fn return_after_presses(targets: FocusTargets) {
    let Some(root) = targets.root() else { return };
    let pressed = move |event: Event| {
        // On a touch screen the composer's focus would open the keyboard over what is read.
        let pointer = event.dyn_ref::<PointerEvent>();
        if pointer.is_none_or(|pointer| pointer.pointer_type() != "touch") {
            return_focus(targets);
        }
    };
    keep(Listener::new(&root, "click", true, Box::new(pressed)));
}

thread_local! {
    /// Whether the last press inside was that of a key.
    static BY_KEY: Cell<bool> = const { Cell::new(false) };
}

/// Notes whether keys or a pointer were used last. Lasts as long as the current owner.
pub fn note_presses(root: &Element) {
    let note = |by_key: bool| Box::new(move |_: Event| BY_KEY.set(by_key));
    keep(Listener::new(root, "keydown", true, note(true)));
    keep(Listener::new(root, "pointerdown", true, note(false)));
}

/// Gives a clicked button the focus, as most browsers do. Safari gives it to an element around the
/// button, or to none. Then a closed dialog could not return it to the button, and nobody would know
/// that it is lost when the button is removed. Lasts as long as the current owner.
pub fn focus_pressed(root: &Element) {
    let pressed = move |event: Event| {
        let target = event
            .target()
            .and_then(|held| held.dyn_into::<Element>().ok());
        let button = target.and_then(|held| held.closest("button, summary").ok().flatten());
        let Some(button) = button.and_then(|held| held.dyn_into::<HtmlElement>().ok()) else {
            return;
        };
        let element: &Element = &button;
        let around = |active: Element| {
            active.tag_name() == "BODY" || active != *element && active.contains(Some(&button))
        };
        if active_element(&button).is_none_or(around) {
            focus_quietly(&button);
        }
    };
    keep(Listener::new(root, "click", true, Box::new(pressed)));
}

/// The button of the next row in a list, else of the previous row. It takes the focus when the row of the
/// given button is removed. Selectors, because a list keeps no references to the buttons of its rows.
pub fn beside(button: &Element) -> Option<HtmlElement> {
    let row = button.closest("li").ok().flatten()?;
    let next = row.next_element_sibling();
    let next = next.or_else(|| row.previous_element_sibling())?;
    let button = next.query_selector("button").ok().flatten()?;
    button.dyn_into().ok()
}

/// Restores the focus within `list` after the current change has moved its rows: an element loses
/// the focus when it is moved.
pub fn keep_focus(list: &Element) {
    keep_focus_or(list, || {});
}

/// The same. Calls `removed` if the change has removed what had the focus, and nothing has it now.
pub fn keep_focus_or(list: &Element, removed: impl FnOnce() + 'static) {
    let focused = active_element(list).filter(|focused| list.contains(Some(focused)));
    let Some(focused) = focused.and_then(|focused| focused.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    // Runs once the change is on the page. A frame later, the loss would be visible and audible.
    spawn_local(async move {
        let nowhere = active_element(&focused).is_none_or(|element| element.tag_name() == "BODY");
        match (nowhere, focused.is_connected()) {
            (true, true) => focus_quietly(&focused),
            (true, false) => removed(),
            (false, _) => {}
        }
    });
}

/// Before the running card is drawn in another place: takes the focus along, if it is in the card.
pub fn follow_focus(targets: FocusTargets, card: &Element) {
    if focus_within(card) {
        spawn_local(async move {
            let root = targets.root();
            let focused = root.and_then(|root| active_element(&root));
            if focused.is_none_or(|element| element.tag_name() == "BODY") {
                focus(targets, &FocusTarget::CardControl);
            }
        });
    }
}

/// Focuses without scrolling: the scroll position belongs to the reader.
pub fn focus_quietly(element: &HtmlElement) {
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    if BY_KEY.get() {
        // After a click, WebKit shows no ring until the Tab key is pressed.
        let _ = js_sys::Reflect::set(&options, &"focusVisible".into(), &true.into());
    }
    let _ = element.focus_with_options(&options);
}

/// Whether `element` or something in it has the focus.
pub fn focus_within(element: &Element) -> bool {
    active_element(element).is_some_and(|focused| element.contains(Some(&focused)))
}

/// The focused element, as seen from the document or shadow root of `near`.
pub fn focused(near: Option<&Element>) -> Option<Element> {
    active_element(near?)
}

/// The focused element in the document or shadow root of `node`. If that root has none, the focused
/// element of the document, such as another chat or a field of the host page.
pub(super) fn active_element(node: &Node) -> Option<Element> {
    let shadow = node.get_root_node().dyn_into::<ShadowRoot>().ok();
    shadow
        .and_then(|shadow| shadow.active_element())
        .or_else(|| web_sys::window()?.document()?.active_element())
}
