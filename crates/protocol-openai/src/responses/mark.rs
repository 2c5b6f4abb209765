//! What a later request must know of a call, kept on the call as its opaque value.

use midturn_protocol::json::to_json;
use serde::{Deserialize, Serialize};

/// Tells these marks from the opaque values of other protocols.
const KIND: &str = "openai.responses";

/// What a call was.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Was {
    /// A call of a function, which needs no mark.
    #[default]
    Function,
    /// A call of a custom tool, whose input is no JSON.
    Custom,
    /// A call that an MCP server answers.
    Mcp,
    /// Work of a tool of the model's provider, such as a web search.
    Hosted,
}

/// The mark of a call.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct Mark {
    pub(super) kind: String,
    pub(super) was: Was,
    /// The server's `call_id`, where the activity has another id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) call: Option<String>,
    /// The label of the MCP server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) server: Option<String>,
}

impl Mark {
    pub(super) fn new(was: Was) -> Self {
        Self {
            kind: KIND.to_owned(),
            was,
            call: None,
            server: None,
        }
    }

    /// The mark in a call's opaque value. A call without a mark was a function's.
    pub(super) fn read(opaque: Option<&str>) -> Self {
        let mark: Option<Self> = opaque.and_then(|text| serde_json::from_str(text).ok());
        mark.filter(|mark| mark.kind == KIND).unwrap_or_default()
    }

    /// The opaque value; `None` if there is nothing to remember.
    pub(super) fn text(&self) -> Option<String> {
        let plain = self.was == Was::Function && self.call.is_none();
        (!plain).then(|| to_json(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_read_back_and_other_opaque_values_mean_a_function() {
        let mark = Mark {
            server: Some("sawmill".to_owned()),
            ..Mark::new(Was::Mcp)
        };
        let read = Mark::read(mark.text().as_deref());
        assert_eq!(read.was, Was::Mcp);
        assert_eq!(read.server.as_deref(), Some("sawmill"));
        assert_eq!(Mark::new(Was::Function).text(), None);
        for opaque in [None, Some(""), Some("xyz"), Some(r#"{"was":"mcp"}"#)] {
            assert_eq!(Mark::read(opaque).was, Was::Function, "{opaque:?}");
        }
    }
}
