//! Chat Completions and Responses: the recorded exchanges.

#![allow(
    clippy::unwrap_used,
    reason = "tests may panic; clippy exempts test functions, not their helpers"
)]

mod client;
mod damaged;
mod recordings;
mod requests;
mod thread;

use midturn_protocol::protocol::{Endpoints, Protocol};
use midturn_protocol_openai::{Chat, Responses};

use midturn_protocol::testing::Exchange;

/// Whether an exchange is one of Chat Completions.
fn is_chat(exchange: &Exchange) -> bool {
    exchange.target.contains("/chat/completions")
}

/// Whether the response of an exchange ran in the background.
fn is_background(name: &str) -> bool {
    let foreground = [
        "responses-cancel-foreground",
        "responses-cancel-foreground-call",
    ];
    let prefixes = [
        "responses-bg",
        "responses-cancel",
        "responses-second",
        "responses-steer",
    ];
    !foreground.contains(&name) && prefixes.iter().any(|prefix| name.starts_with(prefix))
}

/// The protocol of an exchange, with the options of its request.
fn protocol_of(exchange: &Exchange) -> Box<dyn Protocol> {
    if is_chat(exchange) {
        Box::new(Chat::new(""))
    } else if is_background(&exchange.name) {
        Box::new(Responses::new(r#"{"background":true}"#))
    } else if exchange.name.contains("stateless") {
        Box::new(Responses::new(r#"{"stateless":true}"#))
    } else {
        Box::new(Responses::new(""))
    }
}

fn endpoints() -> Endpoints {
    Endpoints {
        agent: "/v1".to_owned(),
        ..Endpoints::default()
    }
}
