//! The body of a run's request.

use std::collections::BTreeMap;

use midturn_protocol::json::{self, raw, to_json};
use midturn_protocol::protocol::Outgoing;
use midturn_protocol::request::Tool;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::Options;
use super::memory::Memory;
use super::messages::messages;
use super::ui::UiMessage;

/// The field with the messages.
const MESSAGES: &str = "messages";

/// The schema of a tool without arguments.
const NO_PARAMETERS: &str = r#"{"type":"object","properties":{}}"#;

/// The body.
struct Body<'a> {
    /// The embedder's fields.
    more: Vec<json::Field<'a>>,
    id: (&'a str, &'a str),
    messages: Messages<'a>,
    /// The id of the message that is continued.
    message: Option<String>,
    tools: Option<BTreeMap<&'a str, Described<'a>>>,
}

enum Messages<'a> {
    List(Vec<UiMessage<'a>>),
    /// One message, in a field of this name.
    One(&'a str, UiMessage<'a>),
}

/// A client tool.
#[derive(Serialize)]
struct Described<'a> {
    description: &'a str,
    parameters: &'a RawValue,
}

/// The body of a run's request, as JSON text.
pub(super) fn of(options: &Options, outgoing: &Outgoing<'_>) -> String {
    let request = outgoing.request;
    let memory = Memory::read(&request.memory);
    let mut messages = messages(request, &memory, outgoing.bytes);
    let last = messages.last().filter(|last| last.role == "assistant");
    let message = last.map(|last| last.id.clone().into_owned());
    if options.send_only_last {
        let older = messages.len().saturating_sub(1);
        messages.drain(..older);
    }
    let field = options.message_field.as_deref();
    let messages = match (
        field,
        options.send_only_last.then(|| messages.pop()).flatten(),
    ) {
        (Some(field), Some(last)) => Messages::One(field, last),
        (None, Some(last)) => Messages::List(vec![last]),
        (_, None) => Messages::List(messages),
    };
    let more = options
        .body
        .as_deref()
        .and_then(|body| json::fields(body.get()));
    to_json(&Body {
        more: more.unwrap_or_default(),
        id: (
            options.id_field.as_deref().unwrap_or("id"),
            request.thread.as_str(),
        ),
        messages,
        message,
        tools: options
            .send_tools
            .then(|| outgoing.tools.iter().filter_map(described).collect()),
    })
}

fn described(tool: &Tool) -> Option<(&str, Described<'_>)> {
    let parameters = tool.parameters.as_deref().unwrap_or(NO_PARAMETERS);
    let described = Described {
        description: &tool.description,
        parameters: raw(parameters).or_else(|| raw(NO_PARAMETERS))?,
    };
    Some((&tool.name, described))
}

impl Serialize for Body<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let (id_field, id) = self.id;
        let messages_field = match &self.messages {
            Messages::List(_) => MESSAGES,
            Messages::One(field, _) => field,
        };
        let mut taken = vec![id_field, messages_field, "trigger", "messageId"];
        if self.tools.is_some() {
            taken.push("tools");
        }
        for (name, value) in &self.more {
            // Of fields with the same name, the first one counts.
            if !taken.contains(&&**name) {
                map.serialize_entry(name, value)?;
                taken.push(name);
            }
        }
        map.serialize_entry(id_field, id)?;
        match &self.messages {
            Messages::List(list) => map.serialize_entry(messages_field, list)?,
            Messages::One(_, one) => map.serialize_entry(messages_field, one)?,
        }
        // A request for another answer is a new turn for the person, so it is never a
        // `regenerate-message`.
        map.serialize_entry("trigger", "submit-message")?;
        if let Some(message) = &self.message {
            map.serialize_entry("messageId", message)?;
        }
        if let Some(tools) = &self.tools {
            map.serialize_entry("tools", tools)?;
        }
        map.end()
    }
}
