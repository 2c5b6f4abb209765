//! The agent card: where it is, and what it says about versions and bindings.

use super::binding::{Binding, Version};
use super::object::Object;
use crate::call::Call;

/// Where an agent's card is, below its origin.
const PLACE: &str = "/.well-known/agent-card.json";

/// What a card says about reaching the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFacts {
    /// The version to speak.
    pub version: Version,
    /// The binding to use.
    pub binding: Binding,
    /// The agent's URL.
    pub url: String,
    /// Whether the agent can stream.
    pub streaming: bool,
}

/// The request for the card of the agent at this URL.
pub fn card(agent_url: &str) -> Call {
    let origin = agent_url.find("://").map(|at| {
        let host = at + "://".len();
        let rest = agent_url.get(host..).unwrap_or_default();
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        agent_url.get(..host + end).unwrap_or_default()
    });
    Call::get([origin.unwrap_or_default(), PLACE].concat())
}

/// Reads a card. Prefers version 1.0, and JSON-RPC. `None` if the text is no card, or if the agent
/// has no binding that a page can use.
pub fn of_card(json: &str) -> Option<CardFacts> {
    let card = Object::of(json)?;
    let streaming = card
        .object("capabilities")
        .is_some_and(|held| held.is_true("streaming"));
    let faces = ways(&card);
    let best = |version, binding| {
        let found = faces
            .iter()
            .find(|face| (face.0, face.1) == (version, binding))?;
        Some(CardFacts {
            version,
            binding,
            url: found.2.clone(),
            streaming,
        })
    };
    best(Version::V1, Binding::JsonRpc)
        .or_else(|| best(Version::V1, Binding::Http))
        .or_else(|| best(Version::V03, Binding::JsonRpc))
}

/// All ways to reach the agent that a card names, in the words of both versions.
fn ways(card: &Object<'_>) -> Vec<(Version, Binding, String)> {
    let objects = |name| {
        card.list(name)
            .into_iter()
            .filter_map(|held| Object::of(held.get()))
    };
    let mut faces = Vec::new();
    for face in objects("supportedInterfaces") {
        let version = face.text("protocolVersion").unwrap_or_default();
        faces.extend(way(
            Version::of(&version),
            face.text("protocolBinding").as_deref(),
            face.id("url"),
        ));
    }
    let version = card.text("protocolVersion").unwrap_or_default();
    let version = Version::of(&version).or(Some(Version::V03));
    let transport = card.text("preferredTransport");
    let transport = transport.as_deref().or(Some("JSONRPC"));
    faces.extend(way(version, transport, card.id("url")));
    for face in objects("additionalInterfaces") {
        faces.extend(way(
            version,
            face.text("transport").as_deref(),
            face.id("url"),
        ));
    }
    faces
}

fn way(
    version: Option<Version>,
    binding: Option<&str>,
    url: Option<String>,
) -> Option<(Version, Binding, String)> {
    let binding = match binding? {
        "JSONRPC" => Binding::JsonRpc,
        "HTTP+JSON" => Binding::Http,
        _ => return None,
    };
    Some((version?, binding, url?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_is_at_the_origin_of_the_agent() {
        for (agent, expected) in [
            (
                "https://h:8/a/b?x#y",
                "https://h:8/.well-known/agent-card.json",
            ),
            ("https://h", "https://h/.well-known/agent-card.json"),
            ("/api/agent", "/.well-known/agent-card.json"),
            ("", "/.well-known/agent-card.json"),
        ] {
            assert_eq!(card(agent), Call::get(expected));
        }
    }

    #[test]
    fn a_card_with_grpc_first_is_read_by_what_a_page_can_use() {
        let json = r#"{"capabilities":{},"supportedInterfaces":[
            {"url":"g","protocolBinding":"GRPC","protocolVersion":"1.0"},
            {"url":"h","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]}"#;
        let facts = CardFacts {
            version: Version::V1,
            binding: Binding::Http,
            url: "h".to_owned(),
            streaming: false,
        };
        assert_eq!(of_card(json), Some(facts));
        let json = r#"{"url":"g","preferredTransport":"GRPC","protocolVersion":"0.3.0",
            "additionalInterfaces":[{"url":"j","transport":"JSONRPC"}]}"#;
        let found = of_card(json).map(|facts| (facts.version, facts.url));
        assert_eq!(found, Some((Version::V03, "j".to_owned())));
    }

    #[test]
    fn what_is_no_card_has_no_facts() {
        for json in ["", "[]", "{}", r#"{"url":"g","preferredTransport":"GRPC"}"#] {
            assert_eq!(of_card(json), None, "{json}");
        }
    }
}
