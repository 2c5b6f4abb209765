//! Converts a conversation to Anthropic's messages.
//!
//! The rules of the API: the system text is not a message; messages of the person and of the model
//! alternate, and the first and the last are the person's; no text is blank; the results of all tool
//! calls of a message begin the next one.

use serde_json::{Value, json};

use crate::conversation::ToolSpec;
use crate::models::api::Question;
use crate::models::attachment::{Attachment, Source};
use crate::models::turns::{Call, GO_ON, Turn};

/// The most tokens of a response, when no option says otherwise; the API wants a number.
const OUTPUT_TOKENS: u32 = 16_000;

/// The longest image, in characters of Base64. The API refuses a longer one, and with it every later
/// request of the thread.
const LONGEST_IMAGE: usize = 5 * 1024 * 1024;

/// Comes first, when a history begins with the model's message.
const BEGIN: &str = "[The conversation begins with your message]";

pub(in crate::models) fn body(question: &Question<'_>) -> Value {
    let mut body = json!({
        "model": question.model,
        "max_tokens": question.output_tokens.unwrap_or(OUTPUT_TOKENS),
        "stream": true,
        "system": question.system(),
        "messages": messages(question.turns),
    });
    if !question.tools.is_empty() {
        body["tools"] = question.tools.iter().map(|tool| described(tool)).collect();
    }
    if let Some(effort) = question.effort {
        body["output_config"] = json!({"effort": effort});
        if can_think(question.turns) {
            // Without `display`, newer models send no text of their thinking.
            body["thinking"] = json!({"type": "adaptive", "display": "summarized"});
        }
    }
    body
}

fn described(tool: &ToolSpec) -> Value {
    let mut schema = tool.parameters.clone();
    // A client's tool without parameters may have an empty schema.
    if let Some(fields) = schema.as_object_mut() {
        fields.entry("type").or_insert_with(|| json!("object"));
    }
    json!({"name": tool.name, "description": tool.description, "input_schema": schema})
}

/// Whether the model may think. With thinking, the API refuses tool calls of the current work
/// without the thinking before them, which is lost when the calls were interrupted.
fn can_think(turns: &[Turn<'_>]) -> bool {
    turns.iter().all(|turn| match turn {
        Turn::Assistant {
            calls,
            thoughts,
            is_current,
            ..
        } => !is_current || calls.is_empty() || thoughts.is_some(),
        Turn::System(_) | Turn::User { .. } | Turn::Result { .. } => true,
    })
}

fn messages(turns: &[Turn<'_>]) -> Vec<Value> {
    let mut messages = Messages::default();
    for turn in turns {
        match turn {
            Turn::System(_) => {}
            Turn::User { text, attachments } => {
                let parts = attachments.iter().copied().map(part);
                messages.push("user", words(text).into_iter().chain(parts));
            }
            Turn::Assistant {
                text,
                calls,
                thoughts,
                ..
            } => {
                if messages.all.is_empty() {
                    messages.push("user", words(BEGIN));
                }
                // That of earlier turns too: newer models refuse later thinking when it is missing.
                let said = thoughts.as_deref().unwrap_or_default();
                messages.push("assistant", blocks(text, calls.iter().map(used), said));
            }
            Turn::Result {
                id,
                content,
                has_failed,
            } => {
                let mut result = json!({
                    "type": "tool_result", "tool_use_id": id, "content": content,
                });
                if *has_failed {
                    result["is_error"] = json!(true);
                }
                messages.push("user", [result]);
            }
        }
    }
    // A message that was blank is missing.
    if messages.last() != Some("user") {
        messages.push("user", words(GO_ON));
    }
    messages.all
}

/// The blocks of a message of the model. The API wants thinking back where it was, so they have the order of
/// the response (`said`), unless the message has another text by now.
fn blocks(text: &str, mut calls: impl Iterator<Item = Value>, said: &[Value]) -> Vec<Value> {
    let texts = said.iter().filter_map(|block| text_of(block));
    let is_same = texts.collect::<String>() == text;
    let mut blocks = Vec::new();
    for block in said {
        match text_of(block) {
            Some(text) if is_same => blocks.extend(words(text)),
            None if block["type"] != "tool_use" => blocks.push(block.clone()),
            None if is_same => blocks.extend(calls.next()),
            Some(_) | None => {}
        }
    }
    if !is_same {
        blocks.extend(words(text));
    }
    blocks.extend(calls);
    blocks
}

fn text_of(block: &Value) -> Option<&str> {
    block["text"].as_str().filter(|_| block["type"] == "text")
}

#[derive(Default)]
struct Messages {
    all: Vec<Value>,
}

impl Messages {
    fn last(&self) -> Option<&str> {
        self.all.last()?["role"].as_str()
    }

    /// Adds blocks to the last message of this role, or to a new one.
    fn push(&mut self, role: &str, blocks: impl IntoIterator<Item = Value>) {
        let blocks: Vec<Value> = blocks.into_iter().collect();
        if blocks.is_empty() {
            return;
        }
        let same = self.last() == Some(role);
        match self.all.last_mut().filter(|_| same) {
            Some(last) => {
                if let Some(content) = last["content"].as_array_mut() {
                    content.extend(blocks);
                }
            }
            None => self.all.push(json!({"role": role, "content": blocks})),
        }
    }
}

fn words(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!({"type": "text", "text": text}))
}

fn used(call: &Call<'_>) -> Value {
    let input: Value = serde_json::from_str(call.arguments).unwrap_or_else(|_| json!({}));
    json!({"type": "tool_use", "id": call.id, "name": call.name, "input": input})
}

/// Converts an attachment. What the API cannot carry becomes text.
fn part(attachment: Attachment<'_>) -> Value {
    const IMAGES: [&str; 4] = ["image/jpeg", "image/png", "image/gif", "image/webp"];
    let mime = attachment.mime();
    let source = match attachment.source() {
        Source::Url(url) if url.starts_with("http") => json!({"type": "url", "url": url}),
        Source::Data(data) => json!({"type": "base64", "media_type": mime, "data": data}),
        Source::Url(_) | Source::Unknown => Value::Null,
    };
    let in_the_part = matches!(attachment.source(), Source::Data(_));
    let kind = match attachment.kind() {
        "image" if !in_the_part || IMAGES.contains(&mime) => "image",
        "document" if attachment.is_pdf() => "document",
        _ => return json!({"type": "text", "text": attachment.words()}),
    };
    if source.is_null() {
        return json!({"type": "text", "text": attachment.words()});
    }
    if let ("image", Source::Data(data)) = (kind, attachment.source())
        && data.len() > LONGEST_IMAGE
    {
        let words = attachment.left_out("is larger than this API takes");
        return json!({"type": "text", "text": words});
    }
    json!({"type": kind, "source": source})
}

#[cfg(test)]
mod tests;
