//! The body of a request: the embedder's own fields, and above them those of the protocol.
//!
//! Values stay JSON text, so that no number of the embedder changes.

use midturn_protocol::json::{self, string_of};
use midturn_protocol::request::Tool;
use serde_json::value::RawValue;

/// The top level of a body, in order.
#[derive(Debug)]
pub(super) struct Body {
    fields: Vec<(String, String)>,
}

impl Body {
    /// A body with the embedder's fields. Anything but an object has none.
    pub(super) fn new(embedder: Option<&RawValue>) -> Self {
        let mut body = Self { fields: Vec::new() };
        let fields = embedder.and_then(|json| json::fields(json.get()));
        for (name, value) in fields.unwrap_or_default() {
            body.set(&name, value.get().to_owned());
        }
        body
    }

    /// Sets a field to this JSON text.
    pub(super) fn set(&mut self, name: &str, json: String) {
        match self.fields.iter_mut().find(|field| field.0 == name) {
            Some(field) => field.1 = json,
            None => self.fields.push((name.to_owned(), json)),
        }
    }

    /// Sets a field that the embedder may have set.
    pub(super) fn set_default(&mut self, name: &str, json: String) {
        if self.get(name).is_none() {
            self.set(name, json);
        }
    }

    /// The JSON text of a field.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|field| field.0 == name)?;
        Some(&field.1)
    }

    /// Sets the model: the option's, else the embedder's, else `default`.
    pub(super) fn set_model(&mut self, option: Option<&str>) {
        match option {
            Some(model) => self.set("model", string_of(model)),
            None => self.set_default("model", string_of("default")),
        }
    }

    /// Adds the client tools, each written by `write`, to the embedder's tools, which the server
    /// runs.
    pub(super) fn add_tools(&mut self, tools: &[Tool], write: impl Fn(&Tool) -> String) {
        if tools.is_empty() {
            return;
        }
        let given = self.get("tools").and_then(json::raw).and_then(json::list);
        let given = given.unwrap_or_default().into_iter();
        let mut all: Vec<String> = given.map(|tool| tool.get().to_owned()).collect();
        all.extend(tools.iter().map(write));
        self.set("tools", format!("[{}]", all.join(",")));
    }

    /// The body as JSON text.
    pub(super) fn text(&self) -> String {
        let mut text = String::from("{");
        for (name, json) in &self.fields {
            if text.len() > 1 {
                text.push(',');
            }
            text.push_str(&string_of(name));
            text.push(':');
            text.push_str(json);
        }
        text.push('}');
        text
    }
}

/// The JSON Schema of a tool's arguments. Some servers require one.
pub(super) fn schema(tool: &Tool) -> &str {
    let given = tool.parameters.as_deref();
    let given = given.filter(|schema| json::fields(schema).is_some());
    given.unwrap_or(r#"{"type":"object","properties":{}}"#)
}

/// The arguments, or `{}` if they are not a JSON object, as after a stop while they were streamed.
/// Servers parse the arguments of every call in the history.
pub(super) fn whole_arguments(arguments: &str) -> &str {
    if json::fields(arguments).is_some() {
        arguments
    } else {
        "{}"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use midturn_protocol::json::raw;

    #[test]
    fn our_fields_win_and_numbers_keep_their_text() {
        let mut body = Body::new(raw(r#"{"seed":1.00,"model":"a","model":"b"}"#));
        body.set("stream", "true".to_owned());
        body.set_model(None);
        assert_eq!(body.text(), r#"{"seed":1.00,"model":"b","stream":true}"#);
        body.set_model(Some("c\""));
        assert_eq!(body.text(), r#"{"seed":1.00,"model":"c\"","stream":true}"#);
    }

    #[test]
    fn a_body_that_is_no_object_adds_nothing() {
        for json in ["[1]", "null", "3"] {
            assert_eq!(Body::new(raw(json)).text(), "{}");
        }
    }

    #[test]
    fn the_embedders_tools_come_before_the_clients() {
        let tool = Tool {
            name: "n".to_owned(),
            description: String::new(),
            parameters: Some("[]".to_owned()),
        };
        let mut body = Body::new(raw(r#"{"tools":[{"type":"web_search"}]}"#));
        body.add_tools(&[], schema_of);
        assert_eq!(body.text(), r#"{"tools":[{"type":"web_search"}]}"#);
        body.add_tools(&[tool], schema_of);
        assert_eq!(
            body.text(),
            r#"{"tools":[{"type":"web_search"},{"type":"object","properties":{}}]}"#
        );
    }

    fn schema_of(tool: &Tool) -> String {
        schema(tool).to_owned()
    }
}
