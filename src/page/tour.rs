//! Asks the page's server whether it has a guided tour, and for the message that begins it.

use midturn::transport;
use serde::Deserialize;
use wasm_bindgen_futures::spawn_local;

/// The server's status URL. The status includes the tour's message if there is a tour.
const HEALTH: &str = "/healthz";

/// The part of the server's status that the page needs.
#[derive(Deserialize)]
struct Health {
    tour: Option<String>,
}

/// Asks the server, and calls `found` with the tour's message if there is a tour. Any other answer,
/// or none, counts as no tour.
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
