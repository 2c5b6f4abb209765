//! What an embedder configures.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::binding::{Binding, Version};

/// The options of the protocol A2A, a JSON object. Each may be left out.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Options {
    /// `version`: the version that the agent speaks, `"1.0"` or `"0.3"`. Default: what the agent
    /// card says, and `"1.0"` if there is no card. If an agent answers that it does not know the
    /// method or the version, the error names this option.
    #[serde(deserialize_with = "version")]
    pub version: Option<Version>,
    /// `binding`: `"jsonrpc"` posts everything to one URL; `"http"` uses the HTTP+JSON binding.
    /// Only version 1.0 has the second. Default: what the agent card says, and `"jsonrpc"` if there
    /// is no card.
    #[serde(deserialize_with = "binding")]
    pub binding: Option<Binding>,
    /// `blocking`: whether an answer is asked for as a whole instead of as a stream. Such a run can
    /// be stopped only by closing the request. Default: whether the agent card says that the agent
    /// cannot stream.
    #[serde(deserialize_with = "lenient")]
    pub blocking: Option<bool>,
    /// `agentCard`: the URL of the agent card, if it is neither at `/.well-known/agent-card.json` of
    /// the agent's origin nor below the agent's URL.
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
fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Version>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let name = match value {
        Value::String(name) => name,
        other => other.to_string(),
    };
    Ok(Version::of(&name))
}

fn binding<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Binding>, D::Error> {
    let name: String = lenient(deserializer)?;
    Ok(match name.to_ascii_lowercase().as_str() {
        "http" | "http+json" => Some(Binding::Http),
        "jsonrpc" => Some(Binding::JsonRpc),
        _ => None,
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
        assert_eq!(options.version, Some(Version::V1));
        assert_eq!(options.binding, Some(Binding::Http));
        assert_eq!(options.blocking, Some(true));
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
        for (json, expected) in [
            (r#"{"version":0.3}"#, Version::V03),
            (r#"{"version":1.0,"body":[]}"#, Version::V1),
        ] {
            assert_eq!(Options::of(json).version, Some(expected), "{json}");
        }
    }
}
