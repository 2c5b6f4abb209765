//! System notifications for turns that end unseen.

use midturn_core::id::ThreadId;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, Notification, NotificationOptions, NotificationPermission};

/// Whether the browser has notifications: some browsers, and most views inside apps, do not.
pub(super) fn can() -> bool {
    web_sys::window().is_some_and(|window| {
        js_sys::Reflect::has(&window, &"Notification".into()).unwrap_or(false)
    })
}

/// Asks for permission; the browser shows a dialog to the person.
pub(super) fn ask() {
    if can() {
        // If refused, nothing is shown.
        let _ = Notification::request_permission();
    }
}

/// Shows a notification, and calls `press` when the person presses it. It replaces an earlier
/// notification of the same thread.
pub(super) fn notify(thread: &ThreadId, title: &str, said: &str, press: impl FnOnce() + 'static) {
    if !can() || Notification::permission() != NotificationPermission::Granted {
        return;
    }
    let options = NotificationOptions::new();
    options.set_body(said);
    options.set_tag(thread.as_str());
    let Ok(shown) = Notification::new_with_options(title, &options) else {
        // Some browsers allow notifications from service workers only.
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
