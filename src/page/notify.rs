//! System notifications for turns that end unseen.

use midturn_core::id::ThreadId;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, Notification, NotificationOptions, NotificationPermission};

/// Whether the page can show notifications: some browsers, and most views inside apps, have none, and
/// those of Android allow them from service workers only.
pub(super) fn can() -> bool {
    let is_there = web_sys::window().is_some_and(|window| {
        js_sys::Reflect::has(&window, &"Notification".into()).unwrap_or(false)
    });
    // Without permission nothing is shown. An error says that there never can be anything.
    let shows = || Notification::permission() == NotificationPermission::Granted;
    is_there && (shows() || Notification::new("").is_ok())
}

/// Asks for permission; the browser shows a dialog to the person. Returns whether there can be
/// notifications now.
pub(super) async fn ask() -> bool {
    if let Ok(asked) = Notification::request_permission() {
        let _ = JsFuture::from(asked).await;
    }
    Notification::permission() == NotificationPermission::Granted
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
