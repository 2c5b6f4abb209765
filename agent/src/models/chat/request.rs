//! Converts a conversation to `OpenAI`'s chat completions.

use midturn_protocol_openai::chat::mistral::{BETWEEN, is_of_mistral};
use serde_json::{Value, json};

use crate::conversation::ToolSpec;
use crate::models::api::Question;
use crate::models::attachment::Attachment;
use crate::models::turns::{Call, Turn};

use super::{DETAILS, EXTRA, REASONING};

/// What Google documents for a call whose signature is not known, for example because another model made
/// it.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

pub(in crate::models) fn body(question: &Question<'_>) -> Value {
    let mut messages = vec![json!({"role": "system", "content": question.system()})];
    // The templates of some models take no second message of the system.
    for turn in question.turns {
        let message = message(turn);
        let last = messages.last().map(|last| &last["role"]);
        if is_of_mistral(question.model)
            && message["role"] == "user"
            && last == Some(&json!("tool"))
        {
            messages.push(json!({"role": "assistant", "content": BETWEEN}));
        }
        if message["role"] != "system" {
            add(&mut messages, message);
        }
    }
    if question.learned.wants_reasoning || messages.iter().any(has_reasoning) {
        fill_reasoning(&mut messages);
    }
    if question.learned.wants_signature {
        fill_signatures(&mut messages);
    }
    let mut body = json!({
        "model": question.model,
        "stream": true,
        "messages": messages,
    });
    if !question.tools.is_empty() {
        body["tools"] = question.tools.iter().map(|tool| function(tool)).collect();
    }
    if let Some(effort) = question.effort {
        body["reasoning_effort"] = json!(effort);
    }
    if let Some(tokens) = question.output_tokens {
        body[name_of_limit(question.url)] = json!(tokens);
    }
    body
}

fn has_reasoning(message: &Value) -> bool {
    message[REASONING]
        .as_str()
        .is_some_and(|said| !said.is_empty())
}

/// Gives each message of the model some reasoning. `DeepSeek` and Kimi refuse a history where one has
/// none: a step without a thought, an answer after a tool's result, or a message of before a restart.
/// They refuse an empty text too.
fn fill_reasoning(messages: &mut [Value]) {
    for message in messages {
        if message["role"] == "assistant" && !has_reasoning(message) {
            message[REASONING] = json!(" ");
        }
    }
}

/// Gives the first call of each message a signature if it has none. Gemini signs only the first of
/// parallel calls.
fn fill_signatures(messages: &mut [Value]) {
    for message in messages {
        if let Some(call) = message.pointer_mut("/tool_calls/0")
            && call.get(EXTRA).is_none()
        {
            call[EXTRA] = json!({"google": {"thought_signature": NO_SIGNATURE}});
        }
    }
}

/// Adds a message. Where it follows one of the same role, both are one: many models take only roles that
/// alternate. Two messages of the person are in a row after a stop before the first word, and after a run
/// that failed.
fn add(messages: &mut Vec<Value>, message: Value) {
    let joins = |last: &&mut Value| {
        ["user", "assistant"]
            .map(Value::from)
            .contains(&last["role"])
            && last["role"] == message["role"]
            && last["tool_calls"].is_null()
    };
    match messages.last_mut().filter(joins) {
        Some(last) => {
            let before = std::mem::replace(last, message);
            last["content"] = joined(before["content"].clone(), last["content"].take());
        }
        None => messages.push(message),
    }
}

/// Two contents as one: texts with a blank line between them, else the parts of both.
fn joined(before: Value, after: Value) -> Value {
    match (before, after) {
        (Value::Null, content) | (content, Value::Null) => content,
        (Value::String(before), content) if before.is_empty() => content,
        (Value::String(before), Value::String(after)) => json!(format!("{before}\n\n{after}")),
        (before, after) => [before, after].into_iter().flat_map(parts).collect(),
    }
}

fn parts(content: Value) -> Vec<Value> {
    match content {
        Value::Array(parts) => parts,
        text => vec![json!({"type": "text", "text": text})],
    }
}

/// The field for the most tokens of a response. `OpenAI`'s newer models refuse the old name. Others know
/// no other name: Mistral refuses the new one, and Ollama ignores it.
fn name_of_limit(url: &str) -> &'static str {
    const NEWER: [&str; 4] = [
        "api.openai.com",
        // Azure.
        "openai.azure.com",
        "cognitiveservices.azure.com",
        "services.ai.azure.com",
    ];
    let url = reqwest::Url::parse(url).ok();
    let host = url.as_ref().and_then(reqwest::Url::host_str);
    let is_at = |name: &str| {
        let before = host.and_then(|host| host.strip_suffix(name));
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    if NEWER.into_iter().any(is_at) {
        "max_completion_tokens"
    } else {
        "max_tokens"
    }
}

fn function(tool: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.parameters,
        },
    })
}

fn message(turn: &Turn<'_>) -> Value {
    match turn {
        Turn::System(text) => json!({"role": "system", "content": text}),
        Turn::User { text, attachments } if attachments.is_empty() => {
            json!({"role": "user", "content": text})
        }
        Turn::User { text, attachments } => {
            let words = (!text.is_empty()).then(|| json!({"type": "text", "text": text}));
            let parts = words
                .into_iter()
                .chain(attachments.iter().copied().map(part));
            json!({"role": "user", "content": parts.collect::<Vec<_>>()})
        }
        Turn::Assistant {
            text,
            calls,
            thoughts,
            ..
        } => {
            // As the reader wrote them: the fields of the message, and then those of each call.
            let mut thoughts = thoughts.iter().flatten();
            let mut message = with(json!({"role": "assistant"}), thoughts.next());
            if let Some(details) = message.get_mut(DETAILS) {
                name_calls(details, calls);
            }
            // Some endpoints refuse a message without this field.
            let said = !text.is_empty() || calls.is_empty();
            message["content"] = json!(said.then_some(text));
            if !calls.is_empty() {
                let calls = calls.iter().map(|call| {
                    let call = json!({
                        "id": call.id,
                        "type": "function",
                        "function": {"name": call.name, "arguments": call.arguments},
                    });
                    with(call, thoughts.next())
                });
                message["tool_calls"] = calls.collect();
            }
            message
        }
        Turn::Result { id, content, .. } => {
            json!({"role": "tool", "tool_call_id": id, "content": content})
        }
    }
}

/// Gives the details of the reasoning the ids of their calls in place of their numbers.
fn name_calls(details: &mut Value, calls: &[Call<'_>]) {
    for detail in details.as_array_mut().into_iter().flatten() {
        let place = detail["id"]
            .as_u64()
            .and_then(|at| usize::try_from(at).ok());
        if let Some(call) = place.and_then(|at| calls.get(at)) {
            detail["id"] = json!(call.id);
        }
    }
}

/// The object with these fields too.
fn with(mut object: Value, fields: Option<&Value>) -> Value {
    if let (Some(object), Some(fields)) =
        (object.as_object_mut(), fields.and_then(Value::as_object))
    {
        object.extend(fields.clone());
    }
    object
}

/// Converts an attachment. Chat completions carry images; the rest becomes text.
fn part(attachment: Attachment<'_>) -> Value {
    match (attachment.kind(), attachment.url()) {
        ("image", Some(url)) => json!({"type": "image_url", "image_url": {"url": url}}),
        _ => json!({"type": "text", "text": attachment.words()}),
    }
}

#[cfg(test)]
mod tests;
