//! A tool as a model knows it: its description, a call, and the call's result.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A tool's description for a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    /// Unique.
    pub name: Cow<'static, str>,
    /// The tool's purpose.
    pub description: Cow<'static, str>,
    /// JSON Schema of its arguments.
    pub parameters: Value,
}

/// A model's request to run a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// Unique in the thread.
    pub id: String,
    /// The tool.
    pub name: String,
    /// JSON as the model wrote it: may be invalid.
    pub arguments: String,
}

impl ToolCall {
    /// A call with these arguments.
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
        }
    }

    /// The arguments as JSON; anything else becomes null.
    pub fn arguments_json(&self) -> Value {
        serde_json::from_str(&self.arguments).unwrap_or(Value::Null)
    }
}

/// A tool call's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolResult {
    /// For the model and for people to read.
    pub content: String,
    /// How the call ended.
    pub status: ToolStatus,
}

/// How a tool call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolStatus {
    /// It ran and worked.
    Ok,
    /// It ran and failed.
    Error,
    /// A person did not allow it.
    Denied,
    /// It was stopped, or never ran.
    Cancelled,
}

impl ToolResult {
    /// The result of a call that ended like this.
    pub fn new(content: impl Into<String>, status: ToolStatus) -> Self {
        Self {
            content: content.into(),
            status,
        }
    }

    /// The result of a call that worked.
    pub fn ok(content: impl Into<String>) -> Self {
        Self::new(content, ToolStatus::Ok)
    }

    /// The result of a call that failed.
    pub fn error(content: impl Into<String>) -> Self {
        Self::new(content, ToolStatus::Error)
    }

    /// The result of a call that was stopped or never ran.
    pub fn cancelled(content: impl Into<String>) -> Self {
        Self::new(content, ToolStatus::Cancelled)
    }
}
