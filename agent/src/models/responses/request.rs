//! Converts a conversation to the input items of a response.

use serde_json::{Value, json};

use crate::conversation::ToolSpec;
use crate::models::api::Question;
use crate::models::attachment::{Attachment, Source};
use crate::models::turns::Turn;

pub(in crate::models) fn body(question: &Question<'_>) -> Value {
    let mut body = json!({
        "model": question.model,
        "stream": true,
        "store": false,
        "instructions": question.instructions,
        "input": question.turns.iter().flat_map(items).collect::<Vec<_>>(),
    });
    if !question.tools.is_empty() {
        body["tools"] = question.tools.iter().map(|tool| function(tool)).collect();
    }
    if let Some(effort) = question.effort {
        // Models that do not reason refuse these fields.
        body["reasoning"] = json!({"effort": effort});
        if !question.learned.refuses_summary {
            body["reasoning"]["summary"] = json!("auto");
        }
        body["include"] = json!(["reasoning.encrypted_content"]);
    }
    if let Some(tokens) = question.output_tokens {
        body["max_output_tokens"] = json!(tokens);
    }
    body
}

fn function(tool: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
        // Strict schemas may have no optional fields; ours have some.
        "strict": false,
    })
}

fn items(turn: &Turn<'_>) -> Vec<Value> {
    match turn {
        Turn::System(text) => vec![json!({"role": "system", "content": text})],
        Turn::User { text, attachments } if attachments.is_empty() => {
            vec![json!({"role": "user", "content": text})]
        }
        Turn::User { text, attachments } => {
            let words = (!text.is_empty()).then(|| json!({"type": "input_text", "text": text}));
            let parts = words
                .into_iter()
                .chain(attachments.iter().copied().map(part));
            vec![json!({"role": "user", "content": parts.collect::<Vec<_>>()})]
        }
        Turn::Assistant {
            text,
            calls,
            thoughts,
            is_current,
        } => {
            let said = !text.is_empty() || calls.is_empty();
            let said = said.then(|| {
                // llama.cpp takes a message of the model for nothing without its type.
                json!({"type": "message", "role": "assistant", "content": text})
            });
            let calls = calls.iter().map(|call| {
                json!({
                    "type": "function_call",
                    "call_id": call.id,
                    "name": call.name,
                    "arguments": call.arguments,
                })
            });
            let thoughts = thoughts.iter().filter(|_| *is_current);
            let thoughts = thoughts.flatten().cloned();
            thoughts.chain(said).chain(calls).collect()
        }
        Turn::Result { id, content, .. } => vec![json!({
            "type": "function_call_output", "call_id": id, "output": content,
        })],
    }
}

/// Converts an attachment. What the API cannot carry becomes text.
fn part(attachment: Attachment<'_>) -> Value {
    let is_pdf = attachment.is_pdf();
    match (attachment.kind(), attachment.source(), attachment.url()) {
        ("image", _, Some(url)) => json!({"type": "input_image", "image_url": url}),
        ("document", Source::Data(_), Some(url)) if is_pdf => json!({
            "type": "input_file",
            "filename": attachment.name().unwrap_or("document.pdf"),
            "file_data": url,
        }),
        ("document", Source::Url(url), _) if is_pdf => {
            json!({"type": "input_file", "file_url": url})
        }
        _ => json!({"type": "input_text", "text": attachment.words()}),
    }
}

#[cfg(test)]
mod tests;
