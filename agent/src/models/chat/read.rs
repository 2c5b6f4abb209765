//! Turns the chunks of a chat completion into pieces of a response.

use serde_json::Value;

use crate::engine::ModelDelta;
use crate::models::api;
use crate::models::http::reported;
use crate::models::items::{Ending, piece, went_back};
use crate::runtime::ModelItem;

#[derive(Debug)]
pub(in crate::models) struct Reader {
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
    pub(in crate::models) fn new(id_prefix: String) -> Self {
        Self {
            id_prefix,
            call: None,
            ids: Vec::new(),
            finish: None,
            over: false,
        }
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
            items.push(went_back());
            return;
        } else if is_new && let Some(last) = self.ids.last_mut() {
            id.clone_into(last);
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
        // Not in OpenAI's own API. Servers of open models use one of these two names.
        let thought = ["reasoning_content", "reasoning"]
            .iter()
            .find_map(|name| piece(&delta[*name], ModelDelta::Reasoning));
        items.extend(thought);
        items.extend(piece(&delta["content"], ModelDelta::Text));
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

    fn end(&mut self) -> Vec<ModelItem> {
        self.over = true;
        let ending = match self.finish.as_deref() {
            None => Ending::Lost,
            Some("content_filter") => Ending::HeldBack,
            Some("length") => Ending::CutOff,
            Some(_) => Ending::Whole,
        };
        vec![ending.item(self.ids.len())]
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::engine::Dispatch;
    use crate::models::api::Reader as _;

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
