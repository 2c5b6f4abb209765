//! Turns the chunks of a chat completion into pieces of a response.

use serde_json::Value;

use crate::engine::{Dispatch, Failure, ModelDelta};
use crate::runtime::ModelItem;

#[derive(Debug)]
pub(super) struct Reader {
    id_prefix: String,
    /// The index of the current tool call.
    call: Option<u64>,
    /// The ids that the endpoint gave the calls so far. The last belongs to the current call, and
    /// is empty until the endpoint sends one.
    ids: Vec<String>,
    finish: Option<String>,
    over: bool,
}

impl Reader {
    pub(super) fn new(id_prefix: String) -> Self {
        Self {
            id_prefix,
            call: None,
            ids: Vec::new(),
            finish: None,
            over: false,
        }
    }

    /// Whether the reader needs no more chunks.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    pub(super) fn read(&mut self, chunk: &Value) -> Vec<ModelItem> {
        // Some endpoints answer 200 and report an error in the stream.
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
        // Not in OpenAI's own API. Servers of open models use one of these two names.
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
        let id = call["id"].as_str().unwrap_or_default();
        let name = function["name"].as_str().unwrap_or_default();
        let own = self.ids.last().map(String::as_str);
        // Some endpoints give every call the same index. Some repeat the id in every piece.
        let is_new = !id.is_empty() && !self.ids.iter().any(|known| known == id);
        let names_itself = own == Some("") && name.is_empty() && self.call == Some(index);
        if self.call.is_none_or(|open| index > open) || (is_new && !names_itself) {
            self.call = Some(index);
            self.ids.push(id.to_owned());
            items.push(ModelItem::Delta(ModelDelta::Call {
                id: format!("{}-call{}", self.id_prefix, self.ids.len()),
                name: name.to_owned(),
            }));
        } else if self.call != Some(index) || (!id.is_empty() && !is_new && own != Some(id)) {
            self.over = true;
            items.push(ModelItem::Finished(Err(Failure {
                code: "model_protocol".to_owned(),
                message: "The model went back to a tool call that it had left.".to_owned(),
            })));
            return;
        } else if is_new && let Some(last) = self.ids.last_mut() {
            id.clone_into(last);
        }
        if let Some(piece) = function["arguments"]
            .as_str()
            .filter(|piece| !piece.is_empty())
        {
            items.push(ModelItem::Delta(ModelDelta::Arguments(piece.to_owned())));
        }
    }

    /// The last items, when the stream has ended.
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
            Some("length") if !self.ids.is_empty() => ModelItem::Finished(Err(failed(
                "length",
                "The model's response was cut off in the middle of a tool call.",
            ))),
            Some(_) if self.ids.len() > 1 => ModelItem::Finished(Ok(Dispatch::AllAtOnce)),
            Some(_) => ModelItem::Finished(Ok(Dispatch::OneByOne)),
        }]
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(
        reader: &mut Reader,
        index: u64,
        id: Option<&str>,
        name: &str,
        arguments: &str,
    ) -> Vec<String> {
        let call = json!({
            "index": index, "id": id, "function": {"name": name, "arguments": arguments},
        });
        let items = reader.read(&json!({"choices": [{"delta": {"tool_calls": [call]}}]}));
        let said = items.into_iter().map(|item| match item {
            ModelItem::Delta(ModelDelta::Call { id, name }) => format!("{id} {name}"),
            ModelItem::Delta(ModelDelta::Arguments(piece)) => piece,
            ModelItem::Finished(Err(failure)) => failure.code,
            other => panic!("{other:?}"),
        });
        said.collect()
    }

    #[test]
    fn parallel_calls_with_the_same_index_are_told_apart_by_their_ids() {
        let mut reader = Reader::new("r".to_owned());
        assert_eq!(
            read(&mut reader, 0, Some("a"), "x", "{"),
            ["r-call1 x", "{"]
        );
        assert_eq!(read(&mut reader, 0, None, "", "}"), ["}"]);
        assert_eq!(
            read(&mut reader, 0, Some("b"), "y", "{}"),
            ["r-call2 y", "{}"]
        );
        reader.read(&json!({"choices": [{"finish_reason": "tool_calls"}]}));
        let end = [ModelItem::Finished(Ok(Dispatch::AllAtOnce))];
        assert_eq!(reader.end(), end);
    }

    #[test]
    fn a_repeated_or_late_id_does_not_start_a_new_call() {
        let mut reader = Reader::new("r".to_owned());
        read(&mut reader, 0, Some("a"), "x", "{");
        assert_eq!(read(&mut reader, 0, Some("a"), "", "}"), ["}"]);
        assert_eq!(read(&mut reader, 1, None, "y", "{"), ["r-call2 y", "{"]);
        assert_eq!(read(&mut reader, 1, Some("b"), "", "}"), ["}"]);
        assert_eq!(read(&mut reader, 2, Some(""), "z", ""), ["r-call3 z"]);
    }

    #[test]
    fn a_piece_of_an_earlier_call_is_a_protocol_error() {
        for (index, id) in [(0, Some("a")), (0, None), (1, Some("a"))] {
            let mut reader = Reader::new("r".to_owned());
            read(&mut reader, 0, Some("a"), "x", "{");
            read(&mut reader, 1, Some("b"), "y", "{");
            assert_eq!(read(&mut reader, index, id, "", "}"), ["model_protocol"]);
            assert!(reader.is_over());
        }
    }
}
