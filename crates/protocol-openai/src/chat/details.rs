//! A response's reasoning with what the model's own provider has signed or sealed: `reasoning_details`
//! as `OpenRouter` has it, and `thinking_blocks` as `LiteLLM` has it for Claude. It goes back with the
//! calls that followed it, whole and in its order. Gemini and Claude refuse a call without it, in this
//! turn.

use serde_json::{Map, Value};

/// The fields whose pieces are put together.
const WORDS: [&str; 3] = ["text", "summary", "thinking"];

/// The details of one response, put together from the pieces of its chunks.
#[derive(Clone, Debug, Default)]
pub struct Details(Vec<Map<String, Value>>);

impl Details {
    /// Adds the pieces of one chunk.
    pub fn add(&mut self, pieces: impl IntoIterator<Item = Value>) {
        let before = self.0.len();
        for piece in pieces {
            let Value::Object(piece) = piece else {
                continue;
            };
            let in_chunk = self.0.len() > before;
            match self.0.last_mut() {
                Some(last) if goes_on(last, &piece, in_chunk) => grow(last, piece),
                _ => self.0.push(piece),
            }
        }
    }

    /// Gives another id to what is about this call: the call has another one where it goes back.
    pub fn rename(&mut self, call: &str, id: &Value) {
        let ids = self.0.iter_mut().filter_map(|detail| detail.get_mut("id"));
        for held in ids.filter(|held| *held == call) {
            held.clone_from(id);
        }
    }

    /// All details, in order; `None` if there are none. A sealed one of which only the beginning came is
    /// left out, because `OpenRouter` refuses it, and so is thinking without its signature, which Claude
    /// refuses.
    pub fn take(&mut self) -> Option<Value> {
        let all = std::mem::take(&mut self.0).into_iter();
        let all = all.filter(|detail| {
            let unsigned =
                detail.get("type").is_some_and(|kind| kind == "thinking") && !is_signed(detail);
            (!is_sealed(detail) || has_data(detail)) && !unsigned
        });
        let all: Vec<Value> = all.map(Value::Object).collect();
        (!all.is_empty()).then_some(Value::Array(all))
    }
}

/// Whether a piece continues the last detail. What is sealed comes whole. Details without an `index`
/// are told apart only by their chunk, and by the signature, which ends one.
fn goes_on(last: &Map<String, Value>, piece: &Map<String, Value>, in_chunk: bool) -> bool {
    let given =
        |of: &Map<String, Value>, name: &str| of.get(name).filter(|it| !it.is_null()).cloned();
    let same = |name| given(last, name) == given(piece, name);
    let indexed = given(piece, "index").is_some();
    let sealed = [last, piece]
        .into_iter()
        .any(|it| is_sealed(it) || has_data(it));
    let apart = in_chunk || is_signed(last);
    same("type") && same("index") && (indexed || !apart) && !sealed
}

fn is_sealed(detail: &Map<String, Value>) -> bool {
    detail
        .get("type")
        .is_some_and(|kind| kind == "reasoning.encrypted")
}

fn has_data(detail: &Map<String, Value>) -> bool {
    detail.get("data").is_some_and(Value::is_string)
}

fn is_signed(detail: &Map<String, Value>) -> bool {
    let signature = detail.get("signature").and_then(Value::as_str);
    signature.is_some_and(|signature| !signature.is_empty())
}

fn grow(last: &mut Map<String, Value>, piece: Map<String, Value>) {
    for (name, value) in piece {
        match (last.get_mut(&name), value) {
            (_, Value::Null) => {}
            (Some(Value::String(held)), Value::String(more)) if WORDS.contains(&name.as_str()) => {
                held.push_str(&more);
            }
            (_, value) => {
                last.insert(name, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(chunks: &[Value]) -> Option<Value> {
        let mut details = Details::default();
        for chunk in chunks {
            details.add(chunk.as_array().unwrap().clone());
        }
        details.take()
    }

    #[test]
    fn pieces_of_one_type_and_index_are_one_detail() {
        let text = |text: &str| json!({"type": "t", "index": 0, "text": text, "data": null});
        let said = read(&[
            json!([text("a")]),
            json!([text("b"), {"type": "t", "index": 0, "signature": "s"}]),
            json!([{"type": "t", "index": 1, "text": "c"}]),
            json!([{"type": "u", "index": 1, "summary": "d"}, 7]),
            json!([{"type": "u", "index": 1, "summary": "e", "text": null}]),
        ]);
        let expected = json!([
            {"type": "t", "index": 0, "text": "ab", "data": null, "signature": "s"},
            {"type": "t", "index": 1, "text": "c"},
            {"type": "u", "index": 1, "summary": "de"},
        ]);
        assert_eq!(said, Some(expected));
        assert_eq!(read(&[json!([])]), None);
    }

    #[test]
    fn sealed_details_stay_apart_and_those_of_one_chunk_without_an_index() {
        let sealed = |data: &str| json!({"type": "reasoning.encrypted", "index": 0, "data": data});
        let begun = json!({"type": "reasoning.encrypted", "index": 0, "data": null});
        let text = |text: &str| json!({"type": "t", "text": text});
        let said = read(&[
            json!([begun]),
            json!([sealed("x")]),
            json!([sealed("y")]),
            json!([text("a"), text("b")]),
            json!([text("c")]),
        ]);
        let expected = json!([sealed("x"), sealed("y"), text("a"), text("bc")]);
        assert_eq!(said, Some(expected));
    }

    #[test]
    fn a_signature_ends_a_block_of_thinking_and_without_one_it_is_left_out() {
        let block = |thinking: &str, signature: &str| json!([{"type": "thinking", "thinking": thinking, "signature": signature}]);
        let redacted = json!({"type": "redacted_thinking", "data": "r"});
        let said = read(&[
            block("a", ""),
            block("b", ""),
            block("", "s"),
            block("c", "t"),
            json!([redacted, redacted]),
            block("d", ""),
        ]);
        let block = |thinking, signature| block(thinking, signature)[0].clone();
        let expected = json!([block("ab", "s"), block("c", "t"), redacted, redacted]);
        assert_eq!(said, Some(expected));
    }

    #[test]
    fn what_is_about_a_call_gets_its_new_id() {
        let mut details = Details::default();
        details.add([json!({"id": "a"}), json!({"id": "b"}), json!({"id": null})]);
        details.rename("b", &json!("c"));
        let expected = json!([{"id": "a"}, {"id": "c"}, {"id": null}]);
        assert_eq!(details.take(), Some(expected));
    }
}
