//! Turns the events of a response into its pieces.
//!
//! A response is a list of output items: messages, function calls and reasoning.

use serde_json::Value;

use crate::engine::ModelDelta;
use crate::models::api;
use crate::models::http::reported;
use crate::models::items::{Ending, Spoken, piece, went_back};
use crate::runtime::ModelItem;

#[derive(Debug)]
pub(in crate::models) struct Reader {
    id_prefix: String,
    /// The output index of each call, in order.
    calls: Vec<u64>,
    /// Whether the last call has arguments.
    has_arguments: bool,
    /// The reasoning items that may be sent back.
    thoughts: Vec<Value>,
    spoken: Spoken,
    over: bool,
}

impl Reader {
    pub(in crate::models) fn new(id_prefix: String) -> Self {
        Self {
            id_prefix,
            calls: Vec::new(),
            has_arguments: false,
            thoughts: Vec::new(),
            spoken: Spoken::default(),
            over: false,
        }
    }

    fn call_id(&self, number: usize) -> String {
        format!("{}-call{number}", self.id_prefix)
    }

    fn begin_call(&mut self, index: u64, item: &Value) -> ModelItem {
        self.calls.push(index);
        self.has_arguments = false;
        ModelItem::Delta(ModelDelta::Call {
            id: self.call_id(self.calls.len()),
            name: item["name"].as_str().unwrap_or_default().to_owned(),
        })
    }

    /// More arguments of a call.
    fn arguments(&mut self, index: u64, text: &Value) -> Option<ModelItem> {
        let more = piece(text, ModelDelta::Arguments)?;
        if self.calls.last() != Some(&index) {
            self.over = true;
            return Some(went_back());
        }
        self.has_arguments = true;
        Some(more)
    }

    /// All arguments of a call. Some endpoints send them only as a whole.
    fn whole_arguments(&mut self, index: u64, whole: &Value) -> Option<ModelItem> {
        let is_open = self.calls.last() == Some(&index) && !self.has_arguments;
        is_open.then(|| self.arguments(index, whole)).flatten()
    }

    fn item_done(&mut self, index: u64, item: &Value) -> Vec<ModelItem> {
        match item["type"].as_str() {
            Some("function_call") => {
                let is_new = !self.calls.contains(&index);
                let mut items: Vec<_> = is_new
                    .then(|| self.begin_call(index, item))
                    .into_iter()
                    .collect();
                items.extend(self.whole_arguments(index, &item["arguments"]));
                items
            }
            // The endpoint does not store responses, so only what it encrypted means anything to it.
            Some("reasoning") if item["encrypted_content"].is_string() => {
                self.thoughts.push(item.clone());
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn finish(&mut self, ending: Ending) -> Vec<ModelItem> {
        self.over = true;
        ending.items(self.calls.len(), &self.spoken)
    }

    fn fail(&mut self, error: &Value) -> Vec<ModelItem> {
        self.over = true;
        vec![reported(error)]
    }
}

impl api::Reader for Reader {
    fn is_over(&self) -> bool {
        self.over
    }

    fn read(&mut self, event: &Value) -> Vec<ModelItem> {
        let index = event["output_index"].as_u64().unwrap_or_default();
        let one = |item: Option<ModelItem>| item.into_iter().collect();
        match event["type"].as_str() {
            Some("response.output_text.delta" | "response.refusal.delta") => {
                one(self.spoken.text(&event["delta"]))
            }
            Some("response.reasoning_summary_text.delta" | "response.reasoning_text.delta") => {
                one(piece(&event["delta"], ModelDelta::Reasoning))
            }
            // A summary has several parts, each a paragraph.
            Some("response.reasoning_summary_part.added")
                if event["summary_index"].as_u64() > Some(0) =>
            {
                vec![ModelItem::Delta(ModelDelta::Reasoning("\n\n".to_owned()))]
            }
            Some("response.output_item.added") if event["item"]["type"] == "function_call" => {
                let mut items = vec![self.begin_call(index, &event["item"])];
                items.extend(self.arguments(index, &event["item"]["arguments"]));
                items
            }
            Some("response.function_call_arguments.delta") => {
                one(self.arguments(index, &event["delta"]))
            }
            Some("response.function_call_arguments.done") => {
                one(self.whole_arguments(index, &event["arguments"]))
            }
            Some("response.output_item.done") => self.item_done(index, &event["item"]),
            Some("response.completed") => self.finish(Ending::Whole),
            Some("response.incomplete") => {
                let reason = event["response"]["incomplete_details"]["reason"].as_str();
                self.finish(match reason {
                    Some("content_filter") => Ending::HeldBack,
                    _ => Ending::CutOff,
                })
            }
            Some("response.failed") => self.fail(&event["response"]["error"]),
            Some("error") => {
                let nested = &event["error"];
                self.fail(if nested.is_object() { nested } else { event })
            }
            // Events that repeat what came before, and what the API may add.
            _ => Vec::new(),
        }
    }

    fn end(&mut self) -> Vec<ModelItem> {
        self.finish(Ending::Lost)
    }

    fn thoughts(&self) -> Option<(String, Vec<Value>)> {
        let first = (!self.calls.is_empty()).then(|| self.call_id(1))?;
        Some((first, self.thoughts.clone()))
    }
}

#[cfg(test)]
mod tests;
