//! Whether the server of this page has a guided tour, and the message that begins it.
//!
//! Not responsible for offering it: the empty chat does.

use midturn::transport;
use serde::Deserialize;
use wasm_bindgen_futures::spawn_local;

/// Where the page's own server says how it is, and whether it has a tour.
const HEALTH: &str = "/healthz";

/// What the server says of itself, as far as it concerns the page.
#[derive(Deserialize)]
struct Health {
    tour: Option<String>,
}

/// Asks the server, and calls back with the message if there is one. A server that says nothing
/// of a tour, or nothing at all, has none.
pub(super) fn ask(found: impl FnOnce(String) + 'static) {
    spawn_local(async move {
        if let Some(message) = read().await {
            found(message);
        }
    });
}

async fn read() -> Option<String> {
    let answer = transport::get(HEALTH).await.ok()?;
    if !answer.ok() {
        return None;
    }
    answer.json::<Health>().await.ok()?.tour
}
