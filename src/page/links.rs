//! Links to messages on this page.

use js_sys::Function;
use leptos::prelude::*;
use leptos_router::hooks::use_location;
use midturn::extra::get;
use midturn_core::id::{MessageId, ThreadId};
use wasm_bindgen::prelude::*;

use super::state::Page;
use super::{THREADS, address};

/// Separates the thread's address from the message's id.
pub(super) const MESSAGE: &str = "#m-";

/// Leads the person to the message that the address names, once its thread is on screen.
pub(super) fn follow_address(page: Page) {
    let location = use_location();
    Effect::new(
        move |before: Option<(Option<ThreadId>, Option<MessageId>)>| {
            let shown = page.shown.get();
            // While the router goes to another thread, the message is one of that thread.
            let named = location.pathname.with(|path| thread_of(path));
            let is_shown = named.is_some() && named == shown;
            let message = location.hash.with(|hash| named_in(hash));
            let now = (shown, message.filter(|_| is_shown));
            if let (true, Some(message)) = (before.as_ref() != Some(&now), &now.1) {
                page.lead(message);
            }
            now
        },
    );
}

impl Page {
    /// Leads the person to a message of the thread on screen.
    pub(super) fn lead(self, message: &MessageId) {
        let message = JsValue::from_str(message.as_str());
        self.chat.act("showMessage", [message]);
    }
}

/// Whether the address names a message.
pub(super) fn has_message() -> bool {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash.is_some_and(|hash| named_in(&hash).is_some())
}

/// The function that makes the address of a message, as the chat calls it.
pub(super) fn message_link() -> Function {
    let link = Closure::<dyn Fn(JsValue) -> Option<String>>::new(|asked: JsValue| {
        let text = |name| get(&asked, name).as_string();
        let thread = ThreadId::from(text("threadId")?);
        let message = MessageId::from(text("messageId")?);
        let origin = web_sys::window()?.location().origin().ok()?;
        Some(format!("{origin}{}", address(&thread, Some(&message))))
    });
    link.into_js_value().unchecked_into()
}

/// The thread that a path names.
fn thread_of(path: &str) -> Option<ThreadId> {
    let named = path.strip_prefix(THREADS)?.trim_end_matches('/');
    let thread = js_sys::decode_uri_component(named).ok()?;
    Some(ThreadId::from(String::from(thread)))
}

fn named_in(hash: &str) -> Option<MessageId> {
    let named = hash.strip_prefix(MESSAGE)?;
    let message = js_sys::decode_uri_component(named).ok()?;
    Some(MessageId::from(String::from(message)))
}
