//! The agent card: where it is, and what it says about versions, bindings and streams.

use midturn_protocol::call::{Call, under};

use super::binding::{Binding, Version};
use super::object::Object;
use super::options::Options;

/// How to reach the agent, from its card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Card {
    pub(super) version: Version,
    pub(super) binding: Binding,
    /// The URL, if it is another one than the configured one.
    pub(super) url: Option<String>,
    /// Whether the agent can stream.
    pub(super) streaming: bool,
}

/// A way to reach an agent.
#[derive(Clone, Debug)]
struct Way {
    version: Version,
    binding: Binding,
    url: String,
}

/// The request for the card of the agent at this URL: at place 0 that of its origin, as the
/// specification says, at place 1 that below its URL, for an agent behind a proxy or beside others.
pub(super) fn card(agent_url: &str, place: usize) -> Option<Call> {
    let path = [".well-known", "agent-card.json"];
    let url = match place {
        0 => under(origin_of(agent_url), &path),
        1 => under(agent_url, &path),
        _ => return None,
    };
    Some(Call::get(url))
}

fn origin_of(url: &str) -> &str {
    let Some(at) = url.find("://") else { return "" };
    let host = at + "://".len();
    let rest = url.get(host..).unwrap_or_default();
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    url.get(..host + end).unwrap_or_default()
}

impl Card {
    /// Reads the card of the agent at this URL, as far as the options leave a choice. Prefers
    /// version 1.0, and JSON-RPC. `None` if the text is no card, if it is the card of another agent
    /// of the same origin, or if the agent has no way that a page can use.
    pub(super) fn read(json: &str, agent_url: &str, options: &Options) -> Option<Self> {
        let card = Object::of(json)?;
        let streaming = card
            .object("capabilities")
            .is_some_and(|held| held.is_true("streaming"));
        let ways = ways(&card).into_iter().filter(|way| {
            options.version.is_none_or(|wanted| wanted == way.version)
                && options.binding.is_none_or(|wanted| wanted == way.binding)
        });
        let (near, far): (Vec<Way>, Vec<Way>) =
            ways.partition(|way| origin_of(&way.url) == origin_of(agent_url));
        let base = agent_url.split(['?', '#']).next().unwrap_or_default();
        let base = base.trim_end_matches('/');
        let mine = near.iter().filter(|way| is_below(&way.url, base));
        if let Some(way) = mine.min_by_key(|way| way.rank()) {
            let is_other = way.url.trim_end_matches('/') != base;
            return Some(Self {
                version: way.version,
                binding: way.binding,
                url: is_other.then(|| way.url.clone()),
                streaming,
            });
        }
        // The configured URL is probably that of a proxy, or the card has the agent's inner name.
        let way = far.iter().min_by_key(|way| way.rank())?;
        Some(Self {
            version: way.version,
            binding: way.binding,
            url: None,
            streaming,
        })
    }
}

impl Way {
    fn rank(&self) -> u8 {
        match (self.version, self.binding) {
            (Version::V1, Binding::JsonRpc) => 0,
            (Version::V1, Binding::Http) => 1,
            (Version::V03, _) => 2,
        }
    }
}

fn is_below(url: &str, base: &str) -> bool {
    let rest = url.strip_prefix(base);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// All ways to reach the agent that a card names, in the words of both versions.
fn ways(card: &Object<'_>) -> Vec<Way> {
    let objects = |name| {
        card.list(name)
            .into_iter()
            .filter_map(|held| Object::of(held.get()))
    };
    let mut ways = Vec::new();
    for face in objects("supportedInterfaces") {
        let version = face.text("protocolVersion").unwrap_or_default();
        ways.extend(way(
            Version::of(&version),
            face.text("protocolBinding").as_deref(),
            face.id("url"),
        ));
    }
    let version = card.text("protocolVersion").unwrap_or_default();
    let version = Version::of(&version).or(Some(Version::V03));
    let transport = card.text("preferredTransport");
    let transport = transport.as_deref().or(Some("JSONRPC"));
    ways.extend(way(version, transport, card.id("url")));
    for face in objects("additionalInterfaces") {
        ways.extend(way(
            version,
            face.text("transport").as_deref(),
            face.id("url"),
        ));
    }
    ways
}

fn way(version: Option<Version>, binding: Option<&str>, url: Option<String>) -> Option<Way> {
    let (version, url) = (version?, url?);
    let binding = match (binding?, version) {
        ("JSONRPC", _) => Binding::JsonRpc,
        ("HTTP+JSON", Version::V1) => Binding::Http,
        _ => return None,
    };
    Some(Way {
        version,
        binding,
        url,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the card of the agent at a URL says: version, binding and URL.
    fn read(
        json: &str,
        agent_url: &str,
        options: &str,
    ) -> Option<(Version, Binding, Option<String>)> {
        let card = Card::read(json, agent_url, &Options::of(options))?;
        Some((card.version, card.binding, card.url))
    }

    const BOTH: &str = r#"{"capabilities":{},"supportedInterfaces":[
        {"url":"http://a/grpc","protocolBinding":"GRPC","protocolVersion":"1.0"},
        {"url":"http://a/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"},
        {"url":"http://a/","protocolBinding":"JSONRPC","protocolVersion":"0.3"}]}"#;

    #[test]
    fn the_card_is_at_the_origin_of_the_agent_or_below_its_url() {
        for (agent, first, second) in [
            (
                "https://h:8/a/b?x#y",
                "https://h:8/.well-known/agent-card.json",
                "https://h:8/a/b/.well-known/agent-card.json?x#y",
            ),
            (
                "https://h",
                "https://h/.well-known/agent-card.json",
                "https://h/.well-known/agent-card.json",
            ),
        ] {
            assert_eq!(card(agent, 0), Some(Call::get(first)));
            assert_eq!(card(agent, 1), Some(Call::get(second)));
            assert_eq!(card(agent, 2), None);
        }
    }

    #[test]
    fn a_card_with_grpc_first_is_read_by_what_a_page_can_use() {
        let http = Some((Version::V1, Binding::Http, Some("http://a/rest".to_owned())));
        assert_eq!(read(BOTH, "http://a", ""), http);
        let old = Some((Version::V03, Binding::JsonRpc, None));
        assert_eq!(read(BOTH, "http://a/", r#"{"version":"0.3"}"#), old);
        assert_eq!(read(BOTH, "http://a/", r#"{"binding":"jsonrpc"}"#), old);
        let json = r#"{"url":"http://a/g","preferredTransport":"GRPC","protocolVersion":"0.3.0",
            "additionalInterfaces":[{"url":"http://a/j","transport":"JSONRPC"}]}"#;
        let found = Some((
            Version::V03,
            Binding::JsonRpc,
            Some("http://a/j".to_owned()),
        ));
        assert_eq!(read(json, "http://a", ""), found);
    }

    #[test]
    fn a_card_with_another_origin_does_not_change_the_url() {
        // So it is behind a proxy, and for an agent that knows only its inner name.
        let found = Some((Version::V1, Binding::Http, None));
        assert_eq!(read(BOTH, "https://page/agent", ""), found);
    }

    #[test]
    fn the_card_of_another_agent_of_the_same_origin_is_not_used() {
        assert_eq!(read(BOTH, "http://a/agents/weather", ""), None);
        assert_eq!(read(BOTH, "http://a/res", ""), None);
    }

    #[test]
    fn what_is_no_card_has_no_facts() {
        let grpc = r#"{"url":"g","preferredTransport":"GRPC"}"#;
        for json in ["", "[]", "{}", "<html>", grpc] {
            assert_eq!(read(json, "http://a", ""), None, "{json}");
        }
    }
}
