//! Turns the events of a message into pieces of a response.
//!
//! A message is a list of blocks, which come one after the other: text, thinking and tool calls.

use serde_json::{Value, json};

use crate::engine::ModelDelta;
use crate::models::api;
use crate::models::http::reported;
use crate::models::items::{Ending, Spoken, piece, went_back};
use crate::runtime::ModelItem;

#[derive(Debug)]
pub(in crate::models) struct Reader {
    id_prefix: String,
    /// The block that has begun last, if it has not ended, with its index.
    open: Option<(u64, Block)>,
    /// How many tool calls there are.
    calls: usize,
    /// The blocks in their order: thinking as it goes back, text, and the place of each call.
    blocks: Vec<Value>,
    spoken: Spoken,
    stop_reason: Option<String>,
    over: bool,
}

#[derive(Debug)]
enum Block {
    /// A tool call.
    Call {
        /// The arguments that it began with, if any.
        input: Option<String>,
        /// Whether arguments have come since.
        has_pieces: bool,
    },
    /// Thinking. The signature is empty until the end of the block.
    Thinking { text: String, signature: String },
    /// Text, and blocks of other kinds.
    Other,
}

impl Reader {
    pub(in crate::models) fn new(id_prefix: String) -> Self {
        Self {
            id_prefix,
            open: None,
            calls: 0,
            blocks: Vec::new(),
            spoken: Spoken::default(),
            stop_reason: None,
            over: false,
        }
    }

    fn call_id(&self, number: usize) -> String {
        format!("{}-call{number}", self.id_prefix)
    }

    fn say(&mut self, text: &Value) -> Option<ModelItem> {
        let said = self.spoken.text(text)?;
        let more = text.as_str().unwrap_or_default();
        match self.blocks.last_mut().and_then(|last| last.get_mut("text")) {
            Some(Value::String(held)) => held.push_str(more),
            _ => self.blocks.push(json!({"type": "text", "text": more})),
        }
        Some(said)
    }

    fn start(&mut self, event: &Value) -> Vec<ModelItem> {
        // An endpoint may leave out the end of a block.
        let mut items = self.stop();
        let block = &event["content_block"];
        let started = match block["type"].as_str() {
            Some("tool_use") => {
                self.calls += 1;
                self.blocks.push(json!({"type": "tool_use"}));
                items.push(ModelItem::Delta(ModelDelta::Call {
                    id: self.call_id(self.calls),
                    name: block["name"].as_str().unwrap_or_default().to_owned(),
                }));
                let input = block["input"]
                    .as_object()
                    .filter(|input| !input.is_empty())
                    .map(|_| block["input"].to_string());
                Block::Call {
                    input,
                    has_pieces: false,
                }
            }
            Some("thinking") => {
                items.extend(piece(&block["thinking"], ModelDelta::Reasoning));
                let field = |name: &str| block[name].as_str().unwrap_or_default().to_owned();
                Block::Thinking {
                    text: field("thinking"),
                    signature: field("signature"),
                }
            }
            Some("redacted_thinking") => {
                self.blocks.push(block.clone());
                Block::Other
            }
            _ => {
                items.extend(self.say(&block["text"]));
                Block::Other
            }
        };
        self.open = Some((event["index"].as_u64().unwrap_or_default(), started));
        items
    }

    fn grow(&mut self, event: &Value) -> Option<ModelItem> {
        let change = &event["delta"];
        let index = event["index"].as_u64().unwrap_or_default();
        let open = self.open.as_mut().filter(|(open, _)| *open == index);
        match change["type"].as_str()? {
            "text_delta" => self.say(&change["text"]),
            "thinking_delta" => {
                if let Some((_, Block::Thinking { text, .. })) = open {
                    text.push_str(change["thinking"].as_str().unwrap_or_default());
                }
                piece(&change["thinking"], ModelDelta::Reasoning)
            }
            "signature_delta" => {
                if let Some((_, Block::Thinking { signature, .. })) = open {
                    signature.push_str(change["signature"].as_str().unwrap_or_default());
                }
                None
            }
            "input_json_delta" => {
                let more = piece(&change["partial_json"], ModelDelta::Arguments)?;
                let Some((_, Block::Call { has_pieces, .. })) = open else {
                    self.over = true;
                    return Some(went_back());
                };
                *has_pieces = true;
                Some(more)
            }
            // Citations, and what the API may add.
            _ => None,
        }
    }

    /// Ends the open block.
    fn stop(&mut self) -> Vec<ModelItem> {
        match self.open.take() {
            Some((_, Block::Call { input, has_pieces })) if !has_pieces => {
                let arguments = input.unwrap_or_else(|| "{}".to_owned());
                vec![ModelItem::Delta(ModelDelta::Arguments(arguments))]
            }
            // The API refuses thinking that it has not signed.
            Some((_, Block::Thinking { text, signature })) if !signature.is_empty() => {
                self.blocks.push(json!({
                    "type": "thinking", "thinking": text, "signature": signature,
                }));
                Vec::new()
            }
            _ => Vec::new(),
        }
    }
}

impl api::Reader for Reader {
    fn is_over(&self) -> bool {
        self.over
    }

    fn read(&mut self, event: &Value) -> Vec<ModelItem> {
        match event["type"].as_str() {
            Some("content_block_start") => self.start(event),
            Some("content_block_delta") => self.grow(event).into_iter().collect(),
            Some("content_block_stop") => self.stop(),
            Some("message_delta") => {
                if let Some(reason) = event["delta"]["stop_reason"].as_str() {
                    self.stop_reason = Some(reason.to_owned());
                }
                Vec::new()
            }
            Some("message_stop") => self.end(),
            Some("error") => {
                self.over = true;
                vec![reported(&event["error"])]
            }
            // `message_start` and `ping` say nothing that matters here. The API may add others.
            _ => Vec::new(),
        }
    }

    fn knows_its_end(&self) -> bool {
        self.stop_reason.is_some()
    }

    fn end(&mut self) -> Vec<ModelItem> {
        self.over = true;
        let ending = match self.stop_reason.as_deref() {
            None => Ending::Lost,
            Some("max_tokens" | "model_context_window_exceeded") => Ending::CutOff,
            Some("refusal") => Ending::Declined,
            Some(_) => Ending::Whole,
        };
        let mut items = match ending {
            Ending::Whole => self.stop(),
            _ => Vec::new(),
        };
        items.extend(ending.items(self.calls, &self.spoken));
        items
    }

    fn thoughts(&self) -> Option<(String, Vec<Value>)> {
        let first = (self.calls > 0).then(|| self.call_id(1))?;
        Some((first, self.blocks.clone()))
    }
}

#[cfg(test)]
mod tests;
