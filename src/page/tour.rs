//! Whether the server of this page has a guided tour, and the message that begins it.
//!
//! Not responsible for offering it: the empty chat does.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;

/// Where the page's own server says how it is, and whether it has a tour.
const HEALTH: &str = "/healthz";

/// Asks the server, and calls back with the message if there is one. A server that says nothing
/// of a tour, or nothing at all, has none.
pub(super) fn ask(found: impl FnOnce(String) + 'static) {
    spawn_local(async move {
        if let Ok(Some(message)) = read().await {
            found(message);
        }
    });
}

async fn read() -> Result<Option<String>, JsValue> {
    let Some(window) = web_sys::window() else {
        return Ok(None);
    };
    let answer: Response = JsFuture::from(window.fetch_with_str(HEALTH))
        .await?
        .dyn_into()?;
    if !answer.ok() {
        return Ok(None);
    }
    let health = JsFuture::from(answer.json()?).await?;
    Ok(js_sys::Reflect::get(&health, &"tour".into())?.as_string())
}
