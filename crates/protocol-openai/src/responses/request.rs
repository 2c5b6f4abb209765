//! Writes the body of a request: what the server lacks of the history.

use midturn_protocol::json::{raw, string_of, to_json};
use midturn_protocol::protocol::Outgoing;
use midturn_protocol::request::Tool;
use serde::Serialize;
use serde_json::value::RawValue;

use super::super::body::{Body, schema};
use super::ResponsesOptions;
use super::input::{Content, Item, Writer};
use super::memory::Memory;

#[derive(Serialize)]
struct Offered<'a> {
    r#type: &'static str,
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<&'a RawValue>,
    /// Always false: without it, `OpenAI` makes every parameter required.
    strict: bool,
}

/// The body of a run's request.
pub(super) fn body(options: &ResponsesOptions, outgoing: &Outgoing<'_>) -> String {
    let request = outgoing.request;
    let mut body = Body::new(options.body.as_deref());
    body.set_model(options.model.as_deref());
    body.set("stream", "true".to_owned());
    if let Some(text) = options.instructions.as_deref() {
        body.set("instructions", string_of(text));
    }
    let store = match options.store {
        _ if options.background => Some(true),
        None if options.stateless => Some(false),
        store => store,
    };
    if let Some(store) = store {
        body.set("store", store.to_string());
    }
    if options.background {
        body.set("background", "true".to_owned());
    }
    if options.tools {
        body.add_tools(outgoing.tools, offered);
    }
    let memory = Memory::read(&request.memory);
    let before = memory
        .newest(&request.messages)
        .filter(|_| !options.is_stateless());
    let mut writer = Writer::new(&request.messages, &request.resume, outgoing.bytes);
    if let Some((last, known)) = before {
        writer.results_of(&known.calls, last);
        writer.answers(&request.resume);
        writer.deny_rest(&known.asks);
        writer.messages_from(last + 1, &known.calls);
        // The server keeps the history of a conversation by itself.
        if body.get("conversation").is_none() {
            body.set("previous_response_id", string_of(&known.id));
        }
    } else {
        writer.messages_from(0, &[]);
        writer.answers(&request.resume);
    }
    body.set("input", input(&writer.items()));
    body.text()
}

/// The items; a text for the only message of the person.
fn input(items: &[Item<'_>]) -> String {
    match items {
        [
            Item::Said {
                role: "user",
                content: Content::Text(text),
                ..
            },
        ] => string_of(text),
        items => to_json(items),
    }
}

fn offered(tool: &Tool) -> String {
    to_json(&Offered {
        r#type: "function",
        name: &tool.name,
        description: &tool.description,
        parameters: raw(schema(tool)),
        strict: false,
    })
}
