//! The content of a message: a string, or a list of parts.

use serde_json::Value;

/// The text of a string, or of the text parts of a list.
pub(crate) fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| part["text"].as_str())
            .collect::<Vec<_>>()
            .join("\n"),
        _ => String::new(),
    }
}

/// The parts that are not text, unchanged.
pub(crate) fn attachments(content: &Value) -> Vec<Value> {
    let parts = content.as_array().into_iter().flatten();
    parts
        .filter(|part| part.is_object() && part["type"] != "text")
        .cloned()
        .collect()
}
