//! The system's own notifications, for a turn that ends unseen.
//!
//! Not responsible for when: the person asks for them, and the session says what happens unseen.

use midturn_core::id::ThreadId;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, Notification, NotificationOptions, NotificationPermission};

/// Asks the browser for leave; the person decides in its own dialog.
pub(super) fn ask() {
    // Without leave nothing is shown, which is what a refusal means.
    let _ = Notification::request_permission();
}

/// Shows one; `press` is called when it is pressed. A later one of the same thread takes its place.
pub(super) fn notify(thread: &ThreadId, title: &str, said: &str, press: impl FnOnce() + 'static) {
    if Notification::permission() != NotificationPermission::Granted {
        return;
    }
    let options = NotificationOptions::new();
    options.set_body(said);
    options.set_tag(thread.as_str());
    let Ok(shown) = Notification::new_with_options(title, &options) else {
        // Some browsers have them for service workers alone.
        return;
    };
    let closing = shown.clone();
    let pressed = Closure::once_into_js(move |_: Event| {
        if let Some(window) = web_sys::window() {
            let _ = window.focus();
        }
        closing.close();
        press();
    });
    shown.set_onclick(Some(pressed.unchecked_ref()));
}
