//! Moves the keyboard focus when the page shows a thread.
//!
//! When a person opens the page or begins a thread, the composer gets the focus. When a person goes
//! through the list of threads by keyboard, the focus stays in the list. The core moves the focus inside
//! a chat.

use leptos::html::Button;
use leptos::prelude::document;
use leptos::prelude::*;

use midturn::hooks::{after_frame, is_touched};

use super::chat::Place;
use super::state::Page;

impl Page {
    /// Gives the composer the focus once a thread is shown, whatever has it now.
    pub(super) fn will_write(self) {
        self.writes.set_value(true);
    }
}

/// A thread is shown: gives the composer the focus if the person will write, or if nothing has the focus.
/// Not if a message of the thread is `awaited`: that message will get the focus.
pub(super) fn focus_shown(page: Page, awaited: bool) {
    let writes = page.writes.try_update_value(std::mem::take);
    let writes = writes.unwrap_or_default();
    // What the person types next belongs where they have gone since. On a touch screen, the focus
    // would open the keyboard over the thread.
    let free = if writes { !is_typing() } else { is_nowhere() };
    if free && !awaited && !is_touched() {
        page.chat.focus(Place::Composer);
    }
}

/// When a message with buttons goes, such as the one that offers to undo a deletion: the composer gets the
/// focus if one of the buttons had it, or `listed` if the list is open over the chat.
pub(super) fn focus_after(
    page: Page,
    listed: NodeRef<Button>,
    is_shown: impl Fn() -> bool + 'static,
) {
    Effect::new(move |was: Option<bool>| {
        let now = is_shown();
        if was == Some(true) && !now {
            after_frame(move || {
                if !is_nowhere() || is_touched() {
                    return;
                }
                let listed = listed.get_untracked();
                if let Some(listed) = listed.filter(|_| page.listed.get_untracked()) {
                    let _ = listed.focus();
                } else {
                    page.chat.focus(Place::Composer);
                }
            });
        }
        now
    });
}

fn is_nowhere() -> bool {
    let focused = document().active_element();
    focused.is_none_or(|focused| focused.tag_name() == "BODY")
}

/// Whether the person types somewhere around the chat, or has opened a dialog.
fn is_typing() -> bool {
    let inside = "input, textarea, select, dialog, dialog *";
    let focused = document().active_element();
    focused.is_some_and(|focused| focused.matches(inside).unwrap_or_default())
}
