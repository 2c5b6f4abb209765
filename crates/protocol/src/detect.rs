//! Finds out which protocol a URL speaks, after it has not answered in the protocol that was tried.
//!
//! First from the answer itself. Then by probes: requests that begin no run, because they only read,
//! or because no field of their body has the right type.

use serde::Deserialize;

use crate::call::{Call, Reply, under};
use crate::name::Name;

/// The body of a request for a run, with a wrong type for each field. Some servers take an empty
/// object for a run without input.
const INVALID: &str = r#"{"model":0,"input":0,"messages":0,"stream":0}"#;

/// A probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The request.
    pub call: Call,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A2A's agent card.
    Card,
    /// The description of a `LangGraph` server.
    Info,
    /// A request for a run that `OpenAI`'s servers refuse, with an error of their own.
    Invalid(Name),
}

impl Probe {
    /// The protocol, if the answer shows that the URL speaks it.
    pub fn read(&self, reply: &Reply) -> Option<Name> {
        match self.kind {
            Kind::Card => is_card(reply).then_some(Name::A2a),
            Kind::Info => is_langgraph(reply).then_some(Name::LangGraph),
            Kind::Invalid(name) => is_refusal(reply).then_some(name),
        }
    }
}

/// The probes for an agent's URL, the surest first. If several find something, the first counts.
pub fn probes(agent: &str) -> Vec<Probe> {
    let probe = |call, kind| Probe { call, kind };
    let invalid = |segments: &[&str], name| {
        let call = Call::post(under(agent, segments), INVALID.to_owned());
        probe(call, Kind::Invalid(name))
    };
    vec![
        probe(Call::get(under(agent, &["info"])), Kind::Info),
        probe(
            Call::get(under(agent, &[".well-known", "agent-card.json"])),
            Kind::Card,
        ),
        probe(Call::get("/.well-known/agent-card.json"), Kind::Card),
        invalid(&["responses"], Name::OpenAiResponses),
        invalid(&["chat", "completions"], Name::OpenAiChat),
    ]
}

/// The protocol of an answer that is not in the protocol that was tried: the body, or the data of
/// its first event.
pub fn sniff(start: &str) -> Option<Name> {
    // The text may be cut off: look for words, not for JSON.
    let compact: String = start.chars().filter(|c| !c.is_whitespace()).collect();
    let has = |words: &str| compact.contains(words);
    if has("\"jsonrpc\":\"2.0\"") {
        Some(Name::A2a)
    } else if has("\"object\":\"chat.completion") {
        Some(Name::OpenAiChat)
    } else if has("\"type\":\"response.") || has("\"object\":\"response\"") {
        Some(Name::OpenAiResponses)
    } else if has("{\"run_id\":\"") && has("\"attempt\":") {
        Some(Name::LangGraph)
    } else if [
        "start",
        "start-step",
        "text-start",
        "text-delta",
        "error\",\"errorText",
    ]
    .iter()
    .any(|kind| compact.starts_with(&format!("{{\"type\":\"{kind}\"")))
    {
        Some(Name::AiSdk)
    } else if has("\"type\":\"RUN_STARTED\"") || has("\"type\":\"RUN_ERROR\"") {
        Some(Name::AgUi)
    } else {
        None
    }
}

fn is_card(reply: &Reply) -> bool {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Card {
        #[serde(rename = "name")]
        _name: String,
        #[serde(rename = "skills")]
        _skills: Vec<serde::de::IgnoredAny>,
    }
    reply.status == 200 && serde_json::from_str::<Card>(&reply.body).is_ok()
}

fn is_langgraph(reply: &Reply) -> bool {
    reply.status == 200 && reply.body.contains("\"langgraph_")
}

/// Whether an API refuses an invalid request in words, and does not lack the route.
fn is_refusal(reply: &Reply) -> bool {
    let refused = matches!(reply.status, 400 | 401 | 403 | 422);
    refused && (reply.body.contains("\"error\"") || reply.body.contains("\"detail\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::made::reply;

    #[test]
    fn the_first_event_shows_its_protocol() {
        for (start, name) in [
            (r#"{"type":"start","messageId":"m"}"#, Some(Name::AiSdk)),
            (r#"{"type":"start-step"}"#, Some(Name::AiSdk)),
            (r#"{"type": "error", "errorText": "no"}"#, Some(Name::AiSdk)),
            (
                r#"{"id":"c","object":"chat.completion.chunk","cho"#,
                Some(Name::OpenAiChat),
            ),
            (
                r#"{"type":"response.created","response":{"id"#,
                Some(Name::OpenAiResponses),
            ),
            (r#"{"run_id":"r","attempt":1}"#, Some(Name::LangGraph)),
            (
                r#"{"jsonrpc": "2.0", "id": 1, "error": {}}"#,
                Some(Name::A2a),
            ),
            (r#"{"type":"RUN_STARTED"}"#, Some(Name::AgUi)),
            ("<!doctype html>", None),
            (r#"{"type":"error","message":"no"}"#, None),
            ("", None),
        ] {
            assert_eq!(sniff(start), name, "{start}");
        }
    }

    #[test]
    fn each_probe_knows_its_own_answer_and_no_other() {
        let answers = [
            reply(200, r#"{"version":"0.16","langgraph_py_version":"1.2"}"#),
            reply(200, r#"{"name":"a","skills":[],"capabilities":{}}"#),
            reply(200, r#"{"name":"a","skills":[],"capabilities":{}}"#),
            reply(400, r#"{"error":{"message":"no input"}}"#),
            reply(422, r#"{"detail":"messages"}"#),
        ];
        let names = [
            Name::LangGraph,
            Name::A2a,
            Name::A2a,
            Name::OpenAiResponses,
            Name::OpenAiChat,
        ];
        let all = probes("https://h/v1");
        assert_eq!(all.len(), names.len());
        for (probe, (answer, name)) in all.iter().zip(answers.iter().zip(names)) {
            assert_eq!(probe.read(answer), Some(name));
            for other in [
                reply(404, r#"{"error":"no route"}"#),
                reply(405, ""),
                reply(200, "<!doctype html>"),
                reply(500, "Internal Server Error"),
            ] {
                assert_eq!(probe.read(&other), None, "{name:?}");
            }
        }
    }
}
