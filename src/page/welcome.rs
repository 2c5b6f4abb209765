//! Asks the page's server what its agent is called, and what it offers in an empty thread.

use midturn::components::chat::Starter;
use midturn::transport;
use serde::Deserialize;
use wasm_bindgen_futures::spawn_local;

/// The server's status URL. The status of an agent that offers something includes it.
const HEALTH: &str = "/healthz";

/// What the server's agent offers in an empty thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Welcome {
    /// What it is called in the middle of a sentence.
    pub(super) name: Option<String>,
    /// Messages to begin with.
    pub(super) starters: Vec<Starter>,
    /// The message that begins its tour.
    pub(super) tour: Option<String>,
}

/// The part of the server's status that the page needs.
#[derive(Deserialize)]
struct Health {
    agent: Option<String>,
    #[serde(default)]
    starters: Vec<Offered>,
    tour: Option<String>,
}

#[derive(Deserialize)]
struct Offered {
    title: String,
    #[serde(default)]
    about: String,
    text: String,
}

/// Asks the server, and calls `found` with what it offers. Any other answer, or none, offers
/// nothing.
pub(super) fn ask(found: impl FnOnce(Welcome) + 'static) {
    spawn_local(async move {
        if let Some(health) = read().await {
            found(Welcome {
                name: health.agent,
                starters: health.starters.into_iter().map(starter).collect(),
                tour: health.tour,
            });
        }
    });
}

fn starter(offered: Offered) -> Starter {
    let Offered { title, about, text } = offered;
    Starter { title, about, text }
}

async fn read() -> Option<Health> {
    let answer = transport::get(HEALTH).await.ok()?;
    if !answer.ok() {
        return None;
    }
    answer.json().await.ok()
}
