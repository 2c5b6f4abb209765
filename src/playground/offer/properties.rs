//! The element's attributes and properties.

/// A property of the element.
pub(in super::super) struct Property {
    /// Its name.
    pub(in super::super) name: &'static str,
    /// Whether there is an attribute too.
    pub(in super::super) has_attribute: bool,
    /// How it is set in the playground.
    pub(in super::super) control: Control,
}

/// What a property is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Group {
    /// How the chat looks.
    Looks,
    /// The agent, and how it is asked.
    Agent,
    /// The thread, its past and its state.
    Thread,
    /// What the chat does.
    Behaviour,
    /// What can be attached.
    Files,
    /// For developers.
    Development,
}

/// How a property is set in the playground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Control {
    /// One of these values.
    Choice(&'static [&'static str]),
    /// A text, with an example.
    Text(&'static str),
    /// A number, with an example.
    Number(&'static str),
    /// On or off.
    Flag,
    /// A JSON object, with an example.
    Json(&'static str),
    /// Samples, which have a tab of their own.
    Sample,
}

use Control::{Choice, Flag, Json, Number, Sample, Text};

const fn both(name: &'static str, control: Control) -> Property {
    Property {
        name,
        has_attribute: true,
        control,
    }
}

const fn alone(name: &'static str, control: Control) -> Property {
    Property {
        name,
        has_attribute: false,
        control,
    }
}

/// Every property, in the groups and the order of the panel.
pub(in super::super) const PROPERTIES: [(Group, &[Property]); 6] = [
    (
        Group::Looks,
        &[
            both("theme", Choice(&["light", "dark"])),
            both("density", Choice(&["comfortable", "compact"])),
            both("locale", Choice(&["en", "fr", "ar"])),
            alone(
                "strings",
                Json(r#"{"en": {"composerPlaceholder": "Ask the shop"}}"#),
            ),
        ],
    ),
    (
        Group::Agent,
        &[
            both("agentUrl", Text("/agui")),
            both("agentName", Text("the shop assistant")),
            both(
                "protocol",
                Choice(&[
                    "ag-ui",
                    "ai-sdk",
                    "openai-chat",
                    "openai-responses",
                    "langgraph",
                    "a2a",
                ]),
            ),
            both("protocolOptions", Json(r#"{"model": "small"}"#)),
            alone("headers", Json(r#"{"x-tenant": "acme"}"#)),
            alone("credentials", Choice(&["omit", "same-origin", "include"])),
            both("stopUrl", Text("/stop/{threadId}/{runId}")),
            both("stopBody", Text(r#"{"run": "{runId}"}"#)),
            alone("control", Json(r#"{"url": "/control", "cancel": true}"#)),
            both("messagesUrl", Text("/threads")),
        ],
    ),
    (
        Group::Thread,
        &[
            both("store", Text("account-1")),
            both("threadId", Text("thread-1")),
            both("newThread", Flag),
            alone("history", Sample),
            alone("messageLink", Sample),
            alone("agentState", Json(r#"{"cart": []}"#)),
        ],
    ),
    (
        Group::Behaviour,
        &[
            both("enter", Choice(&["queue", "interject", "replace"])),
            both("interject", Choice(&["boundary", "after-response"])),
            both("shortcuts", Choice(&["on", "off"])),
            both("expandSteps", Flag),
            both("images", Choice(&["ask", "never", "always"])),
            both("feedback", Flag),
            alone(
                "starters",
                Json(r#"[{"title": "Find a tide table", "text": "tools"}]"#),
            ),
            both("tour", Text("tour")),
            alone(
                "menu",
                Json(r#"[{"id": "share", "title": "Share", "icon": "link"}]"#),
            ),
            alone("links", Json(r#"{"schemes": ["https"], "relative": true}"#)),
            alone("renderers", Sample),
            alone("tools", Sample),
        ],
    ),
    (
        Group::Files,
        &[
            both("attachments", Choice(&["on", "off"])),
            both("attachmentTypes", Text("image/*,.pdf")),
            both("attachmentMaxBytes", Number("10000000")),
        ],
    ),
    (
        Group::Development,
        &[
            both("protocolEvents", Flag),
            both("debug", Flag),
            both("baseUrl", Text("/midturn/")),
        ],
    ),
];

/// The properties of all groups.
pub(in super::super) fn properties() -> impl Iterator<Item = &'static Property> {
    PROPERTIES.into_iter().flat_map(|(_, held)| held)
}

/// The attribute of a property.
pub(in super::super) fn attribute(property: &str) -> String {
    let mut name = String::new();
    for letter in property.chars() {
        if letter.is_ascii_uppercase() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}
