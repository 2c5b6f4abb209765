//! Items of tools that the model's provider runs: what they were asked, and what came of it.

use midturn_core::attachment::{Attachment, Source};
use midturn_protocol::fields::Fields;
use midturn_protocol::json::string_of;
use serde_json::value::RawValue;

use super::super::error::error_of;
use super::super::given::{elements, filled, value};
use super::wire::{Item, Part};

/// What came of a tool's work.
#[derive(Debug, Default)]
pub(super) struct Result {
    pub(super) content: String,
    pub(super) attachments: Vec<Attachment>,
    pub(super) failed: bool,
}

/// The name that is shown for an item of this type; `None` if no hosted tool makes it.
pub(super) fn name_of(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "web_search_call" => "web_search",
        "file_search_call" => "file_search",
        "code_interpreter_call" => "code_interpreter",
        "image_generation_call" => "image_generation",
        "mcp_list_tools" => "mcp_list_tools",
        _ => return None,
    })
}

/// What the tool was asked, as JSON text; empty if the item does not say.
pub(super) fn arguments(item: &Item<'_>) -> String {
    let field = |name: &str, json: &str| format!("{{\"{name}\":{json}}}");
    if let Some(action) = value(item.action) {
        return action.get().to_owned();
    }
    if let Some(queries) = value(item.queries) {
        return field("queries", queries.get());
    }
    if let Some(server) = filled(&item.server_label) {
        return field("server_label", &string_of(server));
    }
    filled(&item.revised_prompt)
        .map(|prompt| field("prompt", &string_of(prompt)))
        .unwrap_or_default()
}

/// What came of it.
pub(super) fn result(item: &Item<'_>, call: &str) -> Result {
    let status = filled(&item.status).unwrap_or_default();
    let mut result = Result {
        failed: matches!(status, "failed" | "incomplete"),
        ..Result::default()
    };
    if let Some(error) = value(item.error) {
        result.content = error_of(error).message;
        result.failed = true;
    } else if let Some(output) = value(item.output) {
        result.content = output_text(output);
    } else if let Some(image) = filled(&item.result) {
        result.attachments.push(image_of(item, image, call));
    } else if let Some(found) = value(item.results) {
        found.get().clone_into(&mut result.content);
    } else {
        let lists = elements(item.tools)
            .into_iter()
            .chain(elements(item.outputs));
        let lines: Vec<String> = lines_of(lists);
        result.content = if lines.is_empty() {
            status.to_owned()
        } else {
            lines.join("\n")
        };
    }
    result
}

/// A tool's output: a text, or parts with texts; anything else as its JSON text.
pub(super) fn output_text(output: &RawValue) -> String {
    if let Some((text, _)) = midturn_protocol::json::text(output) {
        return text.into_owned();
    }
    let parts = lines_of(
        midturn_protocol::json::list(output)
            .unwrap_or_default()
            .into_iter(),
    );
    if parts.is_empty() {
        output.get().to_owned()
    } else {
        parts.join("\n")
    }
}

/// The texts, logs or names in a list of objects.
fn lines_of<'a>(list: impl Iterator<Item = &'a RawValue>) -> Vec<String> {
    let part = |json: &RawValue| {
        let part: Part<'_> = Fields::of(json.get())?.read()?;
        let text = filled(&part.text).or_else(|| filled(&part.logs));
        text.or_else(|| filled(&part.name)).map(str::to_owned)
    };
    list.filter_map(part).collect()
}

fn image_of(item: &Item<'_>, base64: &str, call: &str) -> Attachment {
    let format = filled(&item.output_format);
    let format = format.filter(|format| matches!(*format, "jpeg" | "webp"));
    let format = format.unwrap_or("png");
    let source = Source::Data(base64.to_owned());
    let (name, media_type) = (format!("image.{format}"), format!("image/{format}"));
    Attachment::from_backend(format!("{call}.image").into(), name, media_type, source)
}
