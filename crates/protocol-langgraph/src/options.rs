//! What an embedder can set for the `LangGraph` API.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

/// The options of the `LangGraph` API, as a JSON object. All are optional.
#[derive(Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Options {
    /// The assistant: a graph's name, or an assistant's id. `agent` unless set.
    pub assistant: String,
    /// Further fields of each run's request, such as `metadata` or `durability`. Fields that this
    /// client needs for itself win.
    pub body: BTreeMap<String, Box<RawValue>>,
    /// The field `config` of each run's request: an object, with `configurable`, `tags` or
    /// `recursion_limit`.
    pub config: Option<Box<RawValue>>,
    /// The field `context` of each run's request: an object for the graph's own settings.
    pub context: Option<Box<RawValue>>,
    /// Whether the work of inner graphs is streamed too, and shown as subagents. `true` unless set.
    pub subgraphs: bool,
    /// What a stop does with the run. `interrupt`, the default, keeps all finished steps.
    /// `rollback` removes the run and its message from the thread; this client still shows them, and
    /// sends them again with the next message.
    pub replace: Replace,
    /// What the server does with a run when the page closes its stream: `continue`, the default, or
    /// `cancel`.
    pub on_disconnect: OnDisconnect,
    /// What approves a question of the graph's own making (one that is neither from the
    /// human-in-the-loop middleware nor described by a schema). Any JSON value; `true` unless set.
    pub approve: Option<Box<RawValue>>,
    /// As `approve`, for a denial. `false` unless set.
    pub deny: Option<Box<RawValue>>,
}

/// What a stop does with the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Replace {
    /// The run stops; its finished steps stay.
    #[default]
    Interrupt,
    /// The run stops; it is removed from the thread.
    Rollback,
}

/// What a closed stream does to its run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnDisconnect {
    /// The run goes on, and can be joined again.
    #[default]
    Continue,
    /// The run stops.
    Cancel,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            assistant: "agent".to_owned(),
            body: BTreeMap::new(),
            config: None,
            context: None,
            subgraphs: true,
            replace: Replace::default(),
            on_disconnect: OnDisconnect::default(),
            approve: None,
            deny: None,
        }
    }
}

impl Options {
    /// Reads a JSON object; anything else gives the defaults.
    pub(super) fn read(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }
}

impl Replace {
    /// The word in a request.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Interrupt => "interrupt",
            Self::Rollback => "rollback",
        }
    }
}

impl OnDisconnect {
    /// The word in a request.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::Cancel => "cancel",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_fields_are_ignored_and_bad_json_gives_the_defaults() {
        let read = Options::read(r#"{"assistant":"a","more":1,"onDisconnect":"cancel"}"#);
        assert_eq!(read.assistant, "a");
        assert_eq!(read.on_disconnect, OnDisconnect::Cancel);
        assert!(read.subgraphs);
        for bad in ["", "{", "[]", r#"{"subgraphs":"yes"}"#] {
            let read = Options::read(bad);
            assert_eq!(read.assistant, "agent", "{bad}");
            assert_eq!(read.replace, Replace::Interrupt, "{bad}");
        }
    }
}
