//! Links to messages on this page.

use leptos::prelude::*;
use std::rc::Rc;

use midturn::components::Ui;
use midturn::hooks::{Listener, keep};
use midturn_core::id::{MessageId, ThreadId};

use super::address;
use super::state::Page;

/// Separates the thread's address from the message's id.
pub(super) const MESSAGE: &str = "#m-";

/// Gives each message a link, and leads the person to the message that the address bar names, or
/// that was chosen in the list of threads.
pub(super) fn link_messages(page: Page, ui: &Ui, thread: &ThreadId) {
    let own = thread.clone();
    ui.links.set(Some(Rc::new(move |message| {
        let origin = web_sys::window()?.location().origin().ok()?;
        Some([origin, address(&own, Some(message))].concat())
    })));
    let (link_target, own) = (ui.link_target, thread.clone());
    Effect::new(move || {
        let sought = page.sought.get();
        if let Some((_, message)) = sought.filter(|(thread, _)| *thread == own) {
            page.sought.set(None);
            link_target.set(Some(message));
        }
    });
    let lead = move || {
        if let Some(message) = link_target_of_address() {
            link_target.set(Some(message));
        }
    };
    lead();
    if let Some(window) = web_sys::window() {
        keep(Listener::new(
            &window,
            "hashchange",
            false,
            Box::new(move |_| lead()),
        ));
    }
}

/// The message that the address bar names.
pub(super) fn link_target_of_address() -> Option<MessageId> {
    let hash = web_sys::window()?.location().hash().ok()?;
    let named = hash.strip_prefix(MESSAGE)?;
    let message = js_sys::decode_uri_component(named).ok()?;
    Some(MessageId::from(String::from(message)))
}
