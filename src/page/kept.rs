//! Keeps the settings in the browser's storage for this site.

use midturn::components::settings::Settings;
use web_sys::Storage;

/// The key.
const KEY: &str = "midturn-settings";

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

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
