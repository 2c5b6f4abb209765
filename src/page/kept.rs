//! Keeps the settings in the browser's storage for this site, and which new threads closed tabs have left.

use midturn::components::settings::Settings;
use midturn_core::id::ThreadId;
use web_sys::Storage;

/// The key of the settings.
const KEY: &str = "midturn-settings";

/// The key of the threads that were left, by their ids, the latest last.
const LEFT: &str = "midturn-left";

/// The stored settings; the defaults if there are none or the browser stores nothing.
pub(super) fn read() -> Settings {
    let stored = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    stored
        .and_then(|json| serde_json::from_str(&json).ok())
        .unwrap_or_default()
}

/// Stores the settings. Without storage they last as long as the page.
pub(super) fn write(settings: &Settings) {
    if let (Some(storage), Ok(json)) = (storage(), serde_json::to_string(settings)) {
        let _ = storage.set_item(KEY, &json);
    }
}

/// Leaves a thread without messages, in which something is written, to a later page.
pub(super) fn leave(thread: &ThreadId) {
    let mut all = left();
    all.push(thread.to_string());
    write_left(&all);
}

/// Takes this thread if it was left, else none; without one, the thread that was left last. Another tab does
/// not get it any more: a person who opens a second tab wants to write something else there.
pub(super) fn take_left(wanted: Option<&ThreadId>) -> Option<ThreadId> {
    let mut all = left();
    let place = match wanted {
        Some(wanted) => all.iter().rposition(|held| held == wanted.as_str())?,
        None => all.len().checked_sub(1)?,
    };
    let taken = all.remove(place);
    write_left(&all);
    Some(ThreadId::from(taken))
}

fn left() -> Vec<String> {
    let stored = storage().and_then(|storage| storage.get_item(LEFT).ok().flatten());
    let all = stored.and_then(|json| serde_json::from_str(&json).ok());
    all.unwrap_or_default()
}

fn write_left(all: &[String]) {
    if let (Some(storage), Ok(json)) = (storage(), serde_json::to_string(all)) {
        let _ = storage.set_item(LEFT, &json);
    }
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
