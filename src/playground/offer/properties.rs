//! The element's attributes and properties.

/// A property of the element.
pub(in super::super) struct Property {
    /// Its name.
    pub(in super::super) name: &'static str,
    /// Whether there is an attribute too.
    pub(in super::super) has_attribute: bool,
    /// The group in which it is shown.
    pub(in super::super) group: Group,
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
    /// Set in the list of samples.
    Samples,
}

impl Group {
    /// The groups of the panel, in order.
    pub(in super::super) const SHOWN: [Self; 6] = [
        Self::Looks,
        Self::Agent,
        Self::Thread,
        Self::Behaviour,
        Self::Files,
        Self::Development,
    ];
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
    /// A sample function, on or off.
    Sample,
}

const fn both(group: Group, name: &'static str, control: Control) -> Property {
    Property {
        name,
        has_attribute: true,
        group,
        control,
    }
}

const fn alone(group: Group, name: &'static str, control: Control) -> Property {
    Property {
        name,
        has_attribute: false,
        group,
        control,
    }
}

/// Every property, in the order of the panel.
pub(in super::super) const PROPERTIES: &[Property] = &[
    both(Group::Looks, "theme", Control::Choice(&["light", "dark"])),
    both(
        Group::Looks,
        "density",
        Control::Choice(&["comfortable", "compact"]),
    ),
    both(Group::Looks, "locale", Control::Choice(&["en", "fr", "ar"])),
    alone(
        Group::Looks,
        "strings",
        Control::Json(r#"{"en": {"composerPlaceholder": "Ask the shop"}}"#),
    ),
    both(Group::Agent, "agentUrl", Control::Text("/agui")),
    both(
        Group::Agent,
        "agentName",
        Control::Text("the shop assistant"),
    ),
    both(
        Group::Agent,
        "protocol",
        Control::Choice(&[
            "ag-ui",
            "ai-sdk",
            "openai-chat",
            "openai-responses",
            "langgraph",
            "a2a",
        ]),
    ),
    both(
        Group::Agent,
        "protocolOptions",
        Control::Json(r#"{"model": "small"}"#),
    ),
    alone(
        Group::Agent,
        "headers",
        Control::Json(r#"{"x-tenant": "acme"}"#),
    ),
    alone(
        Group::Agent,
        "credentials",
        Control::Choice(&["omit", "same-origin", "include"]),
    ),
    both(
        Group::Agent,
        "stopUrl",
        Control::Text("/stop/{threadId}/{runId}"),
    ),
    both(
        Group::Agent,
        "stopBody",
        Control::Text(r#"{"run": "{runId}"}"#),
    ),
    alone(
        Group::Agent,
        "control",
        Control::Json(r#"{"url": "/control", "cancel": true}"#),
    ),
    both(Group::Agent, "messagesUrl", Control::Text("/threads")),
    both(Group::Thread, "threadId", Control::Text("thread-1")),
    alone(Group::Thread, "history", Control::Sample),
    alone(Group::Thread, "messageLink", Control::Sample),
    alone(
        Group::Thread,
        "agentState",
        Control::Json(r#"{"cart": []}"#),
    ),
    both(
        Group::Behaviour,
        "enter",
        Control::Choice(&["queue", "interject", "replace"]),
    ),
    both(
        Group::Behaviour,
        "interject",
        Control::Choice(&["boundary", "after-response"]),
    ),
    both(
        Group::Behaviour,
        "shortcuts",
        Control::Choice(&["on", "off"]),
    ),
    both(Group::Behaviour, "expandSteps", Control::Flag),
    both(
        Group::Behaviour,
        "images",
        Control::Choice(&["ask", "never", "always"]),
    ),
    both(Group::Behaviour, "feedback", Control::Flag),
    alone(
        Group::Behaviour,
        "starters",
        Control::Json(r#"[{"title": "Find a tide table", "text": "tools"}]"#),
    ),
    both(Group::Behaviour, "tour", Control::Text("tour")),
    alone(
        Group::Behaviour,
        "menu",
        Control::Json(r#"[{"id": "share", "title": "Share", "icon": "link"}]"#),
    ),
    alone(
        Group::Behaviour,
        "links",
        Control::Json(r#"{"schemes": ["https"], "relative": true}"#),
    ),
    both(Group::Files, "attachments", Control::Choice(&["on", "off"])),
    both(
        Group::Files,
        "attachmentTypes",
        Control::Text("image/*,.pdf"),
    ),
    both(
        Group::Files,
        "attachmentMaxBytes",
        Control::Number("10000000"),
    ),
    both(Group::Development, "protocolEvents", Control::Flag),
    both(Group::Development, "debug", Control::Flag),
    both(Group::Development, "baseUrl", Control::Text("/midturn/")),
    alone(Group::Samples, "renderers", Control::Sample),
    alone(Group::Samples, "tools", Control::Sample),
];

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
