//! The messages of a request, as the protocol has them.

use std::borrow::Cow;

use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::kept::Approval;

/// A message.
#[derive(Debug, Serialize)]
pub(super) struct UiMessage<'a> {
    pub(super) id: Cow<'a, str>,
    pub(super) role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) metadata: Option<&'a RawValue>,
    pub(super) parts: Vec<UiPart<'a>>,
}

/// A part of a message.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum UiPart<'a> {
    StepStart {
        r#type: &'static str,
    },
    Text(TextPart<'a>),
    File(FilePart<'a>),
    Tool(Box<ToolPart<'a>>),
    Steering {
        r#type: &'static str,
        id: &'a str,
        parts: [TextPart<'a>; 1],
    },
}

/// A text, or reasoning.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextPart<'a> {
    r#type: &'static str,
    text: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_metadata: Option<&'a RawValue>,
}

/// A file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FilePart<'a> {
    pub(super) r#type: &'static str,
    pub(super) media_type: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) filename: &'a str,
    pub(super) url: FileUrl<'a>,
}

/// The address of a file, or its bytes in a `data:` URL.
#[derive(Debug)]
pub(super) enum FileUrl<'a> {
    At(&'a str),
    Bytes {
        media_type: &'a str,
        bytes: &'a [u8],
    },
    Base64 {
        media_type: &'a str,
        text: &'a str,
    },
}

/// A call with its result.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToolPart<'a> {
    pub(super) r#type: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tool_name: Option<&'a str>,
    pub(super) tool_call_id: &'a str,
    pub(super) state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
    pub(super) input: Json<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<Json<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error_text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) provider_executed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tool_metadata: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) call_provider_metadata: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) result_provider_metadata: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) approval: Option<Approval>,
}

/// A value of the app.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Json<'a> {
    Given(&'a RawValue),
    Kept(Box<RawValue>),
    Text(&'a str),
    Empty {},
}

impl<'a> UiPart<'a> {
    pub(super) fn step_start() -> Self {
        Self::StepStart {
            r#type: "step-start",
        }
    }

    /// A text of the person.
    pub(super) fn said(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(TextPart::new("text", text.into()))
    }

    /// A text of the assistant. A text that was cut counts as done: nothing will follow.
    pub(super) fn text(text: &'a str, metadata: Option<&'a RawValue>) -> Self {
        Self::Text(TextPart {
            state: Some("done"),
            provider_metadata: metadata,
            ..TextPart::new("text", text.into())
        })
    }

    pub(super) fn reasoning(text: &'a str, metadata: Option<&'a RawValue>) -> Self {
        Self::Text(TextPart {
            state: Some("done"),
            provider_metadata: metadata,
            ..TextPart::new("reasoning", text.into())
        })
    }

    /// A message of the person inside the assistant's message.
    pub(super) fn steering(id: &'a str, text: &'a str) -> Self {
        Self::Steering {
            r#type: "steering-message",
            id,
            parts: [TextPart::new("text", text.into())],
        }
    }
}

impl<'a> TextPart<'a> {
    fn new(kind: &'static str, text: Cow<'a, str>) -> Self {
        Self {
            r#type: kind,
            text,
            state: None,
            provider_metadata: None,
        }
    }
}

impl Serialize for FileUrl<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::At(url) => serializer.serialize_str(url),
            Self::Bytes { media_type, bytes } => {
                let bytes = Base64Display::new(bytes, &STANDARD);
                serializer.collect_str(&format_args!("data:{media_type};base64,{bytes}"))
            }
            Self::Base64 { media_type, text } => {
                serializer.collect_str(&format_args!("data:{media_type};base64,{text}"))
            }
        }
    }
}
