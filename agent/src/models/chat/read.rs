//! Turns the chunks of a chat completion into pieces of a response.

use midturn_protocol_openai::Details;
use serde_json::{Map, Value};

use super::{BLOCKS, DETAILS, EXTRA, REASONING};
use crate::engine::ModelDelta;
use crate::models::api;
use crate::models::http::reported;
use crate::models::items::{Ending, Spoken, piece, went_back};
use crate::runtime::ModelItem;

#[derive(Debug)]
pub(in crate::models) struct Reader {
    id_prefix: String,
    /// The index of the current tool call.
    index: Option<u64>,
    /// The calls so far. The last is the current one.
    calls: Vec<Call>,
    /// The reasoning so far, if the endpoint wants it back.
    reasoning: Option<String>,
    details: Details,
    blocks: Details,
    spoken: Spoken,
    finish: Option<String>,
    over: bool,
}

/// A tool call, as far as the endpoint describes it beside its name and its arguments.
#[derive(Debug)]
struct Call {
    /// The endpoint's id. Empty until the endpoint sends one.
    id: String,
    /// What the endpoint wants back with the call, unchanged.
    extra: Option<Value>,
}

impl Reader {
    pub(in crate::models) fn new(id_prefix: String) -> Self {
        Self {
            id_prefix,
            index: None,
            calls: Vec::new(),
            reasoning: None,
            details: Details::default(),
            blocks: Details::default(),
            spoken: Spoken::default(),
            finish: None,
            over: false,
        }
    }

    /// Content is a text. With Mistral's models that reason it is a list of parts.
    fn content(&mut self, content: &Value, items: &mut Vec<ModelItem>) {
        items.extend(self.spoken.text(content));
        for part in content.as_array().into_iter().flatten() {
            let thoughts = part["thinking"].as_array().into_iter().flatten();
            items.extend(thoughts.filter_map(|it| piece(&it["text"], ModelDelta::Reasoning)));
            items.extend(self.spoken.text(&part["text"]));
        }
    }

    fn call_id(&self, number: usize) -> String {
        format!("{}-call{number}", self.id_prefix)
    }

    fn call(&mut self, call: &Value, items: &mut Vec<ModelItem>) {
        let index = call["index"].as_u64().unwrap_or_default();
        let function = &call["function"];
        let id = call["id"].as_str().unwrap_or_default();
        let name = function["name"].as_str().unwrap_or_default();
        let own = self.calls.last().map(|call| call.id.as_str());
        // Some endpoints give every call the same index. Some repeat the id in every piece.
        let is_new = !id.is_empty() && !self.calls.iter().any(|known| known.id == id);
        let names_itself = own == Some("") && name.is_empty() && self.index == Some(index);
        if self.index.is_none_or(|open| index > open) || (is_new && !names_itself) {
            self.index = Some(index);
            self.calls.push(Call {
                id: id.to_owned(),
                extra: None,
            });
            items.push(ModelItem::Delta(ModelDelta::Call {
                id: self.call_id(self.calls.len()),
                name: name.to_owned(),
            }));
        } else if self.index != Some(index) || (!id.is_empty() && !is_new && own != Some(id)) {
            self.over = true;
            items.push(went_back());
            return;
        } else if is_new && let Some(last) = self.calls.last_mut() {
            id.clone_into(&mut last.id);
        }
        let extra = call.get(EXTRA).filter(|extra| !extra.is_null());
        if let (Some(last), Some(extra)) = (self.calls.last_mut(), extra) {
            last.extra = Some(extra.clone());
        }
        items.extend(piece(&function["arguments"], ModelDelta::Arguments));
    }
}

impl api::Reader for Reader {
    fn is_over(&self) -> bool {
        self.over
    }

    fn read(&mut self, chunk: &Value) -> Vec<ModelItem> {
        // Some endpoints answer 200 and report an error in the stream.
        if let Some(error) = chunk.get("error").filter(|error| !error.is_null()) {
            self.over = true;
            return vec![reported(error)];
        }
        let choice = &chunk["choices"][0];
        let delta = &choice["delta"];
        let mut items = Vec::new();
        if let Some(more) = delta[REASONING].as_str() {
            self.reasoning.get_or_insert_default().push_str(more);
        }
        for (held, name) in [(&mut self.details, DETAILS), (&mut self.blocks, BLOCKS)] {
            held.add(delta[name].as_array().into_iter().flatten().cloned());
        }
        // Not in OpenAI's own API. Servers of open models use one of these two names.
        let thought = [REASONING, "reasoning"]
            .iter()
            .find_map(|name| piece(&delta[*name], ModelDelta::Reasoning));
        items.extend(thought);
        self.content(&delta["content"], &mut items);
        items.extend(self.spoken.text(&delta["refusal"]));
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

    fn knows_its_end(&self) -> bool {
        self.finish.is_some()
    }

    fn end(&mut self) -> Vec<ModelItem> {
        self.over = true;
        let ending = match self.finish.as_deref() {
            None => Ending::Lost,
            Some("content_filter") => Ending::HeldBack,
            Some("length") => Ending::CutOff,
            Some(_) => Ending::Whole,
        };
        ending.items(self.calls.len(), &self.spoken)
    }

    /// `DeepSeek` refuses a call without the reasoning before it, also one that was stopped.
    fn takes_unfinished(&self) -> bool {
        true
    }

    /// The fields of the message, and then those of each call. The details name a call by its place:
    /// a request has ids of its own.
    fn thoughts(&self) -> Option<(String, Vec<Value>)> {
        let first = (!self.calls.is_empty()).then(|| self.call_id(1))?;
        let mut details = self.details.clone();
        for (place, call) in self.calls.iter().enumerate() {
            details.rename(&call.id, &Value::from(place));
        }
        let reasoning = self.reasoning.clone().map(Value::from);
        let message = object([
            (REASONING, reasoning),
            (DETAILS, details.take()),
            (BLOCKS, self.blocks.clone().take()),
        ]);
        let extras = self
            .calls
            .iter()
            .map(|call| object([(EXTRA, call.extra.clone())]));
        let fields = std::iter::once(message).chain(extras);
        Some((first, fields.collect()))
    }
}

/// An object of the fields that have a value.
fn object<const N: usize>(fields: [(&str, Option<Value>); N]) -> Value {
    let fields = fields.into_iter();
    let fields = fields.filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(fields.collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests;
