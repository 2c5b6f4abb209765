//! The chunks of a chat completion become pieces of a response.
//!
//! Not responsible for: the connection.

use serde_json::Value;

use crate::engine::{Dispatch, Failure, ModelDelta};
use crate::runtime::ModelItem;

#[derive(Debug)]
pub(super) struct Reader {
    id_prefix: String,
    /// The index of the tool call that is being written.
    call: Option<u64>,
    calls: usize,
    finish: Option<String>,
    over: bool,
}

impl Reader {
    pub(super) fn new(id_prefix: String) -> Self {
        Self {
            id_prefix,
            call: None,
            calls: 0,
            finish: None,
            over: false,
        }
    }

    /// Whether nothing more is to be read.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    pub(super) fn read(&mut self, chunk: &Value) -> Vec<ModelItem> {
        // Some endpoints answer 200 and fail in the stream.
        if let Some(error) = chunk.get("error").filter(|error| !error.is_null()) {
            self.over = true;
            let message = error["message"].as_str().map(str::to_owned);
            return vec![ModelItem::Failed {
                failure: Failure {
                    code: "model_failed".to_owned(),
                    message: message.unwrap_or_else(|| error.to_string()),
                },
                after: None,
            }];
        }
        let choice = &chunk["choices"][0];
        let delta = &choice["delta"];
        let mut items = Vec::new();
        let text = |value: &Value| {
            value
                .as_str()
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        // Not in OpenAI's own API; servers of open models agree on one of two names.
        if let Some(thought) = text(&delta["reasoning_content"]).or(text(&delta["reasoning"])) {
            items.push(ModelItem::Delta(ModelDelta::Reasoning(thought)));
        }
        if let Some(said) = text(&delta["content"]) {
            items.push(ModelItem::Delta(ModelDelta::Text(said)));
        }
        for call in delta["tool_calls"].as_array().into_iter().flatten() {
            self.call(call, &mut items);
            if self.over {
                return items;
            }
        }
        if let Some(reason) = choice["finish_reason"].as_str() {
            self.finish = Some(reason.to_owned());
        }
        items
    }

    fn call(&mut self, call: &Value, items: &mut Vec<ModelItem>) {
        let index = call["index"].as_u64().unwrap_or_default();
        let function = &call["function"];
        let starts = self.call.is_none_or(|open| index > open);
        if starts {
            self.call = Some(index);
            self.calls += 1;
            items.push(ModelItem::Delta(ModelDelta::Call {
                id: format!("{}-call{}", self.id_prefix, self.calls),
                name: function["name"].as_str().unwrap_or_default().to_owned(),
            }));
        } else if self.call != Some(index) {
            self.over = true;
            items.push(ModelItem::Finished(Err(Failure {
                code: "model_protocol".to_owned(),
                message: "The model went back to a tool call that it had left.".to_owned(),
            })));
            return;
        }
        if let Some(piece) = function["arguments"]
            .as_str()
            .filter(|piece| !piece.is_empty())
        {
            items.push(ModelItem::Delta(ModelDelta::Arguments(piece.to_owned())));
        }
    }

    /// The stream is over.
    pub(super) fn end(&self) -> Vec<ModelItem> {
        let failed = |code: &str, message: &str| Failure {
            code: code.to_owned(),
            message: message.to_owned(),
        };
        vec![match self.finish.as_deref() {
            None => ModelItem::Failed {
                failure: failed(
                    "model_lost",
                    "The model stopped in the middle of its response.",
                ),
                after: None,
            },
            Some("content_filter") => ModelItem::Finished(Err(failed(
                "content_filter",
                "The model's answer was held back by its content filter.",
            ))),
            Some("length") if self.calls > 0 => ModelItem::Finished(Err(failed(
                "length",
                "The model's response was cut off in the middle of a tool call.",
            ))),
            Some(_) if self.calls > 1 => ModelItem::Finished(Ok(Dispatch::AllAtOnce)),
            Some(_) => ModelItem::Finished(Ok(Dispatch::OneByOne)),
        }]
    }
}
