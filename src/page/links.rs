//! Links to messages on this page.

use std::rc::Rc;

use leptos::prelude::*;
use leptos_router::hooks::use_location;
use midturn::components::Ui;
use midturn_core::id::{MessageId, ThreadId};

use super::address;

/// Separates the thread's address from the message's id.
pub(super) const MESSAGE: &str = "#m-";

/// Gives each message a link, and leads the person to the message that the address names.
pub(super) fn link_messages(ui: &Ui, thread: &ThreadId) {
    let own = thread.clone();
    ui.links.set(Some(Rc::new(move |message| {
        let origin = web_sys::window()?.location().origin().ok()?;
        Some([origin, address(&own, Some(message))].concat())
    })));
    let (link_target, hash) = (ui.link_target, use_location().hash);
    let lead = move |hash: &String| {
        if let Some(message) = named_in(hash) {
            link_target.set(Some(message));
        }
    };
    hash.with_untracked(lead);
    Effect::watch(move || hash.get(), move |hash, _, _| lead(hash), false);
}

/// The message that the address names. It is the router's address: where a thread is drawn, the
/// browser's may still be that of the thread before.
pub(super) fn message_of_address() -> Option<MessageId> {
    use_location().hash.with_untracked(|hash| named_in(hash))
}

fn named_in(hash: &str) -> Option<MessageId> {
    let named = hash.strip_prefix(MESSAGE)?;
    let message = js_sys::decode_uri_component(named).ok()?;
    Some(MessageId::from(String::from(message)))
}
