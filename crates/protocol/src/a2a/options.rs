//! What an embedder configures.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::binding::{Binding, Version};

/// The options of the protocol A2A, a JSON object. Each may be left out.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Options {
    /// `version`: the version that the agent speaks, `"1.0"` (the default) or `"0.3"`. An agent
    /// that speaks both needs no option. The agent card names the versions. If an agent answers
    /// that it does not know the method or the version, the error names this option.
    #[serde(deserialize_with = "version")]
    pub version: Version,
    /// `binding`: `"jsonrpc"` (the default) posts everything to the agent's URL; `"http"` uses the
    /// HTTP+JSON binding, whose URLs begin with the agent's URL. Only version 1.0 has the second.
    #[serde(deserialize_with = "binding")]
    pub binding: Binding,
    /// `blocking`: whether an answer is asked for as a whole instead of as a stream, for agents whose
    /// card says that they cannot stream. Such a run can be stopped only by closing the request.
    #[serde(deserialize_with = "lenient")]
    pub blocking: bool,
    /// `agentCard`: the URL of the agent card, if it is not at `/.well-known/agent-card.json` of
    /// the agent's origin.
    #[serde(deserialize_with = "lenient")]
    pub agent_card: Option<String>,
    /// `metadata`: an object that is sent as the metadata of each message.
    #[serde(deserialize_with = "lenient")]
    pub metadata: Map<String, Value>,
    /// `body`: further fields for the parameters of each request that sends a message, such as
    /// `{"configuration": {"acceptedOutputModes": ["text/plain"]}}`. The field `message` is ours.
    #[serde(deserialize_with = "lenient")]
    pub body: Map<String, Value>,
}

impl Options {
    /// Reads the JSON text. Bad JSON gives the defaults, and so does a field of the wrong type.
    pub fn of(json: &str) -> Self {
        let mut options: Self = serde_json::from_str(json).unwrap_or_default();
        options.body.remove("message");
        if options.version == Version::V03 {
            options.binding = Binding::JsonRpc;
        }
        options
    }
}

fn lenient<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: serde::de::DeserializeOwned + Default,
    D: Deserializer<'de>,
{
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// A number is read too: `0.3` without quotes is an easy mistake.
fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let name = match value {
        Value::String(name) => name,
        other => other.to_string(),
    };
    Ok(Version::of(&name).unwrap_or_default())
}

fn binding<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Binding, D::Error> {
    let name: String = lenient(deserializer)?;
    let http = matches!(name.to_ascii_lowercase().as_str(), "http" | "http+json");
    Ok(if http {
        Binding::Http
    } else {
        Binding::JsonRpc
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_read() {
        let options = Options::of(
            r#"{"version":"1.0","binding":"http","blocking":true,"agentCard":"/card","metadata":{"a":1},
            "body":{"tenant":"x","message":{}},"unknown":true}"#,
        );
        assert_eq!(options.version, Version::V1);
        assert_eq!(options.binding, Binding::Http);
        assert!(options.blocking);
        assert_eq!(options.agent_card.as_deref(), Some("/card"));
        assert_eq!(options.metadata["a"], 1);
        assert_eq!(options.body.keys().collect::<Vec<_>>(), ["tenant"]);
    }

    #[test]
    fn what_is_missing_or_bad_has_its_default() {
        for json in [
            "",
            "{",
            "[]",
            "{}",
            r#"{"version":null,"body":3,"binding":{}}"#,
        ] {
            assert_eq!(Options::of(json), Options::default(), "{json}");
        }
        assert_eq!(Options::of(r#"{"version":0.3}"#).version, Version::V03);
        assert_eq!(
            Options::of(r#"{"version":1.0,"body":[]}"#).version,
            Version::V1
        );
    }

    #[test]
    fn the_old_version_has_only_json_rpc() {
        let options = Options::of(r#"{"version":"0.3","binding":"http"}"#);
        assert_eq!(options.binding, Binding::JsonRpc);
    }
}
